import { describe, expect, it } from 'vitest';
import { expectationOf, scenarioCatalogue } from '../../../electron/support-desk/catalogue.ts';
import { SCENARIOS } from '../../../shared/scenarios/names.ts';

describe('the catalogue of scenarios', () => {
  it('has every scenario of the specification in its order, and the community-choice one where the utility has it', () => {
    const names = SCENARIOS.map(({ name }) => name);
    expect(scenarioCatalogue('DEMO', false).map(({ name }) => name)).toEqual(names);
    const more = scenarioCatalogue('DEMO', true);
    expect(more.slice(0, -1).map(({ name }) => name)).toEqual(names);
    expect(expectationOf(more.at(-1)?.name ?? '')).toBe(more.at(-1)?.expectation);
  });

  it('expects nothing of a name that it does not know', () => {
    expect(expectationOf('nothing')).toBeUndefined();
    expect(expectationOf('constructor')).toBeUndefined();
  });

  const all = scenarioCatalogue('DEMO', true);

  it.each(all)('does not contradict itself: $name', ({ expectation }) => {
    const { authorizationEvents, meterEvents, dataEvents, mayCome, forbidden } = expectation;
    const must = [...authorizationEvents.flat(), ...meterEvents.flat(), ...dataEvents];
    expect(forbidden.filter((type) => must.includes(type))).toEqual([]);
    expect(forbidden.filter((type) => mayCome.includes(type))).toEqual([]);
  });

  it.each(all)('collects only where there is a meter: $name', ({ expectation }) => {
    const none = expectation.meters.max === 0;
    expect(expectation.meter === 'not collected').toBe(none);
    if (none)
      expect(expectation).toMatchObject({ meterEvents: [], dataEvents: [], bills: 'absent', intervals: 'absent' });
  });

  it.each(all)(
    'announces the data that must be there, and forbids to announce what must not: $name',
    ({ expectation }) => {
      for (const [data, event] of [
        ['bills', 'meter_bills_added'],
        ['intervals', 'meter_intervals_added'],
      ] as const) {
        expect(expectation.dataEvents.includes(event)).toBe(expectation[data] === 'present');
        if (expectation[data] === 'absent') expect(expectation.dataEvents).not.toContain(event);
      }
    },
  );

  it.each(all)('wants a reason of every end in an error: $name', ({ expectation }) => {
    const errs = expectation.authorization === 'errored' || expectation.meter === 'errored';
    if (errs) expect(expectation.reason).toBeDefined();
    if (expectation.group === 'success') expect(expectation.reason).toBeUndefined();
  });
});
