import { describe, expect, it } from 'vitest';
import { billOf, billPeriods } from '../../../../electron/simulator/world/bills.ts';
import {
  correctedAt,
  correctedReadings,
  finalReadings,
  LATEST,
} from '../../../../electron/simulator/world/corrections.ts';
import type { ProfileName } from '../../../../electron/simulator/world/profiles.ts';
import { dayReadings, MISSING, sourceOf } from '../../../../electron/simulator/world/readings.ts';
import { startInstant } from '../../../../electron/simulator/world/time.ts';
import { localDay, midnight } from '../../../../electron/simulator/world/zones.ts';
import { modelOf } from './models.ts';

const START = startInstant(1) / 1000;

describe('late corrections', () => {
  it('come days later, now and then, and none before simulated time starts', () => {
    let days = 0;
    let corrected = 0;
    for (let customer = 0; customer < 20; customer += 1) {
      const source = sourceOf(1, modelOf('DEMO', 'home', `customer ${customer}`));
      const first = localDay(source.zone, START);
      for (let day = first - 400; day < first + 200; day += 1) {
        const at = correctedAt(source, day);
        if (day >= first) days += 1;
        if (at === null) continue;
        corrected += 1;
        expect(at).toBeGreaterThan(START);
        expect(at).toBeGreaterThanOrEqual(midnight(source.zone, day + 2));
        expect(at).toBeLessThanOrEqual(midnight(source.zone, day + LATEST));
      }
    }
    expect(corrected / days).toBeGreaterThan(0.04);
    expect(corrected / days).toBeLessThan(0.09);
  });

  it.each<[string, ProfileName]>([
    ['DEMO', 'office'],
    ['PACIFIC', 'solarHome'],
    ['FRONTRANGE', 'gasHome'],
    ['SGE', 'adelaideHome'],
  ])(
    'of %s %s change a stretch of the day, say so, and keep what is missing and what belongs together',
    (utility, profile) => {
      const source = sourceOf(1, modelOf(utility, profile));
      const first = localDay(source.zone, START);
      for (let day = first - 300; day < first; day += 1) {
        const told = dayReadings(source, day);
        const now = correctedReadings(source, told);
        const { forward = [], reverse, net, temperature } = now.values;
        let changed = 0;
        for (let i = 0; i < told.count; i += 1) {
          const isSame = forward[i] === told.values.forward?.[i] && reverse?.[i] === told.values.reverse?.[i];
          if (!isSame) changed += 1;
          expect(isSame || now.marks[i] === 3).toBe(true);
          expect(now.marks[i] === MISSING).toBe(told.marks[i] === MISSING);
          expect(forward[i]).toBeGreaterThanOrEqual(0);
          if (net && reverse) expect(net[i]).toBe((forward[i] ?? 0) - (reverse[i] ?? 0));
        }
        expect(temperature).toEqual(told.values.temperature);
        if (told.marks.every((mark) => mark !== MISSING) && told.values.forward?.every((value) => value > 0)) {
          expect(changed).toBeGreaterThan(0);
          expect(changed).toBeLessThanOrEqual(Math.max(1, told.count / 2 + 1));
        }
        // What was told stays what it was: days share some of their arrays.
        expect(dayReadings(source, day)).toEqual(told);
      }
    },
  );

  it('are in the bills from the start: a period adds up to its final readings', () => {
    const model = modelOf('DEMO', 'home');
    const source = sourceOf(1, model);
    let corrected = 0;
    for (const period of billPeriods(1, model, START + 400 * 86_400).slice(-12)) {
      let consumed = 0;
      for (let day = localDay(source.zone, period.from); day < localDay(source.zone, period.to); day += 1) {
        consumed += finalReadings(source, day).values.forward?.reduce((sum, value) => sum + value, 0) ?? 0;
        if (correctedAt(source, day) !== null) corrected += 1;
      }
      expect(billOf(1, model, period).consumed).toBe(consumed);
    }
    expect(corrected).toBeGreaterThan(0);
  });

  it('leave every bill as it is that was written before simulated time starts', () => {
    for (const [utility, customer] of [
      ['DEMO', 'a'],
      ['SGE', 'b'],
      ['PACIFIC', 'c'],
    ] as const) {
      const model = modelOf(utility, utility === 'SGE' ? 'adelaideHome' : 'home', customer);
      const source = sourceOf(1, model);
      const last = billPeriods(1, model, START).at(-1)?.to ?? 0;
      for (let day = localDay(source.zone, last) - 60; day < localDay(source.zone, last); day += 1) {
        expect(correctedAt(source, day)).toBeNull();
      }
    }
  });
});
