import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectionWindow,
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

describe('the window of a collection (section 4.5)', () => {
  it('is the requested months for a meter that has nothing (rule 1)', () => {
    expect(collectionWindow(NOW, 3, 12, undefined)).toEqual({ from: at('2025-12-31T12:00:00Z'), to: NOW });
  });

  it('is the months of the plan without a request (rule 2)', () => {
    expect(collectionWindow(NOW, undefined, 36, undefined).from).toBe(at('2023-03-31T12:00:00Z'));
  });

  it('starts where earlier data starts for a refresh (rule 3), or further back when asked to', () => {
    const collected = at('2025-11-01T00:00:00Z');
    expect(collectionWindow(NOW, undefined, 36, collected).from).toBe(collected);
    expect(collectionWindow(NOW, 1, 36, collected).from).toBe(collected);
    expect(collectionWindow(NOW, 12, 36, collected).from).toBe(at('2025-03-31T12:00:00Z'));
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
      const delivered = Array.from({ length: count }, (_, position) => isDelivered(position, count));
      expect(delivered[0]).toBe(true);
      expect(delivered).toContain(false);
    }
  });
});
