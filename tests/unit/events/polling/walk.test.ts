import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incomingEvents } from '../../../../electron/events/parse.ts';
import { type Cursor, listedLate, readCursor, takePage } from '../../../../electron/events/polling/walk.ts';
import { incoming } from '../sample.ts';

/** Events `from` down to `to`, newest first. */
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => incoming(from - index));
const uids = (events: readonly { uid: string }[]) => events.map(({ uid }) => uid);

describe('a walk through the list of events', () => {
  it('takes everything the first time and remembers the newest', () => {
    const first = takePage({}, true, { events: range(4, 3), next: '/p2' });
    expect(first).toMatchObject({ next: '/p2', cursor: { walk: { top: { uid: 'event-4' }, next: '/p2' } } });
    expect(first.cursor.watermark).toBeUndefined();
    const second = takePage(first.cursor, false, { events: range(2, 1), next: undefined });
    expect(second.next).toBeUndefined();
    expect(second.cursor).toEqual({ watermark: { uid: 'event-4', happenedAt: incoming(4).happenedAt } });
    expect([...uids(first.above), ...uids(second.above)]).toEqual(['event-4', 'event-3', 'event-2', 'event-1']);
  });

  it('stops at the watermark and not before', () => {
    const cursor: Cursor = { watermark: { uid: 'event-2' } };
    const step = takePage(cursor, true, { events: range(5, 1), next: '/more' });
    expect(uids(step.above)).toEqual(['event-5', 'event-4', 'event-3']);
    expect(step).toMatchObject({ next: undefined, cursor: { watermark: { uid: 'event-5' } } });
  });

  it('changes nothing when nothing is new', () => {
    const cursor: Cursor = { watermark: { uid: 'event-5', happenedAt: incoming(5).happenedAt } };
    expect(takePage(cursor, true, { events: range(5, 1), next: '/more' })).toEqual({
      above: [],
      cursor,
      next: undefined,
    });
    expect(takePage(cursor, true, { events: [], next: undefined })).toEqual({ above: [], cursor, next: undefined });
  });

  it('has below the watermark what its page lists there, without what has a made-up uid', () => {
    const cursor: Cursor = { watermark: { uid: 'event-4' } };
    const [odd] = incomingEvents([{ type: 'ping' }]).events;
    const events = odd ? [...range(5, 2), odd] : [];
    expect(uids(listedLate(cursor, events, new Set()))).toEqual(['event-3', 'event-2']);
    expect(uids(listedLate(cursor, events, new Set(['event-3'])))).toEqual(['event-2']);
    expect(listedLate(cursor, range(9, 5), new Set())).toEqual([]);
    expect(listedLate({}, events, new Set())).toEqual([]);
  });

  it('does not stand on an event whose uid was made out of its content', () => {
    const [odd] = incomingEvents([{ type: 'ping' }]).events;
    const events = odd ? [odd, ...range(2, 1)] : [];
    expect(takePage({}, true, { events, next: undefined }).cursor.watermark?.uid).toBe('event-2');
  });

  it('gives a watermark up that the service has forgotten', () => {
    const cursor: Cursor = { watermark: { uid: 'gone', happenedAt: (incoming(9).happenedAt ?? 0) + 7_200_000_000 } };
    expect(takePage(cursor, true, { events: range(9, 8), next: '/more' }).next).toBeUndefined();
  });

  it('starts over from a damaged cursor', () => {
    expect(readCursor('{"watermark":')).toEqual({});
    expect(readCursor('{"watermark":{"uid":3}}')).toEqual({});
    expect(readCursor(undefined)).toEqual({});
  });

  /** A service with a growing list, asked by someone who may be stopped after any page. */
  it('misses nothing, wherever it breaks off and whatever arrives meanwhile', () => {
    const actions = fc.array(fc.record({ grow: fc.nat(7), isCut: fc.boolean() }), { maxLength: 40 });
    fc.assert(
      fc.property(actions, fc.integer({ min: 1, max: 4 }), (steps, size) => {
        let newest = 0;
        let cursor: Cursor = {};
        const kept = new Set<string>();
        const page = (next: string | undefined) => {
          const from = next === undefined ? newest : Number(next);
          const to = Math.max(1, from - size + 1);
          return { events: from < 1 ? [] : range(from, to), next: to > 1 ? String(to - 1) : undefined };
        };
        const walk = (isCut: boolean) => {
          let next = cursor.walk?.next;
          let isFirst = next === undefined;
          do {
            const step = takePage(cursor, isFirst, page(next));
            for (const event of step.above) kept.add(event.uid);
            cursor = readCursor(JSON.stringify(step.cursor));
            next = step.next;
            isFirst = false;
          } while (next !== undefined && !isCut);
        };
        for (const { grow, isCut } of steps) {
          newest += grow;
          walk(isCut);
        }
        walk(false); // ends a walk that broke off
        walk(false);
        expect(kept.size).toBe(newest);
      }),
    );
  });
});
