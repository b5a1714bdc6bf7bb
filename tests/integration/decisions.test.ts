/** What the user decides, as the windows ask for it: through the contract, the app's handlers and a real engine. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeHandlers } from '../../electron/app/handlers/store.ts';
import { callLocally, createDispatch, type Dispatch, type Handlers, TopicHub } from '../../electron/rpc/index.ts';
import { batchFeed, ELECTRICITY, START } from '../fixtures/batch-feed.ts';
import { type EngineUnderTest, startEngine } from './engine-harness.ts';

const workspace = 'files';
const BASE = 'https://example.test/DataCustodian/espi/1_1/resource';
const BILL = `<entry><id>urn:uuid:9</id><link rel="self" href="${BASE}/Subscription/1001/UsagePoint/2001/UsageSummary/1"/><link rel="up" href="${BASE}/Subscription/1001/UsagePoint/2001/UsageSummary"/><title>t</title><content><UsageSummary xmlns="http://naesb.org/espi"><billingPeriod><duration>2592000</duration><start>${START}</start></billingPeriod><billLastPeriod>12345000</billLastPeriod><currency>840</currency><statusTimeStamp>${START}</statusTimeStamp></UsageSummary></content><updated>2024-01-02T00:00:00Z</updated></entry>`;

let engine: EngineUnderTest;
let dispatch: Dispatch;
const topics = new TopicHub();
/** Areas that the windows are told to ask for again. */
let told: string[][] = [];

beforeAll(async () => {
  engine = await startEngine();
  dispatch = createDispatch(storeHandlers({ engine: engine.client, topics }) as Handlers, () => undefined);
  topics.subscribe((topic, payload) => {
    if (topic === 'store.changed') told.push((payload as { areas: string[] }).areas);
  });
  const file = path.join(engine.folder, 'solar.xml');
  const reverse = ELECTRICITY.replace('<flowDirection>1', '<flowDirection>19');
  const value = (index: number) => (index % 96 >= 20 && index % 96 < 80 ? 100 : undefined);
  const feed = batchFeed({ days: 10, readingType: reverse, value }).replace('</feed>', `${BILL}</feed>`);
  await writeFile(file, feed);
  await engine.client.call('ingest.file', { workspace, path: file });
});
afterAll(() => engine.dispose());
beforeEach(() => {
  told = [];
});

async function series() {
  const [row] = await engine.client.call('series.list', { workspace });
  if (row === undefined) throw new Error('no series');
  return row;
}

async function point() {
  const { rows } = await engine.client.call('usagePoints.list', { workspace });
  return await engine.client.call('usagePoints.get', { workspace, id: rows[0]?.id ?? '' });
}

describe('a decision', () => {
  it('of holes changes coverage and is taken back', async () => {
    const { id } = await series();
    const before = await point();
    expect(before.coverage).toBeLessThan(0.8);
    await callLocally(dispatch, 'series.setHoles', { workspace, series: id, holes: 'zeros' });
    expect((await series()).holes).toMatchObject({ taken: 'zeros', by: 'user', suggested: 'zeros' });
    expect((await point()).coverage).toBe(1);
    // The lists of meters show coverage: they must be told, too.
    expect(told).toEqual([['series', 'readings', 'usagePoints']]);
    await callLocally(dispatch, 'series.setHoles', { workspace, series: id });
    expect((await series()).holes).toMatchObject({ taken: 'gaps', by: 'detected' });
    expect((await point()).coverage).toBe(before.coverage);
  });

  it('of behaviour changes the total and is taken back', async () => {
    const { id, sum } = await series();
    expect(sum).toBe(60);
    await callLocally(dispatch, 'series.setBehaviour', { workspace, series: id, behaviour: 'register' });
    expect(await series()).toMatchObject({
      behaviour: 'register',
      behaviourBy: 'user',
      behaviourDetected: 'interval',
      sum: 0,
    });
    await callLocally(dispatch, 'series.setBehaviour', { workspace, series: id });
    expect(await series()).toMatchObject({ behaviour: 'interval', behaviourBy: 'detected', sum: 60 });
    expect(told).toHaveLength(2);
  });

  it('of the scale of money changes the bills and is taken back', async () => {
    const usagePoint = (await point()).id;
    const total = async () => (await engine.client.call('bills.list', { workspace, usagePoint }))[0]?.total;
    expect(await total()).toBe(123.45);
    await callLocally(dispatch, 'bills.setMoneyScale', { workspace, usagePoint, scale: 1000 });
    expect(await total()).toBe(12_345);
    await callLocally(dispatch, 'bills.setMoneyScale', { workspace, usagePoint });
    expect(await total()).toBe(123.45);
    expect(told).toEqual([['bills'], ['bills']]);
  });

  it('of the zone changes the local time and is taken back', async () => {
    const { id } = await point();
    await callLocally(dispatch, 'usagePoints.setZone', { workspace, id, zone: 'Australia/Adelaide' });
    expect((await point()).localTime).toMatchObject({ source: 'user', zone: 'Australia/Adelaide' });
    await callLocally(dispatch, 'usagePoints.setZone', { workspace, id });
    expect((await point()).localTime.source).toBe('meter');
    expect(told).toEqual([['usagePoints'], ['usagePoints']]);
  });

  it.each([
    ['series.setHoles', { workspace, series: 'x', holes: 'zeros' }, 'series_unknown'],
    ['series.setHoles', { workspace, series: 'x', holes: 'ones' }, 'bad_input'],
    ['series.setBehaviour', { workspace, series: 'x', behaviour: 'sample' }, 'series_unknown'],
    ['usagePoints.setZone', { workspace, id: 'x', zone: 'Mars/Olympus' }, 'usage_point_unknown'],
    ['bills.setMoneyScale', { workspace, usagePoint: 'x', scale: -1 }, 'bad_input'],
  ])('%s %j is refused, and nobody is told', async (name, input, code) => {
    expect(await dispatch(name, input)).toMatchObject({ ok: false, error: { code } });
    expect(told).toEqual([]);
  });
});
