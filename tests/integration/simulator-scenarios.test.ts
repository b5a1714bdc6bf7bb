import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from './simulator-process.ts';

/** What section 4.4 says of each scenario, as a client can see it. Written from the specification, not from the scripts. */
interface Expected {
  /** How the authorization update ends; `delayed` does not end. */
  login: 'successful' | 'errored' | 'delayed';
  meters: number | 'part';
  /** How the collection of each meter ends. */
  collection?: 'successful' | 'errored' | 'delayed';
  bills?: 'all' | 'some' | 'none';
  intervals?: 'all' | 'some' | 'none';
  /** A note of the authorization after the login, or of the meter after the collection. */
  note?: string;
  /** Further events that must occur. */
  also?: readonly string[];
}

const FINE = { login: 'successful', meters: 1 } as const;
const FAILED = { login: 'errored', meters: 0 } as const;
const FAILS_AFTER = { ...FINE, collection: 'errored', bills: 'none', intervals: 'none' } as const;
const FULL = { collection: 'successful', bills: 'all', intervals: 'all' } as const;

const EXPECTED: Readonly<Record<string, Expected>> = {
  residential: { ...FINE, ...FULL },
  commercial: { login: 'successful', meters: 4, ...FULL },
  badlogin: { ...FAILED, note: 'access_invalid' },
  badlogin_after: { ...FAILS_AFTER, note: 'access_invalid' },
  websitedown: FAILED,
  websitedown_after: { ...FAILS_AFTER, note: 'retrying', also: ['meter_historical_collection_retrying'] },
  utilityerror: FAILED,
  utilityerror_after: { ...FAILS_AFTER, note: 'retrying', also: ['meter_historical_collection_retrying'] },
  locked: { ...FAILED, note: 'access_locked' },
  locked_after: { ...FAILS_AFTER, note: 'access_locked' },
  access_unsupported: { ...FAILED, note: 'access_unsupported' },
  access_unsupported_after: { ...FAILS_AFTER, note: 'access_unsupported' },
  randomerror: FAILED,
  randomerror_after: FAILS_AFTER,
  empty: { login: 'successful', meters: 0 },
  revoked: { ...FAILS_AFTER, also: ['authorization_revoked'] },
  expired: { ...FAILS_AFTER, also: ['authorization_expired'] },
  wait_to_login: { ...FAILED, note: 'waiting', also: ['authorization_update_delayed'] },
  wait_to_login_after: { ...FAILS_AFTER, note: 'waiting', also: ['meter_historical_collection_delayed'] },
  nobills: { ...FINE, collection: 'successful', bills: 'none', intervals: 'all' },
  nointervals: { ...FINE, collection: 'successful', bills: 'all', intervals: 'none', note: 'intervals_empty' },
  partialmeters: { login: 'errored', meters: 'part', ...FULL },
  partialbills: { ...FINE, collection: 'errored', bills: 'some', intervals: 'all', note: 'bills_errored' },
  partialintervals: { ...FINE, collection: 'errored', bills: 'all', intervals: 'some' },
  pending_manual: { login: 'delayed', meters: 0 },
  pending_manual_after: { ...FINE, collection: 'delayed', bills: 'none', intervals: 'none' },
  mfa_needed: { login: 'delayed', meters: 0, note: 'access_code_needed' },
  incomplete_registration: FAILED,
  DEMO_cca_service: { ...FINE, ...FULL },
};

const MONTHS = 12;
const AN_HOUR_S = 3_600;
const LOGIN_END = {
  successful: 'authorization_update_finished_successful',
  errored: 'authorization_update_finished_errored',
};
const LOGIN_STATUS = { successful: 'updated', errored: 'errored', delayed: 'pending' };

