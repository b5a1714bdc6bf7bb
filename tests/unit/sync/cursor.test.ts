import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cursorName,
  customersDue,
  isAhead,
  nextUpdatedMin,
  notAfter,
  readCursors,
} from '../../../electron/sync/cursor.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 4, 1);

describe('nextUpdatedMin', () => {
  it('goes on after the newest entry when it has settled', () => {
    expect(nextUpdatedMin(undefined, NOW - DAY, NOW)).toBe(NOW - DAY);
    expect(nextUpdatedMin(NOW - 2 * DAY, NOW - DAY, NOW)).toBe(NOW - DAY);
  });

  it('asks after the whole second of a newest entry that has settled, as a filter has no parts of one', () => {
    expect(nextUpdatedMin(undefined, NOW - DAY + 1, NOW)).toBe(NOW - DAY + 1000);
    expect(nextUpdatedMin(undefined, NOW - DAY + 1000, NOW)).toBe(NOW - DAY + 1000);
    expect(nextUpdatedMin(undefined, NOW - 10 * MINUTE - 1, NOW)).toBeLessThan(NOW - 9 * MINUTE);
  });

  it('asks again for the last minutes when something was just being added', () => {
    expect(nextUpdatedMin(undefined, NOW - MINUTE, NOW)).toBe(NOW - 11 * MINUTE);
  });

  it('stays where it is when nothing came', () => {
    expect(nextUpdatedMin(NOW - DAY, undefined, NOW)).toBe(NOW - DAY);
    expect(nextUpdatedMin(undefined, undefined, NOW)).toBeUndefined();
  });

  it.each([
    ['seconds', 1_000],
    ['twenty hours', 20 * 60 * MINUTE],
    ['a year', 400 * DAY],
  ])('goes no further than the answer for an entry that is ahead of it by %s', (_name, ahead) => {
    expect(nextUpdatedMin(undefined, NOW + ahead, NOW)).toBe(NOW - 10 * MINUTE);
    expect(nextUpdatedMin(NOW - DAY, NOW + ahead, NOW)).toBe(NOW - 10 * MINUTE);
  });

  it('stays where it is when nobody knows when the answer came', () => {
    expect(nextUpdatedMin(NOW - DAY, NOW, undefined)).toBe(NOW - DAY);
  });

  it('never goes back, and never past the second of what it has seen, nor past the answer', () => {
    const time = fc.integer({ min: 0, max: 4e12 });
    fc.assert(
      fc.property(fc.option(time, { nil: undefined }), time, time, (before, newest, date) => {
        const next = nextUpdatedMin(before, newest, date) ?? Number.NaN;
        if (before !== undefined) expect(next).toBeGreaterThanOrEqual(before);
        expect(next).toBeLessThan(Math.max(before ?? 0, newest) + 1000);
        expect(next).toBeLessThanOrEqual(Math.max(before ?? Number.NEGATIVE_INFINITY, date));
      }),
    );
  });
});

describe('isAhead', () => {
  it('tells what the service could not have yet, in the whole seconds of a date', () => {
    expect(isAhead(NOW + 1000, NOW)).toBe(true);
    expect(isAhead(NOW + 999, NOW)).toBe(false);
    expect(isAhead(NOW - DAY, NOW)).toBe(false);
    expect(isAhead(undefined, NOW)).toBe(false);
    expect(isAhead(NOW, undefined)).toBe(false);
  });
});

describe('readCursors', () => {
  it('reads its own, and takes what it cannot read for absent', () => {
    const value = { updatedMin: 5, syncedAt: 6, job: 'j' };
    const cursors = [
      { name: cursorName('a/b'), value: JSON.stringify(value) },
      { name: cursorName('broken'), value: '{' },
      { name: cursorName('older'), value: '{"updatedMin":5}' },
      { name: 'events', value: JSON.stringify(value) },
    ];
    expect([...readCursors(cursors)]).toEqual([['a/b', value]]);
  });
});

describe('notAfter', () => {
  it('sets cursors back that are ahead of the present of the service', () => {
    const cursor = { syncedAt: NOW, job: 'j' };
    const cursors = new Map<string, typeof cursor & { updatedMin?: number }>([
      ['ahead', { ...cursor, updatedMin: NOW + DAY }],
      ['behind', { ...cursor, updatedMin: NOW - DAY }],
      ['new', cursor],
    ]);
    expect([...notAfter(NOW, cursors)]).toEqual([
      ['ahead', { ...cursor, updatedMin: NOW }],
      ['behind', { ...cursor, updatedMin: NOW - DAY }],
      ['new', cursor],
    ]);
    expect(notAfter(undefined, cursors)).toBe(cursors);
  });
});

describe('customersDue', () => {
  it('is due at first, after a day, and when everything is asked for', () => {
    const cursor = { syncedAt: NOW, job: 'j', customersAt: NOW };
    expect(customersDue(undefined, false, NOW)).toBe(true);
    expect(customersDue({ syncedAt: NOW, job: 'j' }, false, NOW)).toBe(true);
    expect(customersDue(cursor, false, NOW + DAY - 1)).toBe(false);
    expect(customersDue(cursor, false, NOW + DAY)).toBe(true);
    expect(customersDue(cursor, true, NOW)).toBe(true);
  });

  it('is due where it was fetched in the future: the clock was ahead then', () => {
    expect(customersDue({ syncedAt: NOW, job: 'j', customersAt: NOW + DAY }, false, NOW)).toBe(true);
  });
});
