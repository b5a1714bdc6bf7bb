import { afterAll, expect, it } from 'vitest';
import { FeedReader } from '../../../electron/engine/reading-thread/index.ts';
import { warmUp } from '../../../electron/engine/warm-up.ts';

const reader = new FeedReader();
afterAll(() => reader.close());

it('reads feeds in which nothing is wrong', async () => {
  let steps = 0;
  const pause = async () => {
    steps += 1;
  };
  const results = await warmUp(reader, pause, new AbortController().signal);
  expect(results).toMatchObject([{ readings: 3840 }, { readings: 38_400, blocks: 400 }, {}, {}]);
  for (const { problems, usagePoints } of results ?? []) {
    expect(problems).toBe(0);
    expect(usagePoints).toHaveLength(4);
  }
  expect(steps).toBeGreaterThan(400);
});

it('stops between two steps when it is told to', async () => {
  const controller = new AbortController();
  let steps = 0;
  const pause = async () => {
    steps += 1;
    if (steps === 10) controller.abort();
  };
  expect(await warmUp(reader, pause, controller.signal)).toBeUndefined();
  expect(steps).toBe(10);
});
