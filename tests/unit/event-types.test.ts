import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventTypeFact, KNOWN_EVENT_TYPES, parseEventTime, refreshedBy } from '#shared/event-types.ts';

describe('event types', () => {
  it('knows all 21 of the specification and the 4 that other clients saw', () => {
    expect(KNOWN_EVENT_TYPES).toHaveLength(25);
    expect(KNOWN_EVENT_TYPES.filter((type) => eventTypeFact(type)?.specified)).toHaveLength(21);
  });

  it('has an answer for types it does not know, also for names of object members', () => {
    expect(eventTypeFact('constructor')).toBeUndefined();
    expect(refreshedBy('brand_new', { authorization: 'a', meter: 'm' })).toContain('usagePoints');
    expect(refreshedBy('brand_new', {})).toEqual([]);
  });

  it('says what bills and intervals make stale', () => {
    expect(refreshedBy('meter_bills_added', {})).toContain('bills');
    expect(refreshedBy('meter_intervals_added', {})).toContain('readings');
  });
});

describe('the time of an event', () => {
  it.each([
    ['2025-03-01T12:00:00.123456+00:00', Date.UTC(2025, 2, 1, 12) * 1000 + 123_456],
    ['2025-03-01T12:00:00.1+01:00', Date.UTC(2025, 2, 1, 11) * 1000 + 100_000],
    ['2025-03-01T12:00:00Z', Date.UTC(2025, 2, 1, 12) * 1000],
    ['2025-03-01T12:00:00-0930', Date.UTC(2025, 2, 1, 21, 30) * 1000],
    ['2025-03-01T12:00:00.123456789z', Date.UTC(2025, 2, 1, 12) * 1000 + 123_456],
    ['1969-12-31T23:59:59.5+00', -500_000],
  ])('reads %s', (text, expected) => expect(parseEventTime(text)).toBe(expected));

  it.each(['', 'yesterday', '2025-03-01', '2025-03-01T12:00:00', '2025-13-01T12:00:00Z', '2025-03-01T12:00:00.Z'])(
    'does not guess at "%s"',
    (text) => expect(parseEventTime(text)).toBeUndefined(),
  );

  it('keeps the order of microseconds', () => {
    const text = (us: number) =>
      `${new Date(us / 1000).toISOString().slice(0, 19)}.${String(us % 1_000_000).padStart(6, '0')}+00:00`;
    fc.assert(
      fc.property(fc.integer({ min: 1e15, max: 2e15 }), (us) => {
        expect(parseEventTime(text(us))).toBe(us);
      }),
    );
  });
});