describe('the test scenarios (section 4.4)', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.stop());

  it('are the 28 of the specification at every utility, and one cca_service', async () => {
    const { json } = await service.control('GET', '');
    const common = Object.keys(EXPECTED).filter((name) => !name.endsWith('_cca_service'));
    expect(common).toHaveLength(28);
    for (const row of json.utilities) expect(row.scenarios).toEqual(expect.arrayContaining(common));
    const own = json.utilities.flatMap((row: { utility: string; scenarios: string[] }) =>
      row.scenarios.filter((name) => name === `${row.utility}_cca_service`),
    );
    expect(own).toEqual(['DEMO_cca_service']);
  });

  describe.each(Object.entries(EXPECTED))('%s', (scenario, expected) => {
    let referral: string;

    it('plays its login over simulated time', async () => {
      referral = await service.submit(scenario);
      const fresh = await service.authorization(referral);
      expect(fresh.status).toBe('pending');
      expect(fresh.meters.meters).toEqual([]);
      expect(fresh.is_test).toBe(true);

      await service.advance(AN_HOUR_S);
      const authorization = await service.authorization(referral);
      const types = (await service.eventsOf(authorization.uid)).map((event) => event.type);
      expect(types.slice(0, 2)).toEqual(['authorization_created', 'authorization_update_started']);
      if (expected.login === 'delayed') {
        expect(types).toContain('authorization_update_delayed');
        expect(types.filter((type) => type.includes('finished'))).toEqual([]);
      } else {
        expect(types.at(-1)).toBe(LOGIN_END[expected.login]);
      }
      expect(authorization.status).toBe(LOGIN_STATUS[expected.login]);
      const meters = authorization.meters.meters;
      expect(types.filter((type) => type === 'meter_created')).toHaveLength(meters.length);
      if (expected.meters === 'part') expect(meters.length).toBeGreaterThan(0);
      else expect(meters).toHaveLength(expected.meters);
      for (const meter of meters)
        expect(meter).toMatchObject({ is_activated: false, bill_count: 0, interval_count: 0 });
      if (expected.collection === undefined && expected.note !== undefined) {
        expect(authorization.notes.map((note: { type: string }) => note.type)).toContain(expected.note);
      }
    });

    // Scenarios that find no meter have nothing to collect.
    if (expected.collection === undefined) return;
    it('plays its collection over simulated time', async () => {
      const before = await service.authorization(referral);
      const uids: string[] = before.meters.meters.map((meter: { uid: string }) => meter.uid);
      const logged = (await service.eventsOf(before.uid)).length;
      const answer = await service.api('POST', '/meters/historical-collection', {
        meters: uids,
        collection_duration: MONTHS,
      });
      expect(answer.json).toEqual({ success: true, meters: uids, collection_duration: MONTHS });
      for (const meter of (await service.authorization(referral)).meters.meters) {
        expect(meter).toMatchObject({ status: 'pending', is_activated: true });
      }

      await service.advance(AN_HOUR_S);
      const after = await service.authorization(referral);
      const events = (await service.eventsOf(before.uid)).slice(logged);
      for (const type of expected.also ?? []) {
        expect([...events, ...(await service.eventsOf(before.uid))].map((event) => event.type)).toContain(type);
      }
      for (const meter of after.meters.meters) {
        const types = events.filter((event) => event.meter_uid === meter.uid).map((event) => event.type);
        expect(types.slice(0, 2)).toEqual([
          'meter_historical_collection_started',
          'meter_historical_collection_progress',
        ]);
        expect(types.filter((type) => type === 'meter_historical_collection_progress')).toHaveLength(1);
        expectEnd(types, meter, expected);
        expectData(types, meter, expected);
        if (expected.note !== undefined) {
          expect(meter.notes.map((note: { type: string }) => note.type)).toContain(expected.note);
        }
      }
    });
  });

  it('retrying and waiting notes carry the time at which it goes on', async () => {
    const referral = await service.submit('websitedown_after');
    await service.advance(AN_HOUR_S);
    const meters = (await service.authorization(referral)).meters.meters.map((meter: { uid: string }) => meter.uid);
    await service.api('POST', '/meters/historical-collection', { meters });
    await service.advance(10);
    const [meter] = (await service.authorization(referral)).meters.meters;
    expect(meter.status).toBe('pending');
    const note = meter.notes.find((candidate: { type: string }) => candidate.type === 'retrying');
    expect(Date.parse(note.eta)).toBeGreaterThan(Date.parse(note.ts));
    await service.advance((Date.parse(note.eta) - Date.parse(note.ts)) / 1_000 + 60);
    expect((await service.authorization(referral)).meters.meters[0].status).toBe('errored');
  });

  it('pending_manual stays as it is, however long one waits', async () => {
    const referral = await service.submit('pending_manual');
    await service.advance(60 * 86_400);
    const authorization = await service.authorization(referral);
    expect(authorization.status).toBe('pending');
    expect(authorization.notes.at(-1).type).toBe('pending_manual');
  });

  it('mfa_needed waits for a code on its page, refuses a wrong one, and goes on with the right one', async () => {
    const referral = await service.submit('mfa_needed');
    await service.advance(AN_HOUR_S);
    const waiting = await service.authorization(referral);
    const note = waiting.notes.find((candidate: { type: string }) => candidate.type === 'access_code_needed');
    const page = await service.request('GET', note.url);
    expect(page.status).toBe(200);
    const code = /<code>(\d+)<\/code>/.exec(page.text)?.[1] ?? '';
    expect(code).not.toBe('');

    const wrong = await service.request('POST', note.url, { raw: `code=${Number(code) + 1}` });
    expect(wrong.text).toContain('That code was wrong');
    await service.advance(AN_HOUR_S);
    expect((await service.authorization(referral)).status).toBe('pending');

    await service.request('POST', note.url, { raw: `code=${code}` });
    await service.advance(AN_HOUR_S);
    const authorization = await service.authorization(referral);
    expect(authorization.status).toBe('updated');
    expect(authorization.meters.meters).toHaveLength(1);
    expect((await service.eventsOf(authorization.uid)).map((event) => event.type)).toEqual([
      'authorization_created',
      'authorization_update_started',
      'authorization_update_delayed',
      'authorization_update_progress',
      'meter_created',
      'authorization_update_finished_successful',
    ]);
  });

  it('progress can be watched: one bill after the other', async () => {
    const referral = await service.submit('residential');
    await service.advance(AN_HOUR_S);
    const [meter] = (await service.authorization(referral)).meters.meters;
    await service.api('POST', '/meters/historical-collection', { meters: [meter.uid], collection_duration: 12 });
    const messages = new Set<string>();
    const counts = new Set<number>();
    for (let second = 0; second < 12; second++) {
      await service.advance(1);
      const now = (await service.authorization(referral)).meters.meters[0];
      messages.add(now.status_message);
      counts.add(now.bill_count);
    }
    expect([...messages]).toEqual(expect.arrayContaining([expect.stringMatching(/^found bill 4 of 1[123]$/)]));
    expect(counts.size).toBeGreaterThan(5);
  });

  it('a community-choice meter names its supplier', async () => {
    const referral = await service.submit('DEMO_cca_service');
    await service.advance(AN_HOUR_S);
    const [meter] = (await service.authorization(referral)).meters.meters;
    expect(meter.blocks).toContain('suppliers');
    expect(meter.suppliers[0]).toMatchObject({
      supplier_name: expect.any(String),
      supplier_service_id: expect.any(String),
      supplier_tariff: expect.any(String),
    });
  });
});

