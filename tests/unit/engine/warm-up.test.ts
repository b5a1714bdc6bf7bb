import { expect, it } from 'vitest';
import { warmUp } from '../../../electron/engine/warm-up.ts';

it('reads a feed in which nothing is wrong', async () => {
  let steps = 0;
  const pause = async () => {
    steps += 1;
  };
  const result = await warmUp(pause, new AbortController().signal);
  expect(result).toMatchObject({ readings: 38_400, blocks: 400, problems: 0 });
  expect(result?.usagePoints).toHaveLength(4);
  expect(steps).toBeGreaterThan(400);
});

it('stops between two steps when it is told to', async () => {
  const controller = new AbortController();
  let steps = 0;
  const pause = async () => {
    steps += 1;
    if (steps === 10) controller.abort();
  };
  expect(await warmUp(pause, controller.signal)).toBeUndefined();
  expect(steps).toBe(10);
});
