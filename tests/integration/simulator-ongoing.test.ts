/** The world lives on: what days that pass bring to meters with ongoing collection, over both APIs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, greenButtonBench, hasSchema, readingsOf, schemaProblems } from './simulator-greenbutton-bench.ts';

const DAY_S = 86_400;

interface MeterJson {
  uid: string;
  authorization_uid: string;
  status_ts: string;
  notes: { type: string; bill_end?: string }[];
  ongoing_monitoring: { frequency: string };
  bill_count: number;
  bill_coverage: [string, string][];
  interval_count: number;
  interval_coverage: [string, string][];
}

interface EventJson {
  uid: string;
  type: string;
  ts: string;
  meter_uid?: string;
  authorization_uid?: string;
}

let bench: Bench;
const opened: Bench[] = [];

async function open(flags: readonly string[] = []): Promise<Bench> {
  bench = await greenButtonBench(['--batch-threshold', '1000000000', ...flags]);
  opened.push(bench);
  return bench;
}
beforeEach(async () => {
  await open();
});
afterEach(async () => {
  for (const { service } of opened.splice(0)) await service.stop();
});

/** The n-th authorization of the demo portfolio, in the order of the line. */
const auth = (position: number) => {
  const found = bench.line.authorizations[position];
  if (found === undefined) throw new Error('The portfolio has no such authorization.');
  return found;
};
const pass = (days: number) => bench.service.advance(days * DAY_S);
const batch = async (uid: string, query = '') => (await bench.get(`/Batch/Subscription/${uid}${query}`)).text;
const meterOf = async (uid: string): Promise<MeterJson> => (await bench.service.api('GET', `/meters/${uid}`)).json;
const events = async (): Promise<EventJson[]> => {
  const found: EventJson[] = [];
  let next: string | null = `${bench.line.api_base}/events`;
  while (next !== null) {
    const { json } = await bench.service.request('GET', next, { token: bench.line.api_token });
    found.push(...json.events);
    next = json.next;
  }
  return found.reverse();
};
/** Two authorizations of one house share the uid of its meter. */
const isOf = ({ uid, authorization_uid }: MeterJson, event: EventJson) =>
  event.meter_uid === uid && event.authorization_uid === authorization_uid;
