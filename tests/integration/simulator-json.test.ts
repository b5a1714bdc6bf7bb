import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from './simulator-process.ts';

/** Sections 2, 4.2, 4.3 and 7.2 of the specification and the JSON rows of service-facts.md, row by row. */

const ISO_MICROS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d$/;
const errorOf = (type: string | RegExp) => ({
  error: typeof type === 'string' ? type : expect.stringMatching(type),
  error_description: expect.any(String),
  url: null,
});

let service: ServiceProcess;
let referral: string;
// biome-ignore lint/suspicious/noExplicitAny: an answer of the service, looked into below
let authorization: any;

beforeAll(async () => {
  service = await startService();
  referral = await service.submit('residential');
  await service.advance(60);
  authorization = await service.authorization(referral);
});
afterAll(() => service?.stop());

describe('tokens of the JSON API (sections 5 and 7.2)', () => {
  const ENDPOINTS: readonly (readonly [string, string])[] = [
    ['GET', '/events'],
    ['GET', '/events/1'],
    ['PATCH', '/events/1'],
    ['GET', '/authorizations'],
    ['GET', '/meters'],
    ['GET', '/meters/1'],
    ['GET', '/forms'],
    ['POST', '/forms'],
    ['POST', '/forms/1/test-submit'],
    ['POST', '/meters/historical-collection'],
  ];
  it.each(ENDPOINTS)(
    '%s %s answers 401 without a token, with a wrong one and with one of another class',
    async (method, path) => {
      const { line } = service;
      const body = method === 'GET' ? undefined : {};
      const wrong = [undefined, 'wrong', line.registration_access_token, line.authorizations[0]?.access_token];
      for (const token of wrong) {
        const answer = await service.request(method, `${line.api_base}${path}`, { token, body });
        expect(answer.status).toBe(401);
        expect(answer.json).toEqual(errorOf(/./));
      }
    },
  );

  it('an endpoint that does not exist answers 404 with an Error', async () => {
    const answer = await service.api('GET', '/nothing/here');
    expect([answer.status, answer.json]).toEqual([404, errorOf('not_found')]);
  });
});

