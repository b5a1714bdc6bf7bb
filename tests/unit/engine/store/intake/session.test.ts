import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFeed } from '../../../../../electron/engine/reader/index.ts';
import { Session } from '../../../../../electron/engine/store/intake/session.ts';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.dispose());

test('asks for more bytes only when no question is being answered', async () => {
  let answered: () => void = () => undefined;
  let question: Promise<void> | undefined;
  const session = await Session.begin(store.engine.store(WORKSPACE), {
    read: readFeed,
    source: { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' },
    progress: () => undefined,
    turn: async () => question,
  });
  const half = (feed: Uint8Array, from: number, to: number) => session.write(feed.subarray(from, to));
  const feed = new TextEncoder().encode(batchFeed());
  const middle = feed.length >> 1;
  await half(feed, 0, middle);

  question = new Promise((resolve) => {
    answered = resolve;
  });
  let taken = false;
  const written = half(feed, middle, feed.length).then(() => {
    taken = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toBe(false);
  answered();
  await written;
  question = undefined;
  expect((await session.finish()).readings).toBeGreaterThan(0);
});
