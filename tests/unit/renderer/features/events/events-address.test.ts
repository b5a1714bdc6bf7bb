import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { happenedTime, prettyJson } from '../../../../../renderer/features/events/event-words.ts';
import {
  type EventsSearch,
  filterOf,
  isFiltered,
  parseEventsSearch,
} from '../../../../../renderer/features/events/events-address.ts';

describe('the address of the events screen', () => {
  it('comes back as it was', () => {
    const search: EventsSearch = {
      tab: 'deliveries',
      order: 'happened',
      types: ['ping', 'brand_new'],
      object: '4711',
      ways: ['poll'],
      verdict: 'late',
      text: 'a b',
      from: 1,
      to: 2,
      event: 'e-1',
      delivery: 7,
    };
    expect(parseEventsSearch(JSON.parse(JSON.stringify(search)))).toEqual(search);
    expect(filterOf(search)).not.toHaveProperty('order');
    expect(isFiltered({ order: 'happened', event: 'e' })).toBe(false);
  });

  it('takes a uid that looks like a number, which the router reads as one', () => {
    expect(parseEventsSearch({ event: 10040701, object: 438142 })).toEqual({ event: '10040701', object: '438142' });
  });

  it('leaves out what makes no sense', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.constantFrom('tab', 'types', 'ways', 'from', 'verdict', 'event') }), (search) => {
        const read = parseEventsSearch(search);
        expect(parseEventsSearch({ ...read })).toEqual(read);
      }),
    );
  });
});

describe('words of events', () => {
  it('show the time as the service sent it', () => {
    expect(happenedTime({ ts: '2025-03-01T12:00:00.123456+00:00' })).toBe('2025-03-01 12:00:00.123456 UTC');
    expect(happenedTime({ ts: '2025-03-01T12:00:00-08:00' })).toBe('2025-03-01 12:00:00 -08:00');
    expect(happenedTime({ ts: 'soon' })).toBe('soon');
  });

  it('show what is no JSON as it is', () => expect(prettyJson('{"a":')).toBe('{"a":'));
});
