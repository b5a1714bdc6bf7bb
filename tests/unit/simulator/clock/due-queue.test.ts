import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueQueue } from '../../../../electron/simulator/clock/due-queue.ts';

describe('the queue of due work', () => {
  it('gives back by time, then by order of arrival, whatever was put in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const queue = new DueQueue();
        times.forEach((at, order) => {
          queue.push({ at, order, run: () => undefined, cancelled: false });
        });
        const out: [number, number][] = [];
        for (let due = queue.pop(); due !== undefined; due = queue.pop()) out.push([due.at, due.order]);
        const expected = times
          .map((at, order): [number, number] => [at, order])
          .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        expect(out).toEqual(expected);
        expect(queue.size).toBe(0);
      }),
    );
  });
});
