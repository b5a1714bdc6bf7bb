import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FreshEvent } from '../../../electron/engine/index.ts';
import { areasOf, Reactions, syncedBy } from '../../../electron/events/reactions.ts';
import { rehearsedEvents } from '../../../electron/events/receiving/rehearsal.ts';

const fresh = (more: Partial<FreshEvent> = {}): FreshEvent => ({
  seq: 1,
  uid: 'e',
  type: 'meter_bills_added',
  way: 'webhook',
  late: false,
  hole: false,
  authorization: 'a',
  meter: 'm',
  form: undefined,
  ...more,
});
const rules = { syncOnBills: true, syncOnIntervals: false };

describe('what an event makes stale', () => {
  it('always the log, and what the event is about', () => {
    expect(areasOf([fresh({ type: 'ping' })])).toEqual(['events']);
    expect(areasOf([fresh(), fresh({ type: 'authorization_revoked' })])).toEqual(
      expect.arrayContaining(['events', 'bills', 'authorizations', 'readings']),
    );
  });

  it('starts a sync only by a rule, and never for a rehearsal', () => {
    expect(syncedBy(fresh(), rules)).toBe('a');
    expect(syncedBy(fresh({ type: 'meter_intervals_added' }), rules)).toBeUndefined();
    expect(syncedBy(fresh({ way: 'rehearsal' }), rules)).toBeUndefined();
  });
});

describe('reactions to a burst', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are one refresh and one sync, and syncs do not pile up', async () => {
    const refreshed: string[][] = [];
    const synced: string[][] = [];
    let end = () => {};
    const reactions = new Reactions({
      rules: () => rules,
      refresh: (areas) => refreshed.push(areas),
      sync: (authorizations) => {
        synced.push(authorizations);
        return new Promise((resolve) => {
          end = resolve;
        });
      },
    });
    for (let n = 0; n < 100; n += 1) reactions.take([fresh({ authorization: `a${n % 2}` })]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(refreshed).toHaveLength(1);
    expect(synced).toEqual([['a0', 'a1']]);
    for (let n = 0; n < 3; n += 1) {
      reactions.take([fresh({ authorization: 'late' })]);
      await vi.advanceTimersByTimeAsync(3_000);
    }
    expect(synced).toHaveLength(1);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(synced).toEqual([['a0', 'a1'], ['late']]);
    end();
    reactions.close();
  });
});

describe('rehearsed events', () => {
  const base = { workspace: 'w', count: 3, perRequest: 1, shuffle: false, repeat: 1, breakage: 'none' as const };

  it('have the members of section 2.1 for their type', () => {
    const [meter] = rehearsedEvents({ ...base, type: 'meter_created', meter: 'm1' }, 'http://x', 0);
    expect(meter).toMatchObject({
      type: 'meter_created',
      ts: '1970-01-01T00:00:00.000000+00:00',
      is_delivered: false,
      meter_uid: 'm1',
      authorization_uid: 'rehearsal-authorization',
    });
    const [ping] = rehearsedEvents({ ...base, type: 'ping' }, 'http://x', 0);
    expect(Object.keys(ping ?? {})).toEqual([
      'uid',
      'type',
      'ts',
      'delivery_method',
      'delivery_target',
      'is_delivered',
    ]);
  });

  it('are all there when they are shuffled', () => {
    const events = rehearsedEvents({ ...base, count: 50, shuffle: true, type: 'ping' }, 'http://x', 0);
    expect(new Set(events.map(({ ts }) => ts)).size).toBe(50);
  });
});
