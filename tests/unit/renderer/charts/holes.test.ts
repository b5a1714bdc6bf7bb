import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holesOf } from '../../../../renderer/charts/holes.ts';

const series = (id: string, ...gaps: [number, number][]) => ({ id, drawn: { gaps } });
const view = { from: 0, to: 100 };

describe('the holes of a plot', () => {
  it('of one series are its gaps, cut to the view', () => {
    expect(holesOf([series('a', [-5, 10], [40, 50], [95, 120], [200, 300])], view)).toEqual([
      { from: 0, to: 10, missing: ['a'], whole: true },
      { from: 40, to: 50, missing: ['a'], whole: true },
      { from: 95, to: 100, missing: ['a'], whole: true },
    ]);
  });

  it('of several series say which of them have no data', () => {
    expect(holesOf([series('a', [10, 30]), series('b', [20, 40])], view)).toEqual([
      { from: 10, to: 20, missing: ['a'], whole: false },
      { from: 20, to: 30, missing: ['a', 'b'], whole: true },
      { from: 30, to: 40, missing: ['b'], whole: false },
    ]);
  });

  it('are the same as asking every instant by itself', () => {
    const gaps = fc
      .uniqueArray(fc.integer({ min: -20, max: 120 }), { maxLength: 12 })
      .map((edges) => edges.toSorted((a, b) => a - b))
      .map((edges) =>
        Array.from({ length: Math.floor(edges.length / 2) }, (_, index): [number, number] => [
          edges[2 * index] ?? 0,
          edges[2 * index + 1] ?? 0,
        ]),
      );
    fc.assert(
      fc.property(fc.array(gaps, { minLength: 1, maxLength: 3 }), (all) => {
        const plot = all.map((list, index) => series(String(index), ...list));
        const holes = holesOf(plot, view);
        for (let at = view.from; at < view.to; at += 1) {
          const missing = plot
            .filter(({ drawn }) => drawn.gaps.some(([from, to]) => from <= at && at < to))
            .map(({ id }) => id);
          const found = holes.filter(({ from, to }) => from <= at && at < to);
          expect(found.map((hole) => hole.missing)).toEqual(missing.length === 0 ? [] : [missing]);
          expect(found.every(({ whole }) => whole === (missing.length === plot.length))).toBe(true);
        }
      }),
    );
  });
});
