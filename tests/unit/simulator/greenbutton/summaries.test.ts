import { beforeEach, describe, expect, it } from 'vitest';
import { NO_FILTER } from '../../../../electron/simulator/greenbutton/filters.ts';
import { NO_QUIRKS } from '../../../../electron/simulator/greenbutton/quirks.ts';
import {
  collectedBills,
  powerQualityEntry,
  qualityPeriods,
  summaryEntry,
} from '../../../../electron/simulator/greenbutton/summaries.ts';
import { billOf } from '../../../../electron/simulator/world/bills.ts';
import { parseScope } from '../../../../electron/simulator/world/rows.ts';
import type { Meter } from '../../../../electron/simulator/world/types.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { consentWithMeter, smallWorld } from '../small-world.ts';

const SEED = 1;
let world: ServiceWorld;
let meter: Meter;
beforeEach(() => {
  ({ world } = smallWorld());
  ({ meter } = consentWithMeter(world));
});
const now = () => world.clock.now();
/** The meter where its customer opened no more than a scope says. */
const withScope = (raw: string): Meter => ({
  ...meter,
  authorization: { ...meter.authorization, scope: parseScope(raw) },
});
const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

describe('the bills of a meter', () => {
  const indexes = (filter = {}) =>
    collectedBills(SEED, meter, now(), { ...NO_FILTER, ...filter }).map(({ period }) => period.index);

  it('are those that were collected and that the customer opened', () => {
    expect(indexes()).toEqual([]);
    world.addBills(meter, [2, 0]);
    expect(indexes()).toEqual([0, 2]);
    expect(collectedBills(SEED, withScope('FB=4'), now())).toEqual([]);
  });

  it('are filtered by their period and by when they came', () => {
    world.addBills(meter, [0, 1, 2]);
    const [, second] = world.billsAtUtility(meter);
    if (!second) throw new Error('no bill');
    expect(indexes({ publishedMin: second.from * 1000 })).toEqual([1, 2]);
    expect(indexes({ publishedMax: second.to * 1000 })).toEqual([0, 1]);
    expect(indexes({ updatedMin: now() })).toEqual([]);
  });

  it('say what was charged and used, with a link to the paper', () => {
    world.addBills(meter, [0]);
    const [collected] = collectedBills(SEED, meter, now());
    if (!collected) throw new Error('no bill');
    const bill = billOf(SEED, meter.model, collected.period);
    const { body, related, updated } = summaryEntry(SEED, meter, collected, NO_QUIRKS);
    expect(textOf(body, 'billLastPeriod')).toBe(String(bill.total));
    expect(/<overallConsumptionLastPeriod>.*?<value>(\d+)</.exec(body)?.[1]).toBe(String(bill.consumed));
    const charges = [...body.matchAll(/<costAdditionalDetailLastPeriod><amount>(-?\d+)</g)].map(([, amount]) =>
      Number(amount),
    );
    expect(charges.reduce((sum, amount) => sum + amount, 0)).toBe(bill.total);
    expect(related.map(({ type }) => type)).toContain('application/pdf');
    expect(updated).toBe(collected.addedAt);
  });

  it('are written as the custodian writes money and times', () => {
    world.addBills(meter, [0]);
    const [collected] = collectedBills(SEED, meter, now());
    if (!collected) throw new Error('no bill');
    const plain = summaryEntry(SEED, meter, collected, NO_QUIRKS).body;
    const odd = summaryEntry(SEED, meter, collected, new Set(['milli-money', 'epoch-ms'])).body;
    const number = (xml: string, name: string) => Number(textOf(xml, name));
    expect(number(odd, 'billLastPeriod')).toBe(Math.round(number(plain, 'billLastPeriod') / 100));
    expect(number(odd, 'statusTimeStamp')).toBe(number(plain, 'statusTimeStamp') * 1000);
  });
});

describe('the power quality of a meter', () => {
  const months = () => qualityPeriods(SEED, meter, now());

  it('is that of the months whose intervals were collected to their end', () => {
    expect(months()).toEqual([]);
    const [before, first, last] = world.billsAtUtility(meter).slice(-3);
    if (!before || !first || !last) throw new Error('no months');
    // A day of a month is enough where its end is there.
    world.addIntervals(meter, before.to - 86_400, last.to - 86_400);
    expect(months().map(({ period }) => period)).toEqual([before, first]);
    world.addIntervals(meter, before.to, last.to);
    expect(months().map(({ period }) => period)).toEqual([before, first, last]);
    const [collected] = months();
    expect(collected && powerQualityEntry(meter, collected)).toMatchObject({ entity: 'ElectricPowerQualitySummary' });
  });

  it('is no one’s business without a scope for intervals, and nothing of gas', () => {
    const { from, to } = world.intervalsAtUtility(meter);
    world.addIntervals(meter, from, to);
    expect(months()).not.toEqual([]);
    const gas = { ...meter, model: { ...meter.model, profile: 'gasHome' } } as Meter;
    expect(qualityPeriods(SEED, gas, now())).toEqual([]);
    expect(qualityPeriods(SEED, withScope('FB=15'), now())).toEqual([]);
  });
});
