import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectionStart,
  halves,
  isDelivered,
  missingSpans,
  monthlyPieces,
  monthsBefore,
} from '../../../../electron/simulator/collection/window.ts';

const at = (text: string) => Date.parse(text) / 1_000;
const NOW = at('2026-03-31T12:00:00Z');

describe('months back', () => {
  it.each([
    ['2026-03-31T12:00:00Z', 1, '2026-02-28T12:00:00Z'],
    ['2024-03-31T12:00:00Z', 1, '2024-02-29T12:00:00Z'],
    ['2026-03-31T12:00:00Z', 12, '2025-03-31T12:00:00Z'],
    ['2026-01-15T00:00:00Z', 36, '2023-01-15T00:00:00Z'],
  ])('%s less %i is %s', (from, months, expected) => {
    expect(monthsBefore(at(from), months)).toBe(at(expected));
  });
});

describe('where a collection begins to look (section 4.5)', () => {
  const start = (months: number | undefined, defaultMonths: number, collectedFrom?: number) =>
    collectionStart((back) => monthsBefore(NOW, back), months, defaultMonths, collectedFrom);

  it('is the requested months back for a meter that has nothing (rule 1)', () => {
    expect(start(3, 12)).toBe(at('2025-12-31T12:00:00Z'));
  });

  it('is the months of the plan back without a request (rule 2)', () => {
    expect(start(undefined, 36)).toBe(at('2023-03-31T12:00:00Z'));
  });

  it('is where earlier data starts for a refresh (rule 3), or further back when asked to', () => {
    const collected = at('2025-11-01T00:00:00Z');
    expect(start(undefined, 36, collected)).toBe(collected);
    expect(start(1, 36, collected)).toBe(collected);
    expect(start(12, 36, collected)).toBe(at('2025-03-31T12:00:00Z'));
  });
});

describe('what is missing', () => {
  it('is what lies in the span and not in the coverage', () => {
    const covered = [
      [10, 20],
      [20, 30],
      [50, 60],
    ] as const;
    expect(missingSpans({ from: 0, to: 100 }, covered)).toEqual([
      { from: 0, to: 10 },
      { from: 30, to: 50 },
      { from: 60, to: 100 },
    ]);
    expect(missingSpans({ from: 12, to: 28 }, covered)).toEqual([]);
    expect(missingSpans({ from: 55, to: 65 }, covered)).toEqual([{ from: 60, to: 65 }]);
  });

  it('is cut into months without losing or doubling a second, newest first', () => {
    const day = (second: number) => second - (second % 86_400);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000_000 }),
        fc.integer({ min: 1, max: 100_000_000 }),
        (from, length) => {
          const pieces = monthlyPieces([{ from, to: from + length }], day);
          expect(pieces[0]?.to).toBe(from + length);
          expect(pieces.at(-1)?.from).toBe(from);
          pieces.forEach((piece, index) => {
            expect(piece.from).toBeLessThan(piece.to);
            if (index > 0) expect(piece.to).toBe(pieces[index - 1]?.from);
            if (index < pieces.length - 1) expect(piece.from % 86_400).toBe(0);
          });
        },
      ),
    );
  });
});

describe('a utility that fails in between', () => {
  it('delivers the newest piece, and never all where there is more than one', () => {
    for (let count = 2; count < 40; count++) {
      const delivered = Array.from({ length: count }, (_, position) => isDelivered(position, count, false));
      expect(delivered[0]).toBe(true);
      expect(delivered).toContain(false);
    }
  });

  it('delivers the only piece where others failed before, and else fails', () => {
    expect([isDelivered(0, 1, true), isDelivered(0, 1, false)]).toEqual([true, false]);
  });
});

describe('a span in two', () => {
  it('is cut where a day begins, newest first, and left whole where it is a day', () => {
    const day = (second: number) => second - (second % 86_400);
    expect(halves({ from: 0, to: 3 * 86_400 }, day)).toEqual([
      { from: 86_400, to: 3 * 86_400 },
      { from: 0, to: 86_400 },
    ]);
    expect(halves({ from: 0, to: 86_400 }, day)).toEqual([{ from: 0, to: 86_400 }]);
  });
});
