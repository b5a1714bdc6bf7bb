import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { number } from '../../../../../electron/engine/store/row.ts';
import type { AttentionThresholds } from '../../../../../shared/contract/attention.ts';
import type { CollectedMeter, CollectionView } from '../../../../../shared/contract/collections.ts';
import { DAY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const THRESHOLDS: AttentionThresholds = {
  silentDays: 3,
  billDays: 10,
  gapDays: 3,
  estimatedShare: 0.1,
  expiryDays: 30,
  withinDays: 400,
};
const HOUR = 3600;

/** The list, asked at a time of the service (epoch seconds). */
async function at(now: number, input: { group?: string; kind?: 'stopped' | 'gap' } = {}) {
  return await store.call('attention.lines', { ...input, now: now * 1000, ahead: now * 1000 - Date.now() });
}
const thresholds = (some: Partial<AttentionThresholds>) =>
  store.call('attention.setThresholds', { thresholds: { ...THRESHOLDS, ...some } });
const rows = (sql: string) => store.engine.store(WORKSPACE).database.reader.rows(sql);

async function authorize(uid = '1001', { status = 1, expires = 4_000_000_000 } = {}) {
  await store.ingest(
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:${uid}</id><link rel="self" href="https://example.test/espi/1_1/resource/Authorization/${uid}"/><content><Authorization xmlns="http://naesb.org/espi"><status>${status}</status><expires_at>${expires}</expires_at></Authorization></content></entry></feed>`,
  );
}
const synced = (uid = '1001', cursor = {}) =>
  store.call('cursors.set', { cursors: [{ name: `sync/${uid}`, value: JSON.stringify(cursor) }] });

/** Days of readings, each delivered so many hours after it ended. */
async function daily(meter: string, days: number, hours = 6, value?: (index: number) => number | undefined) {
  for (let day = 0; day < days; day += 1) {
    const start = START + day * DAY;
    const updated = new Date((start + DAY + hours * HOUR) * 1000).toISOString();
    await store.batch({
      meter,
      start,
      days: 1,
      updated,
      ...(value ? { value: (index) => value(day * 96 + index) } : {}),
    });
  }
}

/** What is usual of a meter, from the rows of its blocks one by one. */
async function plainRhythm(meter: string) {
  const blocks = await rows(
    `SELECT b.updated // 1000 AS at, b.last_end FROM interval_blocks b JOIN series s USING (series) WHERE s.usage_point = '1001~${meter}'`,
  );
  const arrivals = new Map<number, number>();
  for (const row of blocks) {
    const when = number(row.at);
    arrivals.set(when, Math.max(arrivals.get(when) ?? 0, number(row.last_end)));
  }
  const [every, delays]: [number[], number[]] = [[], []];
  let reached: number | undefined;
  for (const [when, reach] of [...arrivals].toSorted(([a], [b]) => a - b)) {
    if (reached !== undefined && reach <= reached) continue;
    if (reached !== undefined) every.push(reach - reached);
    delays.push(when - reach);
    reached = reach;
  }
  return { every: median(every), delay: median(delays) };
}

function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return undefined;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

describe('data that stopped', () => {
  it('is judged by what is usual for the meter, as its deliveries say', async () => {
    await authorize();
    await daily('2001', 6, 30);
    await synced();
    const end = START + 6 * DAY;
    const usual = await plainRhythm('2001');
    expect(usual).toEqual({ every: DAY, delay: 30 * HOUR });
    const due = end + DAY + 30 * HOUR;
    expect((await at(due + 3 * DAY)).counts.stopped).toBe(0);
    const late = await at(due + 3 * DAY + 60);
    expect(late.rows).toEqual([
      expect.objectContaining({ kind: 'stopped', since: end, due, ...usual, sinceDay: '2023-11-20' }),
    ]);
    const [line] = late.rows;
    expect(line?.kind === 'stopped' ? line.asOf - (due + 3 * DAY + 60) : 9).toBeGreaterThan(-5);
  });

  it('of a meter that is delivered by the month waits for a month, and a correction of old days is no delivery', async () => {
    await authorize();
    for (const month of [0, 1, 2]) {
      const start = START + month * 30 * DAY;
      const updated = new Date((start + 32 * DAY) * 1000).toISOString();
      await store.batch({ meter: '2001', start, days: 30, updated });
    }
    await store.batch({
      meter: '2001',
      start: START + 60 * DAY,
      days: 2,
      updated: new Date((START + 100 * DAY) * 1000).toISOString(),
    });
    await synced();
    expect(await plainRhythm('2001')).toEqual({ every: 30 * DAY, delay: 2 * DAY });
    const due = START + 90 * DAY + 32 * DAY;
    expect((await at(due + 2 * DAY)).counts.stopped).toBe(0);
    expect((await at(due + 4 * DAY)).rows[0]).toMatchObject({ due, every: 30 * DAY, delay: 2 * DAY });
  });

  it('is said only of what the service was asked for: no file, nothing never fetched, nothing that ended, no meter twice', async () => {
    const later = START + 100 * DAY;
    await daily('2001', 2);
    expect((await at(later)).matching).toBe(0);
    await authorize();
    expect((await at(later)).matching).toBe(0);
    await synced();
    expect((await at(later)).counts.stopped).toBe(1);
    // The same meter under another authorization.
    await authorize('1002');
    await synced('1002');
    await store.batch({ authorization: '1002', meter: '2001', days: 1 });
    expect((await at(later)).counts.stopped).toBe(1);
    // The one with more readings ended: the other is asked for still.
    await authorize('1001', { status: 0 });
    expect((await at(later)).rows).toMatchObject([{ kind: 'stopped', meter: { id: '1002~2001' }, since: START + DAY }]);
    await authorize('1002', { status: 0 });
    expect((await at(later)).counts.stopped).toBe(0);
  });

  it('is judged as of the last fetch: what nobody asked for since is not missing', async () => {
    await authorize();
    await daily('2001', 3);
    await synced();
    // Fetched now by this computer's clock, which is 90 days ahead of the data; the service's clock went on for a year since.
    const ahead = (START + 4 * DAY) * 1000 - Date.now();
    const answer = await store.call('attention.lines', { now: (START + 370 * DAY) * 1000, ahead });
    expect(answer.counts.stopped).toBe(0);
  });

  it('is judged by what the service’s clock showed at the fetch, wherever it was moved since', async () => {
    await authorize();
    await daily('2001', 3);
    const fetchedAt = START + 4 * DAY;
    await synced('1001', { answeredAt: fetchedAt * 1000 });
    const moved = START + 400 * DAY;
    expect((await at(moved)).counts.stopped).toBe(0);
    // Asked again after that, and nothing came.
    await synced('1001', { answeredAt: moved * 1000 });
    expect((await at(moved + DAY)).rows).toMatchObject([{ kind: 'stopped', asOf: moved }]);
    // A clock that begins anew with the program is behind the last fetch.
    expect((await at(START + 5 * DAY)).counts.stopped).toBe(0);
  });
});

describe('late bills', () => {
  const period = 30 * DAY;
  const bills = [0, 1, 2].map((place) => ({ start: START + place * period, days: 30, total: 5 }));

  it('are due by the periods of those before and by how late these came', async () => {
    await authorize();
    for (const bill of bills) {
      const updated = new Date((bill.start + period + 5 * DAY) * 1000).toISOString();
      await store.ingest(billFeed([bill]).replaceAll('2024-02-02T00:00:00Z', updated));
    }
    await synced();
    const end = START + 3 * period;
    const due = end + period + 5 * DAY;
    expect((await at(due + 9 * DAY)).counts.bill).toBe(0);
    expect((await at(due + 11 * DAY)).rows).toEqual([
      expect.objectContaining({ kind: 'bill', since: end, due, every: period, delay: 5 * DAY }),
    ]);
    await thresholds({ billDays: 20 });
    expect((await at(due + 11 * DAY)).counts.bill).toBe(0);
  });

  it('are waited for under the authorization that is asked for, where the one with more readings ended', async () => {
    await store.batch({ meter: '2001', days: 3 });
    await store.batch({ authorization: '1002', meter: '2001', days: 1 });
    for (const uid of ['1001', '1002']) {
      await authorize(uid);
      await synced(uid);
      await store.ingest(billFeed(bills, { subscription: uid, meter: '2001' }), uid);
    }
    const later = START + 400 * DAY;
    const late = async () => (await at(later)).rows.flatMap((line) => (line.kind === 'bill' ? [line.meter.id] : []));
    expect(await late()).toEqual(['1001~2001']);
    await authorize('1001', { status: 0 });
    expect(await late()).toEqual(['1002~2001']);
  });

  it('cannot be told from one bill', async () => {
    await authorize();
    await store.ingest(billFeed(bills.slice(0, 1)));
    await synced();
    expect((await at(START + 400 * DAY)).counts.bill).toBe(0);
  });
});

it('long gaps and much that is estimated are counted as the readings have them', async () => {
  await authorize();
  const left = (index: number) =>
    (index >= 96 && index < 96 * 5 + 8) || (index >= 900 && index < 904) || (index >= 1000 && index < 1300);
  await store.batch({
    meter: '2001',
    days: 20,
    value: (index) => (left(index) ? undefined : 100),
    extra: (index) => (index % 4 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''),
  });
  await store.batch({ meter: '2002', days: 20 });
  const readings = (
    await rows(
      `SELECT r.start, r.duration, r.quality FROM readings r JOIN series s USING (series) WHERE s.usage_point = '1001~2001' ORDER BY r.start`,
    )
  ).map((row) => ({
    start: number(row.start),
    end: number(row.start) + number(row.duration),
    quality: number(row.quality),
  }));
  const gaps = readings.flatMap(({ start }, place) => {
    const before = readings[place - 1]?.end ?? start;
    return start - before > 3 * DAY ? [{ start: before, seconds: start - before }] : [];
  });
  const estimated = readings.filter(({ quality }) => quality === 8).length / readings.length;
  const now = START + 25 * DAY;
  const { rows: lines, counts } = await at(now);
  expect(counts).toMatchObject({ gap: 1, estimated: 1, stopped: 0 });
  expect(lines).toEqual([
    expect.objectContaining({
      kind: 'gap',
      since: gaps[0]?.start,
      count: gaps.length,
      longest: Math.max(...gaps.map(({ seconds }) => seconds)),
    }),
    expect.objectContaining({
      kind: 'estimated',
      since: START,
      share: expect.closeTo(estimated, 12),
      readings: readings.length,
    }),
  ]);
  expect(gaps.length).toBe(2);
  expect(gaps[0]?.seconds).toBe(4 * DAY + 8 * STEP);

  await thresholds({ gapDays: 4, estimatedShare: 0.3 });
  expect((await at(now)).counts).toMatchObject({ gap: 1, estimated: 0 });
  // What ended long ago is let be.
  await thresholds({ withinDays: 15 });
  expect((await at(now)).rows.filter(({ kind }) => kind === 'gap')).toMatchObject([{ count: 1 }]);
  // One kind, one group.
  expect((await at(now, { kind: 'gap' })).rows.map(({ kind }) => kind)).toEqual(['gap']);
  const { id } = await store.call('groups.save', { name: 'Other', meters: ['1001~2002'] });
  expect((await at(now, { group: id })).matching).toBe(0);
});

it('a group that has only the other usage point of a meter has what is worth attention of that meter', async () => {
  for (const uid of ['1001', '1002']) {
    await authorize(uid);
    await synced(uid);
  }
  await store.batch({
    meter: '2001',
    days: 20,
    value: (index) => (index >= 96 && index < 96 * 6 ? undefined : 100),
    extra: () => '<ReadingQuality><quality>8</quality></ReadingQuality>',
  });
  await store.batch({ authorization: '1002', meter: '2001', days: 2 });
  const bills = [0, 1, 2].map((place) => ({ start: START + place * 30 * DAY, days: 30, total: 5 }));
  await store.ingest(billFeed(bills, { subscription: '1001', meter: '2001' }), '1001');
  const { id } = await store.call('groups.save', { name: 'One', meters: ['1002~2001'] });
  const later = START + 200 * DAY;
  const [all, group] = [await at(later), await at(later, { group: id })];
  expect(all.counts).toMatchObject({ stopped: 1, bill: 1, gap: 1, estimated: 1 });
  expect(group.counts).toEqual(all.counts);
  const meters = ({ rows: lines }: typeof all) => lines.map((line) => ('meter' in line ? line.meter.id : line.kind));
  expect(meters(group)).toEqual(meters(all));
  // Authorizations are those of the group's own usage points.
  const soon = 4_000_000_000 - 10 * DAY;
  const expiring = (await at(soon, { group: id })).rows.flatMap((line) =>
    line.kind === 'expiring' ? [line.authorization.uid] : [],
  );
  expect(expiring).toEqual(['1002']);
});

it('an authorization that expires soon, or has by its date while the service calls it active', async () => {
  const now = START + 100 * DAY;
  await authorize('1', { expires: now + 29 * DAY });
  await authorize('2', { expires: now + 31 * DAY });
  await authorize('3', { expires: now - DAY });
  await authorize('4', { expires: now - DAY, status: 0 });
  const { rows: lines } = await at(now);
  expect(
    lines.map((line) => (line.kind === 'expiring' ? [line.authorization.uid, line.since - now] : line.kind)),
  ).toEqual([
    ['3', -DAY],
    ['1', 29 * DAY],
  ]);
});

describe('a historical collection that failed', () => {
  const meter = (uid: string, state: CollectedMeter['state']): CollectedMeter => ({ uid, state, events: [] });
  const keep = (
    id: string,
    daysAgo: number,
    view: Pick<CollectionView, 'state' | 'meters'> & Partial<CollectionView>,
  ) => {
    const createdAt = Date.now() - daysAgo * DAY * 1000;
    const asked = view.meters.map(({ uid }) => uid);
    return store.call('runs.save', {
      record: {
        kind: 'collection',
        id,
        batch: undefined,
        over: true,
        createdAt,
        view: { id, workspace: WORKSPACE, createdAt, by: 'me', asked, ...view },
        state: null,
      },
    });
  };
  const found = async () => {
    const answer = await store.call('attention.lines', { now: Date.now(), ahead: 0 });
    return answer.rows.map((line) => (line.kind === 'collection' ? [line.collection.id, line.meters] : line.kind));
  };

  it('is named with the meters that none has collected since', async () => {
    await keep('refused', 9, { state: 'refused', meters: [], asked: ['7'] });
    await keep('old', 5, { state: 'failed', meters: [meter('1', 'errored'), meter('2', 'errored')] });
    await keep('part', 3, {
      state: 'done',
      meters: [meter('2', 'finished'), meter('3', 'errored'), meter('4', 'dropped')],
    });
    await keep('good', 2, { state: 'done', meters: [meter('4', 'finished')] });
    await keep('given up', 1, { state: 'cancelled', meters: [meter('1', 'errored')] });
    await keep('ancient', 500, { state: 'failed', meters: [meter('9', 'errored')] });
    expect(await found()).toEqual([
      ['part', ['3']],
      ['old', ['1']],
      ['refused', ['7']],
    ]);
  });
});

it('is answered from what is kept of series, blocks and gaps, and looks at no reading', async () => {
  await authorize();
  await daily('2001', 6, 30);
  await store.batch({
    meter: '2002',
    days: 20,
    value: (index) => (index >= 96 && index < 96 * 6 ? undefined : 100),
    extra: () => '<ReadingQuality><quality>8</quality></ReadingQuality>',
  });
  await synced();
  const expected = await plainRhythm('2001');
  await store.engine.store(WORKSPACE).write((connection) => connection.run('DELETE FROM readings'));
  const { rows: lines, counts } = await at(START + 60 * DAY);
  expect(counts).toMatchObject({ stopped: 2, gap: 1, estimated: 1 });
  expect(lines[0]).toMatchObject({ kind: 'stopped', since: START + 6 * DAY, ...expected });
  expect(lines.at(-1)).toMatchObject({ kind: 'estimated', share: 1, readings: 15 * 96 });
});