describe('POST /forms/{form_uid}/test-submit (section 4.2)', () => {
  const submit = (body: unknown, form = service.line.form_uid) =>
    service.api('POST', `/forms/${form}/test-submit`, body);

  it('answers a Referral that finds the authorization', async () => {
    const answer = await submit({ utility: service.line.utility, scenario: 'empty' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ referral: expect.any(String) });
    const found = await service.api('GET', `/authorizations?referrals=${answer.json.referral}`);
    expect(found.json.authorizations).toHaveLength(1);
    expect(found.json.authorizations[0].referrals).toContain(answer.json.referral);
  });

  it('is not idempotent: the same request makes another authorization', async () => {
    const body = { utility: service.line.utility, scenario: 'empty' };
    const [one, two] = [await submit(body), await submit(body)];
    expect(one.json.referral).not.toBe(two.json.referral);
  });

  it.each([
    [{}, 'required_param_missing'],
    [{ scenario: 'residential' }, 'required_param_missing'],
    [{ utility: 'DEMO' }, 'required_param_missing'],
    [{ utility: 'NO_SUCH', scenario: 'residential' }, 'invalid_param'],
    [{ utility: 'DEMO', scenario: 'no_such' }, 'invalid_param'],
    [{ utility: 'DEMO', scenario: 'constructor' }, 'invalid_param'],
    [{ utility: 'DEMO', scenario: 7 }, 'invalid_param'],
    [{ utility: 'DEMO', scenario: '' }, 'invalid_param'],
    [{ utility: 'PACIFIC', scenario: 'DEMO_cca_service' }, 'invalid_param'],
    [[], 'invalid_param'],
  ])('answers 400 to %j', async (body, type) => {
    const answer = await submit(body);
    expect([answer.status, answer.json]).toEqual([400, errorOf(type)]);
  });

  it('answers 400 to a body that is no JSON, and 404 for a form that does not exist', async () => {
    const { line } = service;
    const url = `${line.api_base}/forms/${line.form_uid}/test-submit`;
    for (const raw of ['{', 'utility=DEMO', '"text"', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
      const answer = await service.request('POST', url, { token: line.api_token, raw });
      expect([answer.status, answer.json]).toEqual([400, errorOf('invalid_param')]);
    }
    expect((await submit({ utility: 'DEMO', scenario: 'residential' }, '0')).status).toBe(404);
  });

  it('takes hostile bodies for what they are: 4xx, and goes on', async () => {
    const { line } = service;
    const url = `${line.api_base}/forms/${line.form_uid}/test-submit`;
    const before = (await service.api('GET', '/authorizations')).json.authorizations.length;
    for (const raw of [
      '['.repeat(200_000),
      `{"utility":"${'x'.repeat(2_000_000)}"}`,
      '{"utility":"\u0000","scenario":"\u0000"}',
    ]) {
      const answer = await service.request('POST', url, { token: line.api_token, raw });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect((await service.api('GET', '/authorizations')).json.authorizations).toHaveLength(before);
  });

  it('serves a utility whose id holds an ampersand', async () => {
    const submitted = await service.submit('empty', 'NS&L');
    expect((await service.authorization(submitted)).utility).toBe('NS&L');
    const filtered = await service.api('GET', `/authorizations?utility=${encodeURIComponent('NS&L')}`);
    expect(filtered.json.authorizations.length).toBeGreaterThan(0);
    for (const row of filtered.json.authorizations) expect(row.utility).toBe('NS&L');
  });
});

describe('events (sections 2.1 and 4.3)', () => {
  it('one event has the fields of its kind', async () => {
    const [created] = await service.eventsOf(authorization.uid);
    const answer = await service.api('GET', `/events/${created?.uid}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      uid: created?.uid,
      type: 'authorization_created',
      ts: expect.stringMatching(ISO_MICROS),
      is_delivered: false,
      authorization_uid: authorization.uid,
    });
    const meter = (await service.eventsOf(authorization.uid)).find((event) => event.type === 'meter_created');
    expect(meter).toMatchObject({
      authorization_uid: authorization.uid,
      meter_uid: authorization.meters.meters[0].uid,
    });
  });

  it('404 for an event that does not exist', async () => {
    const answer = await service.api('GET', '/events/0');
    expect([answer.status, answer.json]).toEqual([404, errorOf('not_found')]);
  });

  it('the list is newest first, in the envelope of a webhook', async () => {
    const { json } = await service.api('GET', '/events');
    expect(Object.keys(json)).toEqual(['events', 'next']);
    expect(json.next).toBeNull();
    const times = json.events.map((event: { ts: string }) => event.ts);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('pages follow each other without a gap or a repeat, also while the list grows', async () => {
    const all = (await service.api('GET', '/events')).json.events.map((event: { uid: string }) => event.uid);
    const seen: string[] = [];
    let next: string | null = `${service.line.api_base}/events?limit=3`;
    while (next !== null) {
      const answer = await service.request('GET', next, { token: service.line.api_token });
      expect(answer.json.events.length).toBeLessThanOrEqual(3);
      seen.push(...answer.json.events.map((event: { uid: string }) => event.uid));
      next = answer.json.next;
      if (seen.length === 3) await service.submit('empty');
    }
    expect(seen).toEqual(all);
  });

  it.each(['is_delivered=maybe', 'is_delivered=', 'after=no-such-event', 'limit=0', 'limit=1001'])(
    '400 invalid_param for %s',
    async (query) => {
      const answer = await service.api('GET', `/events?${query}`);
      expect([answer.status, answer.json]).toEqual([400, errorOf('invalid_param')]);
    },
  );

  it('PATCH updates the delivery status, which the filter sees', async () => {
    const { events } = (await service.api('GET', '/events?is_delivered=false')).json;
    const { uid } = events[0];
    const answer = await service.api('PATCH', `/events/${uid}`, { is_delivered: true });
    expect([answer.status, answer.json.uid, answer.json.is_delivered]).toEqual([200, uid, true]);
    const delivered = (await service.api('GET', '/events?is_delivered=true')).json.events;
    expect(delivered.map((event: { uid: string }) => event.uid)).toContain(uid);
    const waiting = (await service.api('GET', '/events?is_delivered=false')).json.events;
    expect(waiting.map((event: { uid: string }) => event.uid)).not.toContain(uid);
  });

  it.each([
    [{}, 'required_param_missing'],
    [{ is_delivered: 'yes' }, 'invalid_param'],
    [{ is_delivered: null }, 'invalid_param'],
  ])('PATCH answers 400 to %j', async (body, type) => {
    const [event] = await service.eventsOf(authorization.uid);
    const answer = await service.api('PATCH', `/events/${event?.uid}`, body);
    expect([answer.status, answer.json]).toEqual([400, errorOf(type)]);
  });

  it('PATCH answers 404 for an event that does not exist', async () => {
    expect((await service.api('PATCH', '/events/0', { is_delivered: true })).status).toBe(404);
  });
});

describe('authorizations (service-facts.md)', () => {
  it('has every member', () => {
    const { meters, ...view } = authorization;
    expect(view).toEqual({
      uid: expect.any(String),
      created: expect.stringMatching(ISO_MICROS),
      customer_email: expect.stringContaining('@'),
      customer_signature: {
        type: expect.any(String),
        ts: expect.stringMatching(ISO_MICROS),
        full_name: expect.any(String),
      },
      declined: null,
      is_declined: false,
      expires: expect.stringMatching(ISO_MICROS),
      is_expired: false,
      exports: expect.any(Object),
      form_uid: service.line.form_uid,
      template_uid: expect.any(String),
      referrals: [referral],
      is_archived: false,
      is_test: true,
      notes: expect.any(Array),
      nickname: null,
      revoked: null,
      is_revoked: false,
      scope: expect.any(Object),
      status: 'updated',
      status_message: expect.any(String),
      status_ts: expect.stringMatching(ISO_MICROS),
      user_email: expect.stringContaining('@'),
      user_uid: expect.any(String),
      utility: service.line.utility,
    });
    for (const note of view.notes) {
      expect(note).toMatchObject({
        type: expect.any(String),
        msg: expect.any(String),
        ts: expect.stringMatching(ISO_MICROS),
      });
    }
    expect(meters).toEqual({ meters: [expect.any(Object)], next: null });
  });

  it('is nested with its meters only when asked for them', async () => {
    expect((await service.api('GET', `/authorizations/${authorization.uid}`)).json.meters).toBeUndefined();
    const nested = await service.api('GET', `/authorizations/${authorization.uid}?include=meters`);
    expect(nested.json.meters.meters).toHaveLength(1);
    expect((await service.api('GET', '/authorizations/0')).status).toBe(404);
  });

  it('the portfolio that the service starts with is in the list, with the same meters', async () => {
    for (const row of service.line.authorizations) {
      const { json } = await service.api('GET', `/authorizations/${row.auth_uid}?include=meters`);
      const uids = json.meters.meters.map((meter: { uid: string }) => meter.uid);
      expect(uids).toEqual(row.meters);
    }
  });

  it('filters narrow the list, alone and together', async () => {
    const list = async (query: string) => {
      const { json } = await service.api('GET', `/authorizations?${query}`);
      return json.authorizations.map((row: { uid: string }) => row.uid);
    };
    expect(await list(`uids=${authorization.uid}`)).toEqual([authorization.uid]);
    expect(await list(`uids=${authorization.uid},0&is_test=true`)).toEqual([authorization.uid]);
    expect(await list(`uids=${authorization.uid}&is_test=false`)).toEqual([]);
    expect(await list(`uids=${authorization.uid}&is_revoked=true`)).toEqual([]);
    expect(await list(`uids=${authorization.uid}&is_expired=false&is_revoked=false`)).toEqual([authorization.uid]);
    expect(await list(`forms=${service.line.form_uid}&referrals=${referral}`)).toEqual([authorization.uid]);
    expect(await list('forms=0')).toEqual([]);
    expect(await list('referrals=none')).toEqual([]);
    expect(await list(`referrals=${referral}&utility=SGE`)).toEqual([]);
    const all = await list('');
    expect(await list(`after=${all[0]}`)).toEqual(all.slice(1));
    expect((await service.api('GET', '/authorizations?is_test=perhaps')).json).toEqual(errorOf('invalid_param'));
  });
});

describe('meters (service-facts.md)', () => {
  it('has every member', async () => {
    const { uid } = authorization.meters.meters[0];
    const answer = await service.api('GET', `/meters/${uid}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      uid,
      authorization_uid: authorization.uid,
      created: expect.stringMatching(ISO_MICROS),
      is_archived: false,
      is_activated: false,
      notes: expect.any(Array),
      status: expect.any(String),
      status_message: expect.any(String),
      status_ts: expect.stringMatching(ISO_MICROS),
      ongoing_monitoring: expect.any(Object),
      utility: service.line.utility,
      bill_count: 0,
      bill_coverage: [],
      interval_count: 0,
      interval_coverage: [],
      blocks: ['base'],
      base: {
        service_identifier: expect.any(String),
        service_tariff: expect.any(String),
        service_class: expect.any(String),
        service_address: expect.any(String),
        meter_numbers: [expect.any(String)],
        billing_contact: expect.any(String),
        billing_address: expect.any(String),
        billing_account: expect.any(String),
      },
      suppliers: [],
    });
  });

  it('a meter has no bills where the customer authorised none', async () => {
    const { auth_uid } = service.line.authorizations[8] ?? { auth_uid: '' };
    const { json } = await service.api('GET', `/meters?authorizations=${auth_uid}`);
    expect(json.meters).toHaveLength(1);
    expect(json.meters[0]).toMatchObject({ bill_count: 0, bill_coverage: [] });
    expect(json.meters[0].interval_count).toBeGreaterThan(0);
    expect(json.meters[0].notes.map((note: { type: string }) => note.type)).toEqual(['intervals_full']);
  });

  it('coverage is a list of spans of time, and counts what the data holds', async () => {
    const meters = service.line.authorizations[0]?.meters ?? [];
    const { json } = await service.api('GET', `/meters/${meters[0]}`);
    expect(json.bill_count).toBeGreaterThan(0);
    expect(json.interval_count).toBeGreaterThan(0);
    for (const [from, to] of [...json.bill_coverage, ...json.interval_coverage]) {
      expect(from).toMatch(ISO_MICROS);
      expect(Date.parse(from)).toBeLessThan(Date.parse(to));
    }
  });

  it('404 for a meter that does not exist', async () => {
    const answer = await service.api('GET', '/meters/0');
    expect([answer.status, answer.json]).toEqual([404, errorOf('not_found')]);
  });

  it('the list filters and pages; a meter of two authorizations does not hold up paging', async () => {
    await service.submit('residential');
    await service.advance(60);
    const { json } = await service.api('GET', '/meters');
    const key = (meter: { uid: string; authorization_uid: string }) => `${meter.authorization_uid}/${meter.uid}`;
    const all = json.meters.map(key);
    expect(new Set(json.meters.map((meter: { uid: string }) => meter.uid)).size).toBeLessThan(all.length);
    const seen: string[] = [];
    let next: string | null = `${service.line.api_base}/meters?limit=1`;
    while (next !== null && seen.length <= all.length) {
      const answer = await service.request('GET', next, { token: service.line.api_token });
      seen.push(...answer.json.meters.map(key));
      next = answer.json.next;
    }
    expect(seen).toEqual(all);

    const { uid } = authorization.meters.meters[0];
    const list = async (query: string) => (await service.api('GET', `/meters?${query}`)).json.meters.map(key);
    expect(await list(`authorizations=${authorization.uid}`)).toEqual([`${authorization.uid}/${uid}`]);
    expect(await list(`uids=${uid}&authorizations=${authorization.uid}&is_activated=true`)).toEqual([]);
    expect(await list('uids=0')).toEqual([]);
    expect((await service.api('GET', '/meters?is_activated=1')).status).toBe(400);
  });
});

describe('forms (service-facts.md)', () => {
  it('a new form has every member, an event, and a page behind its url', async () => {
    const answer = await service.api('POST', '/forms', { utility: 'SGE', customer_email: 'zoe@example.org' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      uid: expect.any(String),
      created: expect.stringMatching(ISO_MICROS),
      updated: expect.stringMatching(ISO_MICROS),
      template_uid: expect.any(String),
      is_archived: false,
      disabled: false,
      url: expect.stringContaining(answer.json.uid),
      customer_email: 'zoe@example.org',
      utility: 'SGE',
      scope: expect.any(Object),
    });
    const [event] = (await service.api('GET', '/events')).json.events;
    expect(event).toMatchObject({ type: 'form_created', form_uid: answer.json.uid });
    expect(event.authorization_uid).toBeUndefined();
    expect((await service.request('GET', answer.json.url)).status).toBe(200);
    expect((await service.api('GET', `/forms/${answer.json.uid}`)).json).toEqual(answer.json);
    const list = (await service.api('GET', '/forms')).json;
    expect(list.forms.map((form: { uid: string }) => form.uid)).toEqual([answer.json.uid, service.line.form_uid]);
    expect(list.next).toBeNull();
  });

  it.each([[{ utility: 'NO_SUCH' }], [{ customer_email: 'nobody' }], [{ scope: [] }]])('400 for %j', async (body) => {
    const answer = await service.api('POST', '/forms', body);
    expect([answer.status, answer.json]).toEqual([400, errorOf('invalid_param')]);
  });

  it('404 for a form that does not exist', async () => {
    expect((await service.api('GET', '/forms/0')).status).toBe(404);
    expect((await service.request('GET', `${service.line.base_url}/forms/0`)).status).toBe(404);
  });

  it('a customer submits it, or declines', async () => {
    const { url } = (await service.api('GET', `/forms/${service.line.form_uid}`)).json;
    const username = `${service.line.test_prefix}_TEST_residential`;
    const page = await service.request('POST', url, { raw: `utility=DEMO&username=${username}&decision=allow` });
    const own = /<code>([^<]+)<\/code>/.exec(page.text)?.[1] ?? '';
    expect((await service.authorization(own)).status).toBe('pending');

    const neither = await service.request('POST', url, { raw: `utility=DEMO&username=${username}&decision=maybe` });
    expect(neither.status).toBe(400);
    await service.request('POST', url, { raw: `utility=DEMO&username=${username}&decision=deny` });
    const [event] = (await service.api('GET', '/events')).json.events;
    expect(event.type).toBe('authorization_declined');
    const declined = (await service.api('GET', `/authorizations/${event.authorization_uid}`)).json;
    expect([declined.is_declined, declined.declined]).toEqual([true, expect.stringMatching(ISO_MICROS)]);
  });
});
