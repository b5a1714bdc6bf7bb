import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coveredWithin,
  insertSpan,
  mergedSpans,
  reachedAt,
  restamp,
  uncovered,
} from '../../../../electron/simulator/world/coverage.ts';

describe('coverage', () => {
  it('joins pieces of one time and keeps those of different times apart', () => {
    const spans = [{ from: 0, to: 10, addedAt: 1 }];
    insertSpan(spans, { from: 20, to: 30, addedAt: 1 });
    insertSpan(spans, { from: 10, to: 20, addedAt: 2 });
    expect(spans.map((span) => span.addedAt)).toEqual([1, 2, 1]);
    expect(mergedSpans(spans)).toEqual([[0, 30]]);
    insertSpan(spans, { from: 30, to: 40, addedAt: 1 });
    expect(spans.at(-1)).toEqual({ from: 20, to: 40, addedAt: 1 });
  });

  it('clips to a window and tells when its newest piece came', () => {
    const spans = [
      { from: 0, to: 10, addedAt: 5 },
      { from: 20, to: 30, addedAt: 7 },
    ];
    expect(coveredWithin(spans, 5, 25)).toEqual({
      spans: [
        { from: 5, to: 10 },
        { from: 20, to: 25 },
      ],
      updatedAt: 7,
      firstAt: 5,
    });
    expect(coveredWithin(spans, 10, 20)).toBeNull();
  });

  it('adding all holes of any window leaves none, and no second is covered twice', () => {
    const pieces = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 120 })), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (list) => {
        const spans: { from: number; to: number; addedAt: number }[] = [];
        for (const [index, [from, length]] of list.entries()) {
          for (const hole of uncovered(spans, from, from + length)) insertSpan(spans, { ...hole, addedAt: index });
          expect(uncovered(spans, from, from + length)).toEqual([]);
        }
        for (let i = 1; i < spans.length; i += 1) {
          expect(spans[i]?.from).toBeGreaterThanOrEqual(spans[i - 1]?.to ?? 0);
        }
      }),
    );
  });

  it('knows when an instant was reached', () => {
    const spans = [
      { from: 0, to: 10, addedAt: 5 },
      { from: 10, to: 20, addedAt: 7 },
    ];
    expect([0, 1, 10, 11, 20, 21].map((at) => reachedAt(spans, at))).toEqual([undefined, 5, 5, 7, 7, undefined]);
  });

  it('a correction changes when something became visible, and nothing else', () => {
    const spansOf = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9 })), { maxLength: 15 })
      .map((list) => {
        const spans: { from: number; to: number; addedAt: number }[] = [];
        let at = 0;
        for (const [index, [length, gap]] of list.entries()) {
          at += gap;
          insertSpan(spans, { from: at, to: at + length, addedAt: index });
          at += length;
        }
        return spans;
      });
    const at = (spans: readonly { from: number; to: number; addedAt: number }[]) =>
      Array.from({ length: 700 }, (_, second) => spans.find(({ from, to }) => second >= from && second < to)?.addedAt);
    fc.assert(
      fc.property(spansOf, fc.nat(500), fc.integer({ min: 1, max: 100 }), (spans, from, length) => {
        const before = at(spans);
        const found = restamp(spans, from, from + length, 99);
        const expected = before.map((old, second) =>
          old !== undefined && second >= from && second < from + length ? 99 : old,
        );
        expect(at(spans)).toEqual(expected);
        expect(found).toBe(expected.includes(99));
        for (const [index, span] of spans.entries()) {
          expect(span.to).toBeGreaterThan(span.from);
          expect(span.from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0);
        }
      }),
    );
  });
});
