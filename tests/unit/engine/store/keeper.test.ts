import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Keeper } from '../../../../electron/engine/store/keeper.ts';
import { DAY, START } from '../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from './store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await store.dispose();
});

const rules = { tail: 150, runs: 2, step: 100, rowGroup: 100 };
const runs = () => store.engine.store(WORKSPACE).database.reader.rows('SELECT * FROM packed_runs');

async function nights(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    for (const meter of ['2001', '2002']) await store.batch({ meter, start: START + day * DAY, days: 1 });
  }
}

it('packs once nobody has written for a while, without being asked', async () => {
  const keeper = store.engine.store(WORKSPACE).keepTidy(undefined, rules);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await nights(3);
  await vi.advanceTimersByTimeAsync(4900);
  expect(await runs()).toEqual([]);
  // Its own rests are on the real clock.
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await runs()).toHaveLength(1), 5000);
  await keeper.stop();
});

it('does nothing more once it was stopped', async () => {
  const keeper = store.engine.store(WORKSPACE).keepTidy(undefined, rules);
  await nights(3);
  await keeper.stop();
  await keeper.tidy();
  expect(await runs()).toHaveLength(0);
});

it('says that it could not tidy up, and lets the program go on', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const room = {
    connect: () => Promise.reject(new Error('no room')),
    write: () => Promise.resolve(),
    checkpoint: () => Promise.resolve(),
  };
  const keeper = new Keeper(room, []);
  vi.useFakeTimers();
  keeper.written();
  await vi.advanceTimersByTimeAsync(5100);
  expect(error).toHaveBeenCalledWith('The store could not be tidied.', expect.any(Error));
  await keeper.stop();
});

it('is at work once, also where it is asked to tidy up while it waits for quiet', async () => {
  vi.useFakeTimers();
  let [left, atWork, most] = [3, 0, 0];
  const connection = await store.engine.store(WORKSPACE).database.connect();
  const room = {
    connect: () => Promise.resolve(connection),
    write: async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setTimeout(resolve, 6000));
      left -= 1;
      atWork -= 1;
    },
    checkpoint: () => Promise.resolve(),
  };
  const keeper = new Keeper(room, [{ next: async () => (left > 0 ? async () => undefined : undefined) }]);
  keeper.written();
  const tidied = keeper.tidy();
  await vi.advanceTimersByTimeAsync(30_000);
  await tidied;
  expect([left, most]).toEqual([0, 1]);
  await keeper.stop();
});
