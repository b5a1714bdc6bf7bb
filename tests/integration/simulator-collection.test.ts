import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from './simulator-process.ts';

/** Section 4.5 with its rules, and the historical-collection column of sections 7.2 and 8. */

const DAY_MS = 86_400_000;
const AN_HOUR_S = 3_600;

describe('historical collection', () => {
  let service: ServiceProcess;
  let now: number;

  beforeAll(async () => {
    service = await startService();
    await service.quieten();
  });
  afterAll(() => service?.stop());
  afterEach(() => service.control('PUT', '/balance', { balance: 0 }));

  const collect = (body: unknown) => service.api('POST', '/meters/historical-collection', body);
  const meterOf = async (uid: string) => (await service.api('GET', `/meters/${uid}`)).json;
  /** A fresh authorization of a scenario whose login is over; its meters have never been collected. */
  const freshMeters = async (scenario: string): Promise<string[]> => {
    const referral = await service.submit(scenario);
    await service.advance(AN_HOUR_S);
    now = Date.parse((await service.control('GET', '')).json.now);
    return (await service.authorization(referral)).meters.meters.map((meter: { uid: string }) => meter.uid);
  };
  const monthsCovered = (coverage: [string, string][]) =>
    (Date.parse(coverage.at(-1)?.[1] ?? '') - Date.parse(coverage[0]?.[0] ?? '')) / DAY_MS / 30.44;

  describe('what it collects (rules 1 to 4)', () => {
    it.each([1, 6, 12, 36])('%i months for meters that were never activated', async (months) => {
      const [uid = ''] = await freshMeters('residential');
      const answer = await collect({ meters: [uid], collection_duration: months });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ success: true, meters: [uid], collection_duration: months });
      expect((await meterOf(uid)).status).toBe('pending');
      await service.advance(AN_HOUR_S);
      const meter = await meterOf(uid);
      expect(meter.status).toBe('updated');
      expect(Math.abs(monthsCovered(meter.interval_coverage) - months)).toBeLessThan(0.3);
      expect(Math.abs(meter.bill_count - months)).toBeLessThanOrEqual(1);
      // Nothing is collected from the future.
      expect(Date.parse(meter.interval_coverage.at(-1)[1])).toBeLessThanOrEqual(now + AN_HOUR_S * 1_000);
    });

    it.each([
      ['per_month', 12],
      ['per_collection', 36],
    ])('without a duration: plan %s means %i months', async (plan, months) => {
      await service.control('PUT', '/plan', { plan });
      const [uid = ''] = await freshMeters('residential');
      const answer = await collect({ meters: [uid] });
      expect(answer.json).toMatchObject({ success: true, meters: [uid], collection_duration: months });
      await service.advance(AN_HOUR_S);
      expect(Math.abs(monthsCovered((await meterOf(uid)).interval_coverage) - months)).toBeLessThan(0.3);
    });

    it('a second call refreshes: the missing timespan, and nothing twice', async () => {
      const [uid = ''] = await freshMeters('residential');
      await collect({ meters: [uid], collection_duration: 3 });
      await service.advance(AN_HOUR_S);
      const first = await meterOf(uid);
      await service.advance(70 * 86_400);
      await collect({ meters: [uid] });
      await service.advance(AN_HOUR_S);
      const second = await meterOf(uid);
      expect(second.interval_coverage).toHaveLength(1);
      expect(second.interval_coverage[0][0]).toBe(first.interval_coverage[0][0]);
      expect(second.bill_count).toBeGreaterThanOrEqual(first.bill_count + 2);

      await collect({ meters: [uid] });
      await service.advance(AN_HOUR_S);
      const third = await meterOf(uid);
      expect([third.bill_count, third.interval_count]).toEqual([second.bill_count, second.interval_count]);
    });

    it('a refresh that finds nothing new says so: no bills_added, no intervals_added', async () => {
      const [uid = ''] = await freshMeters('residential');
      await collect({ meters: [uid], collection_duration: 1 });
      await service.advance(AN_HOUR_S);
      const before = (await service.api('GET', '/events')).json.events.length;
      await collect({ meters: [uid] });
      await service.advance(AN_HOUR_S);
      const { events } = (await service.api('GET', '/events')).json;
      const types = events.slice(0, events.length - before).map((event: { type: string }) => event.type);
      expect(types.reverse()).toEqual([
        'meter_historical_collection_started',
        'meter_historical_collection_progress',
        'meter_historical_collection_finished_successful',
      ]);
    });

    it('any number of meters of several authorizations', async () => {
      const meters = [...(await freshMeters('commercial')), ...(await freshMeters('nobills'))];
      expect(meters).toHaveLength(5);
      const answer = await collect({ meters, collection_duration: 2 });
      expect(answer.json.meters).toEqual(meters);
      await service.advance(AN_HOUR_S);
      for (const uid of meters) expect((await meterOf(uid)).status).toBe('updated');
    });

    it('a uid named twice is collected once', async () => {
      const [uid = ''] = await freshMeters('residential');
      expect((await collect({ meters: [uid, uid] })).json.meters).toEqual([uid]);
      expect((await service.api('GET', '/events?limit=1')).json.events[0].type).toBe(
        'meter_historical_collection_started',
      );
    });
  });

  describe('what it leaves out', () => {
    it('drops revoked and expired meters, and unknown ones, in silence', async () => {
      const [open = ''] = await freshMeters('residential');
      const [revoked = ''] = await freshMeters('nobills');
      const [expired = ''] = await freshMeters('nointervals');
      await service.control('POST', `/authorizations/${(await meterOf(revoked)).authorization_uid}/revoke`);
      await service.control('POST', `/authorizations/${(await meterOf(expired)).authorization_uid}/expire`);
      const answer = await collect({ meters: [revoked, open, expired, '999999999'] });
      expect([answer.status, answer.json.meters]).toEqual([200, [open]]);
      const none = await collect({ meters: [revoked, expired] });
      expect([none.status, none.json.error]).toEqual([400, 'expired_or_revoked']);
    });

    it('collects a meter for the authorization that still holds when another of the same customer was revoked', async () => {
      const [earlier, later] = [service.line.authorizations[7], service.line.authorizations[9]];
      if (!earlier || !later) throw new Error('the demo portfolio lacks its house that authorised twice');
      expect(later.meters).toEqual(earlier.meters);
      await service.control('POST', `/authorizations/${later.auth_uid}/revoke`);
      const answer = await collect({ meters: later.meters });
      expect([answer.status, answer.json.meters]).toEqual([200, earlier.meters]);
      const { events } = (await service.api('GET', '/events?limit=1')).json;
      expect(events[0]).toMatchObject({
        type: 'meter_historical_collection_started',
        authorization_uid: earlier.auth_uid,
      });
    });

    it('a collection under way ends with an error when its authorization is revoked', async () => {
      const [uid = ''] = await freshMeters('residential');
      await collect({ meters: [uid] });
      await service.advance(5);
      const { authorization_uid: authorization } = await meterOf(uid);
      await service.control('POST', `/authorizations/${authorization}/revoke`);
      await service.advance(AN_HOUR_S);
      const meter = await meterOf(uid);
      expect(meter).toMatchObject({ status: 'errored', bill_count: 0, interval_count: 0 });
      expect((await service.eventsOf(authorization)).slice(-2).map((event) => event.type)).toEqual([
        'authorization_revoked',
        'meter_historical_collection_finished_errored',
      ]);
    });
  });

  describe('what it refuses (section 7.2)', () => {
    it.each([
      ['no meters', {}, 400, 'required_param_missing'],
      ['meters is null', { meters: null }, 400, 'required_param_missing'],
      ['meters is no list', { meters: '1' }, 400, 'invalid_param'],
      ['an empty list', { meters: [] }, 400, 'invalid_param'],
      ['a number for a uid', { meters: [1] }, 400, 'invalid_param'],
      ['an empty uid', { meters: [''] }, 400, 'invalid_param'],
      ['no such meters', { meters: ['0', 'no-such-meter'] }, 404, 'not_found'],
      ['a duration of 0', { meters: ['0'], collection_duration: 0 }, 400, 'invalid_param'],
      ['a duration of 37', { meters: ['0'], collection_duration: 37 }, 400, 'invalid_param'],
      ['half a month', { meters: ['0'], collection_duration: 1.5 }, 400, 'invalid_param'],
      ['a duration as text', { meters: ['0'], collection_duration: '12' }, 400, 'invalid_param'],
    ])('%s', async (_what, body, status, type) => {
      const answer = await collect(body);
      expect([answer.status, answer.json.error]).toEqual([status, type]);
      expect(answer.json).toEqual({ error: type, error_description: expect.any(String), url: null });
    });

    it('402 for a meter that is neither free nor demo, until the balance is positive', async () => {
      const { unpaid_meter_uid: unpaid } = (await service.control('GET', '')).json;
      const [free = ''] = await freshMeters('residential');
      const refused = await collect({ meters: [unpaid] });
      expect([refused.status, refused.json.error]).toEqual([402, 'payment_required']);
      expect((await collect({ meters: [free] })).status).toBe(200);
      await service.control('PUT', '/balance', { balance: 10 });
      const paid = await collect({ meters: [unpaid], collection_duration: 1 });
      expect([paid.status, paid.json.meters]).toEqual([200, [unpaid]]);
      await service.advance(AN_HOUR_S);
      expect((await meterOf(unpaid)).status).toBe('updated');
    });
  });
});
