import { afterEach, expect, it, vi } from 'vitest';
import { Database } from '../../../electron/engine/store/database.ts';
import { openTestStore } from './store/store-harness.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('an engine that is left alone gives memory back; while a feed comes in it does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const store = await openTestStore();
  const given = vi.spyOn(Database.prototype, 'giveMemoryBack');
  await store.call('series.list', {});
  await vi.advanceTimersByTimeAsync(2900);
  await store.call('series.list', {});
  await vi.advanceTimersByTimeAsync(2900);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(given).toHaveBeenCalledTimes(1);
  const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
  const { session } = await store.call('ingest.begin', { source });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(given).toHaveBeenCalledTimes(1);
  await store.engine.call('ingest.abort', { session });
  await vi.advanceTimersByTimeAsync(4000);
  vi.useRealTimers();
  // It waits for whoever writes.
  await vi.waitFor(() => expect(given).toHaveBeenCalledTimes(2), 10_000);
  await store.dispose();
});
