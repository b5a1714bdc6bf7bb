import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from './simulator-process.ts';

/** The control API, as issue 3 item 8 describes it. */

describe('the control API', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.stop());

  it('describes itself', async () => {
    for (const path of ['', '/']) {
      const { status, json } = await service.control('GET', path);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        actions: { clock: { method: 'POST', path: '/clock', body: { advance_s: expect.any(String) } } },
        unpaid_meter_uid: expect.stringMatching(/./),
        now: expect.stringMatching(/^2\d{3}-/),
      });
      expect(json.utilities.length).toBeGreaterThan(1);
    }
  });

  it('lies on the loopback port of the service, below a segment that cannot be guessed', async () => {
    const { line } = service;
    expect(line.control_url.startsWith(`${line.base_url}/`)).toBe(true);
    const segment = new URL(line.control_url).pathname.split('/').at(-1) ?? '';
    expect(segment.length).toBeGreaterThanOrEqual(16);
    expect((await service.request('GET', line.control_url.replace(segment, 'x'.repeat(segment.length)))).status).toBe(
      404,
    );
  });

  it('every action that it describes exists', async () => {
    const { json } = await service.control('GET', '');
    for (const { method, path } of Object.values<{ method: string; path: string }>(json.actions)) {
      const answer = await service.control(method, path.replace(/\{\w+\}/, '0'), method === 'GET' ? undefined : {});
      const isUnknownAction = answer.json.error === 'not_found' && !path.includes('{');
      expect(isUnknownAction, `${method} ${path}`).toBe(false);
    }
    expect((await service.control('GET', '/no-such-action')).status).toBe(404);
    await service.control('DELETE', '/faults');
  });

  it('the clock moves on by what is asked, at once', async () => {
    const before = Date.parse((await service.control('GET', '')).json.now);
    const answer = await service.control('POST', '/clock', { advance_s: 86_400 });
    const moved = Date.parse(answer.json.now) - before;
    expect(moved).toBeGreaterThanOrEqual(86_400_000);
    expect(moved).toBeLessThan(86_400_000 + 60_000);
  });

  it.each([{}, { advance_s: -1 }, { advance_s: '60' }, { advance_s: null }])('the clock refuses %j', async (body) => {
    const answer = await service.control('POST', '/clock', body);
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid_param']);
  });

  it('revokes: the event, the flags, the data and the token are gone', async () => {
    const [row] = service.line.authorizations;
    const url = `${service.line.espi_base}/Subscription/${row?.auth_uid}/UsagePoint`;
    const token = row?.access_token;
    await service.advance(0);
    const answer = await service.control('POST', `/authorizations/${row?.auth_uid}/revoke`);
    expect(answer.json).toMatchObject({ uid: row?.auth_uid, is_revoked: true, revoked: expect.any(String) });
    expect((await service.request('GET', url, { token })).status).toBe(401);
    const meters = (await service.api('GET', `/meters?authorizations=${row?.auth_uid}`)).json.meters;
    for (const meter of meters) expect(meter).toMatchObject({ bill_count: 0, interval_count: 0, bill_coverage: [] });
    expect((await service.eventsOf(row?.auth_uid ?? '')).at(-1)?.type).toBe('authorization_revoked');
    // A second time nothing happens.
    await service.control('POST', `/authorizations/${row?.auth_uid}/revoke`);
    const revocations = (await service.eventsOf(row?.auth_uid ?? '')).filter(
      (event) => event.type === 'authorization_revoked',
    );
    expect(revocations).toHaveLength(1);
  });

  it('expires: the event, the flag and the token', async () => {
    const row = service.line.authorizations[1];
    const answer = await service.control('POST', `/authorizations/${row?.auth_uid}/expire`);
    expect(answer.json).toMatchObject({ uid: row?.auth_uid, is_expired: true, is_revoked: false });
    expect((await service.eventsOf(row?.auth_uid ?? '')).at(-1)?.type).toBe('authorization_expired');
    const url = `${service.line.espi_base}/Subscription/${row?.auth_uid}/UsagePoint`;
    expect((await service.request('GET', url, { token: row?.access_token })).status).toBe(401);
    expect((await service.control('POST', '/authorizations/0/expire')).status).toBe(404);
  });

  it('renews: a later end, and authorization_renewed', async () => {
    const referral = await service.submit('empty');
    await service.advance(60);
    const before = await service.authorization(referral);
    const answer = await service.control('POST', `/authorizations/${before.uid}/renew`, { days: 3_000 });
    expect(Date.parse(answer.json.expires)).toBeGreaterThan(Date.parse(before.expires));
    expect((await service.eventsOf(before.uid)).at(-1)?.type).toBe('authorization_renewed');
  });

  it('shows what was asked, with which class of token, and what was answered; never a token', async () => {
    const { line } = service;
    await service.control('DELETE', '/requests');
    await service.api('GET', '/events?limit=1');
    await service.request('GET', `${line.espi_base}/Authorization`);
    await service.request('GET', `${line.espi_base}/Authorization`, { token: 'made-up' });
    await service.request('GET', `${line.espi_base}/ApplicationInformation/0`, {
      token: line.registration_access_token,
    });
    const { json, text } = await service.control('GET', '/requests');
    expect(json.requests).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/api/v2/events',
        query: 'limit=1',
        token_class: 'api',
        status: 200,
      }),
      expect.objectContaining({ token_class: 'none', status: 401 }),
      expect.objectContaining({ token_class: 'invalid', status: 401 }),
      expect.objectContaining({ token_class: 'registration' }),
    ]);
    for (const secret of [line.api_token, line.registration_access_token, 'made-up'])
      expect(text).not.toContain(secret);
  });

  it('an authorization expires by itself when its time has come', async () => {
    const referral = await service.submit('empty');
    await service.advance(60);
    const { uid, expires } = await service.authorization(referral);
    const now = Date.parse((await service.control('GET', '')).json.now);
    await service.advance(Math.ceil((Date.parse(expires) - now) / 1_000) + 1);
    const types = (await service.eventsOf(uid)).map((event) => event.type);
    expect(types.slice(-2)).toEqual(['authorization_expiring_soon', 'authorization_expired']);
  });
});

describe('--clock RATE', () => {
  it('runs so many times faster', async () => {
    const service = await startService(['--clock', '36000']);
    try {
      const referral = await service.submit('residential');
      // Ten simulated hours a second: the login plays within a millisecond of the wall; asked for until it has.
      let { status } = await service.authorization(referral);
      while (status === 'pending') ({ status } = await service.authorization(referral));
      expect(status).toBe('updated');
    } finally {
      await service.stop();
    }
  });
});
