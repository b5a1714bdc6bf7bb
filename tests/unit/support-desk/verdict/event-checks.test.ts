import { describe, expect, it } from 'vitest';
import { type Expectation, expectationOf } from '../../../../electron/support-desk/catalogue.ts';
import type { Observation, ObservedEvent } from '../../../../electron/support-desk/observation.ts';
import type { Context } from '../../../../electron/support-desk/verdict/checks.ts';
import {
  checkDataEvents,
  checkForbidden,
  checkOrder,
  checkOthers,
} from '../../../../electron/support-desk/verdict/event-checks.ts';

/** Events a second apart; a number before the type is its second. */
const events = (...types: string[]): ObservedEvent[] =>
  types.map((text, index) => {
    const [, second = String(index), type = ''] = /^(?:(\d+) )?(.*)$/.exec(text) ?? [];
    return { uid: text, type, ts: new Date(Number(second) * 1000).toISOString(), meter: undefined, raw: {} };
  });

function context(seen: Partial<Observation>, late = false): Context {
  const expectation = expectationOf('residential') as Expectation; // one of the catalogue
  return { expectation, seen: { events: [], ...seen } as unknown as Observation, late, quiet: late, quietFor: '' };
}
const order = (
  expected: Expectation['meterEvents'],
  seen: ObservedEvent[],
  more: Partial<Observation> = {},
  late = false,
) => checkOrder(context(more, late), 'x', expected, seen);

describe('events in their order', () => {
  it('may have others between them, and one of a choice is enough', () => {
    expect(order(['a', ['b', 'c']], events('a', 'odd', 'c')).state).toBe('pass');
  });

  it('of one instant have none', () => {
    expect(order(['a', 'b'], events('5 b', '5 a')).state).toBe('pass');
    expect(order(['a', 'b'], events('4 b', '5 a'))).toMatchObject({
      state: 'fail',
      observed: 'it came too early: b, a',
      expected: 'b after a',
    });
  });

  it('are waited for, and missing once patience is over', () => {
    expect(order(['a', 'b'], events('a')).state).toBe('waiting');
    expect(order(['a', 'b'], events('a'), {}, true)).toMatchObject({ state: 'fail', observed: 'a' });
  });

  it('cannot be judged where one that is missed may be there all the same', () => {
    expect(order(['a'], [], { eventsCut: true }, true).state).toBe('unjudged');
    expect(order(['a'], [], { unclaimed: [{ type: 'a', lacks: 'no meter' }] }, true)).toMatchObject({
      state: 'unjudged',
      observed: 'no event; an event a: no meter',
    });
    expect(order(['a'], [], { unclaimed: [{ type: 'b', lacks: 'no meter' }] }, true).state).toBe('fail');
  });
});

it('new data is announced at any time, by each of its events', () => {
  const state = (seen: ObservedEvent[], late = false) => checkDataEvents(context({}, late), 'm', seen)[0];
  expect(state(events('meter_intervals_added', 'meter_bills_added'))).toMatchObject({
    id: 'm.data-events',
    state: 'pass',
  });
  expect(state(events('meter_bills_added'), true)).toMatchObject({
    state: 'fail',
    observed: 'missing: meter_intervals_added',
  });
});

it('an event that must not come is a failure, and one without a type leaves that open', () => {
  const seen = events('authorization_revoked');
  expect(checkForbidden(context({ events: seen }))).toMatchObject({ state: 'fail', observed: 'authorization_revoked' });
  const unclaimed = [{ type: undefined, lacks: 'no type' }];
  expect(checkForbidden(context({ unclaimed })).state).toBe('unjudged');
  expect(checkForbidden(context({})).state).toBe('pass');
});

it('an event that does not say whose it is leaves open whether one that must not come came', () => {
  const told = (type: string) => checkForbidden(context({ unclaimed: [{ type, lacks: 'no authorization' }] }));
  expect(told('authorization_revoked')).toMatchObject({
    state: 'unjudged',
    observed: 'an event authorization_revoked: no authorization',
  });
  expect(told('meter_created').state).toBe('pass');
});

it('events that nobody knows are shown, and fail nothing', () => {
  expect(checkOthers(context({ events: events('meter_created', 'new_kind', 'new_kind') }))).toMatchObject([
    { state: 'pass', observed: 'new_kind' },
  ]);
  expect(checkOthers(context({ events: events('meter_created') }))).toEqual([]);
});
