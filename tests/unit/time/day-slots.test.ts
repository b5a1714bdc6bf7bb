import { expect, it } from 'vitest';
import { daySlot } from '../../../shared/time/index.ts';

it.each([
  [60, 900],
  [300, 900],
  [600, 1200],
  [900, 900],
  [1200, 1200],
  [1800, 1800],
  [3600, 3600],
  [21_600, 21_600],
  [86_400, 86_400],
])('readings of %i seconds are shown by %i seconds, each of which holds as many of them', (step, slot) => {
  expect(daySlot(step)).toBe(slot);
  expect(slot % step).toBe(0);
});

it.each([
  ['of no known length', 0, 900],
  ['that do not fill a day', 25_000, 25_200],
  ['of more than a day', 604_800, 86_400],
])('readings %s are shown by whole quarters of an hour, a day at most', (_, step, slot) => {
  expect(daySlot(step)).toBe(slot);
});