const now = async () => Date.parse((await bench.service.control('GET', '')).json.now);
/** A time as a batch parameter takes it. */
const param = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Entries of a document: kind, own address, `updated` and the text. */
function entriesOf(xml: string) {
  return xml
    .split('<entry>')
    .slice(1)
    .map((text) => ({
      kind: /<content type="atom\+xml"><(\w+)/.exec(text)?.[1] ?? '',
      self: /<link rel="self" href="([^"]+)"/.exec(text)?.[1] ?? '',
      updated: Date.parse(/<updated>([^<]+)</.exec(text)?.[1] ?? ''),
      content: /<content.*<\/content>/s.exec(text)?.[0] ?? '',
    }));
}
const blocksOf = (xml: string) => entriesOf(xml).filter(({ kind }) => kind === 'IntervalBlock');
const localDate = (zone: string, seconds: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(seconds * 1000);

describe('a day that passes', () => {
  it('brings every meter that is followed the day before, whole, and tells of it', async () => {
    const before = await now();
    const metersBefore = new Map<string, MeterJson>();
    for (const { meters } of bench.line.authorizations)
      for (const uid of meters) metersBefore.set(uid, await meterOf(uid));
    const eventsBefore = (await events()).length;
    await pass(1);
    const told = (await events()).slice(eventsBefore);
    for (const [uid, old] of metersBefore) {
      expect(old.ongoing_monitoring.frequency).toBe('daily');
      const meter = await meterOf(uid);
      const isPaid = uid === (await bench.service.control('GET', '')).json.unpaid_meter_uid;
      const grown =
        Date.parse(meter.interval_coverage.at(-1)?.[1] ?? '') - Date.parse(old.interval_coverage.at(-1)?.[1] ?? '');
      expect(grown).toBe(isPaid ? 0 : DAY_S * 1000);
      expect(meter.interval_coverage).toHaveLength(1);
      const news = told.filter((event) => isOf(meter, event) && event.type === 'meter_intervals_added');
      const isNew = meter.interval_count > old.interval_count;
      expect(news.length > 0).toBe(isNew);
      for (const { ts } of news) {
        expect(Date.parse(ts)).toBeGreaterThan(before);
        expect(Date.parse(meter.status_ts)).toBeGreaterThanOrEqual(Date.parse(ts));
      }
    }
    expect(told.map(({ ts }) => ts)).toEqual([...told.map(({ ts }) => ts)].sort());
  });

  it('is all that updated-min asks for, and what a batch holds more than before', async () => {
    const { auth_uid } = auth(0);
    const old = await batch(auth_uid);
    const asked = await now();
    await pass(1);
    const fresh = await batch(auth_uid, `?updated-min=${param(asked)}`);
    const all = await batch(auth_uid);
    const known = new Set(blocksOf(old).map(({ self }) => self));
    const added = blocksOf(all).filter(({ self }) => !known.has(self));
    expect(added).toHaveLength(1);
    expect(blocksOf(fresh)).toEqual(added);
    expect(readingsOf(fresh)).toHaveLength(96);
    expect(fresh.length * 500).toBeLessThan(all.length);
    for (const entry of entriesOf(fresh)) expect(entry.updated).toBeGreaterThan(asked);
    // The answers are dated by the clock that `updated` comes from.
    const answer = await bench.get(`/Batch/Subscription/${auth_uid}?updated-min=${param(asked)}`);
    expect(Math.abs(Date.parse(answer.headers.get('date') ?? '') - (await now()))).toBeLessThan(5_000);
    expect(await batch(auth_uid, `?updated-max=${param(asked)}`)).not.toContain(added[0]?.self);
    expect(blocksOf(await batch(auth_uid, `?updated-min=${param(await now())}`))).toEqual([]);
  });

  it('is told by webhooks, as everything is', async () => {
    // An address that refuses: the attempts are recorded all the same.
    await bench.service.control('PUT', '/webhook', { url: 'http://127.0.0.1:9/hook' });
    await pass(1);
    const { deliveries } = (await bench.service.control('GET', '/deliveries')).json;
    const sent = new Set(deliveries.flatMap((delivery: { events: string[] }) => delivery.events));
    const news = (await events()).filter(({ type }) => type === 'meter_intervals_added').slice(-8);
    expect(news).toHaveLength(8);
    for (const { uid } of news) expect(sent).toContain(uid);
  });
});

describe('clock changes', () => {
  it.each([
    [0, 'America/New_York', '2026-03-08', 92],
    [2, 'America/Los_Angeles', '2026-03-08', 92],
    [5, 'America/Phoenix', '2026-03-08', 96],
    [4, 'Australia/Adelaide', '2026-04-05', 50],
  ])(
    'authorization %i in %s: the day %s has %i readings, from midnight to midnight',
    async (position, zone, date, count) => {
      const { auth_uid } = auth(position);
      await pass(64);
      const text = await batch(auth_uid, '?published-min=2026-03-01T00:00:00Z');
      const of = /_(?:kwh)_1\/IntervalBlock\//;
      const days = blocksOf(text)
        .filter(({ self }) => of.test(self))
        .map(({ content }) => readingsOf(content));
      const day = days.find(([first]) => first && localDate(zone, first.start).startsWith(date));
      expect(localDate(zone, day?.[0]?.start ?? 0)).toBe(`${date} 00:00`);
      expect(localDate(zone, day?.at(-1)?.end ?? 0).slice(11)).toBe('00:00');
      expect(day).toHaveLength(count);
      // Nothing is torn and nothing comes twice, over all the days that came one by one.
      const starts = days.flat().map(({ start }) => start);
      expect(new Set(starts).size).toBe(starts.length);
    },
  );
});

describe('a month that passes', () => {
  it('brings bills when they are written, with their events and power quality, each new to who asks for news', async () => {
    const { auth_uid, meters } = auth(0);
    const [uid = ''] = meters;
    const old = await meterOf(uid);
    let asked = await now();
    const seen = { UsageSummary: 0, ElectricPowerQualitySummary: 0 };
    for (let day = 0; day < 62; day += 1) {
      await pass(1);
      const fresh = entriesOf(await batch(auth_uid, `?updated-min=${param(asked)}`));
      asked = await now();
      for (const { kind } of fresh) if (kind in seen) seen[kind as keyof typeof seen] += 1;
    }
    const meter = await meterOf(uid);
    expect(meter.bill_count).toBe(old.bill_count + 2);
    expect(seen.UsageSummary).toBe(2);
    expect(seen.ElectricPowerQualitySummary).toBeGreaterThanOrEqual(2);
    expect(meter.bill_coverage).toHaveLength(1);
    expect(meter.notes.find(({ type }) => type === 'latest_known_bill')?.bill_end).toBe(meter.bill_coverage[0]?.[1]);
    const told = (await events()).filter((event) => event.meter_uid === uid && event.type === 'meter_bills_added');
    expect(told).toHaveLength(2);
    const summaries = entriesOf(await batch(auth_uid)).filter(({ kind }) => kind === 'UsageSummary');
    expect(summaries).toHaveLength(meter.bill_count);
    expect(summaries.slice(-2).map(({ updated }) => updated)).toEqual(told.map(({ ts }) => Date.parse(ts)));
  }, 60_000);

  it('corrects a day now and then: other amounts at the same address, newer than before', async () => {
    const { auth_uid } = auth(1);
    await pass(30);
    const old = new Map(
      blocksOf(await batch(auth_uid, '?published-min=2026-01-20T00:00:00Z')).map((one) => [one.self, one]),
    );
    const asked = await now();
    await pass(20);
    const fresh = blocksOf(await batch(auth_uid, `?updated-min=${param(asked)}`));
    const again = fresh.filter(({ self }) => old.has(self));
    expect(again.length).toBeGreaterThan(0);
    expect(again.length).toBeLessThan(fresh.length / 5);
    for (const block of again) {
      const before = old.get(block.self);
      expect(block.updated).toBeGreaterThan(asked);
      expect(before?.updated).toBeLessThanOrEqual(asked);
      const [was, is] = [readingsOf(before?.content ?? ''), readingsOf(block.content)];
      expect(is.map(({ start }) => start)).toEqual(was.map(({ start }) => start));
      expect(is.filter(({ value }, i) => value !== was[i]?.value).length).toBeGreaterThan(0);
      expect(block.content).toContain('<quality>7</quality>');
      // Days ago, not weeks.
      const age = block.updated / 1000 - (is.at(-1)?.end ?? 0);
      expect(age).toBeGreaterThan(DAY_S);
      expect(age).toBeLessThan(10 * DAY_S);
    }
  });

  it('comes to the same at once and day by day, and to the same for the same seed', async () => {
    const { auth_uid } = auth(2);
    await pass(40);
    const atOnce = await batch(auth_uid);
    await open();
    for (let day = 0; day < 40; day += 1) await pass(1);
    // The real clock runs on, too: addresses carry the port, and only they may differ.
    const plain = (text: string) => blocksOf(text).map(({ content, updated }) => ({ content, updated }));
    expect(plain(await batch(auth_uid))).toEqual(plain(atOnce));
  }, 60_000);

  it('keeps its quirks: newest first, and registers that never fall, over days that were corrected, too', async () => {
    await bench.service.control('PUT', '/quirks', { quirks: 'newest-first,registers' });
    await pass(40);
    const all = blocksOf(await batch(auth(0).auth_uid, '?published-min=2026-01-20T00:00:00Z'));
    expect(all.filter(({ content }) => content.includes('<quality>7</quality>')).length).toBeGreaterThan(0);
    const shown = all.flatMap(({ content }) => readingsOf(content));
    expect(shown.length).toBeGreaterThan(4_000);
    for (const [index, { start, value }] of shown.slice(1).entries()) {
      expect(start).toBeLessThan(shown[index]?.start ?? 0);
      expect(value).toBeLessThanOrEqual(shown[index]?.value ?? 0);
    }
  });

  it('is in the bulk feed, and faults stand before it as before everything', async () => {
    const asked = await now();
    await pass(1);
    const client: string = (await bench.token({ grant_type: 'client_credentials' })).json.access_token;
    const bulk = await bench.get(`/Bulk/${bench.secrets.bulk_uid}?updated-min=${param(asked)}`, client);
    expect(blocksOf(bulk.text).length).toBeGreaterThan(12);
    await bench.service.control('POST', '/faults', { path: '*Batch*', status: 503, times: 1 });
    const { auth_uid } = auth(0);
    expect((await bench.get(`/Batch/Subscription/${auth_uid}?updated-min=${param(asked)}`)).status).toBe(503);
    expect(blocksOf(await batch(auth_uid, `?updated-min=${param(asked)}`))).toHaveLength(1);
  });

  it.skipIf(!hasSchema)(
    'still validates',
    async () => {
      await pass(45);
      const documents: [string, string][] = [];
      for (const position of [0, 3, 4]) {
        documents.push([
          `batch ${position}`,
          await batch(auth(position).auth_uid, '?updated-min=2026-02-04T00:00:00Z'),
        ]);
      }
      expect(await schemaProblems(documents)).toBe('');
    },
    60_000,
  );
});

describe('nothing comes to a meter', () => {
  it('whose permission ended, until it is renewed: then all that was left out comes', async () => {
    const { auth_uid, meters } = auth(0);
    const [uid = ''] = meters;
    await bench.service.control('POST', `/authorizations/${auth_uid}/expire`);
    const old = await meterOf(uid);
    await pass(10);
    expect(await meterOf(uid)).toMatchObject({
      interval_count: old.interval_count,
      interval_coverage: old.interval_coverage,
    });
    await bench.service.control('POST', `/authorizations/${auth_uid}/renew`, {});
    await pass(1);
    const { interval_coverage } = await meterOf(uid);
    expect(interval_coverage).toHaveLength(1);
    expect(Date.parse(interval_coverage[0]?.[1] ?? '')).toBeGreaterThan((await now()) - DAY_S * 1000);
    expect(
      (await events()).filter((one) => one.meter_uid === uid && one.type === 'meter_intervals_added'),
    ).toHaveLength(1);
  });

  it('that was revoked', async () => {
    const { auth_uid, meters } = auth(3);
    await bench.service.control('POST', `/authorizations/${auth_uid}/revoke`);
    await pass(40);
    for (const uid of meters) expect(await meterOf(uid)).toMatchObject({ interval_count: 0, bill_count: 0 });
    const last = (await events()).filter((one) => one.authorization_uid === auth_uid).at(-1);
    expect(last?.type).toBe('authorization_revoked');
  });

  it('of bills that the customer did not authorise', async () => {
    const { auth_uid, meters } = auth(8);
    const [uid = ''] = meters;
    await pass(62);
    const meter = await meterOf(uid);
    expect(meter).toMatchObject({ authorization_uid: auth_uid, bill_count: 0, bill_coverage: [] });
    expect(meter.notes.map(({ type }) => type)).not.toContain('latest_known_bill');
    const told = (await events()).filter((one) => one.authorization_uid === auth_uid).map(({ type }) => type);
    expect(told).toContain('meter_intervals_added');
    expect(told).not.toContain('meter_bills_added');
  });

  it('that is not followed, that never was collected, or that nobody pays for', async () => {
    const { meters } = auth(0);
    const [off = ''] = meters;
    await bench.service.control('PUT', `/meters/${off}/ongoing`, { frequency: 'off' });
    const unpaid = (await bench.service.control('GET', '')).json.unpaid_meter_uid as string;
    const referral = await bench.service.submit('residential');
    await bench.service.advance(3_600);
    const test = (await bench.service.authorization(referral)).meters.meters[0].uid as string;
    const before = new Map(
      await Promise.all([off, unpaid, test].map(async (uid) => [uid, await meterOf(uid)] as const)),
    );
    await pass(35);
    for (const [uid, old] of before) {
      const { interval_count, bill_count } = await meterOf(uid);
      expect({ interval_count, bill_count }).toEqual({
        interval_count: old.interval_count,
        bill_count: old.bill_count,
      });
    }
    await bench.service.control('PUT', '/balance', { balance: 10 });
    await bench.service.control('PUT', `/meters/${off}/ongoing`, { frequency: 'daily' });
    await pass(1);
    for (const uid of [off, unpaid]) {
      expect((await meterOf(uid)).interval_count).toBeGreaterThan(before.get(uid)?.interval_count ?? 0);
      expect((await meterOf(uid)).bill_count).toBeGreaterThan(before.get(uid)?.bill_count ?? 0);
    }
    expect((await bench.service.control('PUT', '/meters/nobody/ongoing', { frequency: 'off' })).status).toBe(404);
    expect((await bench.service.control('PUT', `/meters/${off}/ongoing`, { frequency: 'hourly' })).status).toBe(400);
  });
});

it('a customer who consents is followed from then on', async () => {
  const { authUid, refresh_token } = await bench.authorize('new.customer');
  const asked = await now();
  await pass(2);
  const { access_token } = (await bench.token({ grant_type: 'refresh_token', refresh_token })).json;
  const fresh = await bench.get(`/Batch/Subscription/${authUid}?updated-min=${param(asked)}`, access_token);
  expect(blocksOf(fresh.text).length).toBeGreaterThanOrEqual(2);
});