function expectEnd(types: readonly string[], meter: { status: string }, expected: Expected): void {
  if (expected.collection === 'delayed') {
    expect(types.at(-1)).toBe('meter_historical_collection_delayed');
    expect(meter.status).toBe('pending');
    return;
  }
  expect(types.at(-1)).toBe(`meter_historical_collection_finished_${expected.collection}`);
  expect(types.filter((type) => type.includes('finished'))).toHaveLength(1);
  expect(meter.status).toBe(expected.collection === 'successful' ? 'updated' : 'errored');
}

type Coverage = readonly (readonly [string, string])[];

function expectData(
  types: readonly string[],
  meter: { bill_count: number; bill_coverage: Coverage; interval_count: number; interval_coverage: Coverage },
  expected: Expected,
): void {
  expect(types.includes('meter_bills_added')).toBe(expected.bills !== 'none');
  expect(types.includes('meter_intervals_added')).toBe(expected.intervals !== 'none');
  expect(meter.bill_coverage.length > 0).toBe(expected.bills !== 'none');
  expect(meter.interval_coverage.length > 0).toBe(expected.intervals !== 'none');
  if (expected.bills === 'none') expect(meter.bill_count).toBe(0);
  if (expected.intervals === 'none') expect(meter.interval_count).toBe(0);
  if (expected.bills === 'all') expect(meter.bill_count).toBeGreaterThanOrEqual(MONTHS - 1);
  if (expected.bills === 'some') {
    expect(meter.bill_count).toBeGreaterThan(0);
    expect(meter.bill_coverage.length).toBeGreaterThan(1);
  }
  if (expected.intervals === 'all') expect(meter.interval_coverage).toHaveLength(1);
  if (expected.intervals === 'some') expect(meter.interval_coverage.length).toBeGreaterThan(1);
}
