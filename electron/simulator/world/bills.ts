/** Bills: periods, and totals computed from the very readings of the period, so that they reconcile. */
import { finalReadings } from './corrections.ts';
import { type DayReadings, MISSING, type Source, sourceOf } from './readings.ts';
import { TOU_NAMES, type Tou } from './tariffs.ts';
import type { BillPeriod, MeterModel, Seconds } from './types.ts';
import { calendarOf, dayNumber, localDay, midnight, zoneOf } from './zones.ts';

/** Days between the end of a period and the bill. */
const ISSUED_AFTER = 3 * 86_400;

/** Bill periods that lie between the start of the history and `now`, oldest first; the last was issued before `now`. */
export function billPeriods(seed: number, model: MeterModel, now: Seconds): BillPeriod[] {
  return periodsFrom(seed, model, 0, now);
}

/** The same from the bill `index` on: a look at the newest ones need not go through all. */
export function periodsFrom(seed: number, model: MeterModel, firstIndex: number, now: Seconds): BillPeriod[] {
  const zone = zoneOf(model.zone);
  const first = calendarOf(localDay(zone, model.historyStart));
  const periods: BillPeriod[] = [];
  for (let index = firstIndex; ; index += 1) {
    const from = midnight(zone, dayNumber(first.year, first.month + index, first.dayOfMonth));
    const to = midnight(zone, dayNumber(first.year, first.month + index + 1, first.dayOfMonth));
    if (to + ISSUED_AFTER > now) return periods;
    periods.push({ index, uid: billUid(seed, model, index), from, to });
  }
}

function billUid(seed: number, model: MeterModel, index: number): string {
  return `${model.uid}${String((model.key ^ seed) % 97)
    .padStart(2, '0')
    .replace('-', '')}${String(index + 1).padStart(3, '0')}`;
}

/** When the bill of a period was written. */
export function issuedAt(period: BillPeriod): Seconds {
  return period.to + ISSUED_AFTER;
}

/** Codes of ItemKind that bills here use. */
type ItemKind = 1 | 2 | 3 | 4 | 5 | 6 | 10;

export interface LineItem {
  readonly note: string;
  readonly itemKind: ItemKind;
  /** 1/100000 of the currency. */
  readonly amount: number;
  /** Quantity behind the charge in raw units of the forward series, or in W for demand. */
  readonly quantity: number | null;
  readonly unit: 'raw' | 'watt' | null;
  /** 1/100000 of the currency per kWh, therm, m3 or kW. */
  readonly unitCost: number | null;
}

export interface Bill {
  readonly period: BillPeriod;
  readonly items: readonly LineItem[];
  /** Sum of the items, 1/100000 of the currency. */
  readonly total: number;
  /** Raw units of the forward series; what was missing in the intervals was estimated into it. */
  readonly consumed: number;
  readonly returned: number;
  /** Highest reading as power, W; null for gas and water. */
  readonly peak: { readonly watts: number; readonly at: Seconds } | null;
  readonly lastDay: number;
  readonly previousDay: number;
  readonly missing: number;
  readonly estimated: number;
}

const cache = new Map<string, Bill>();
const CACHE_LIMIT = 4000;

/** The bill of a period. Totals (not readings) of the last few thousand are remembered. */
export function billOf(seed: number, model: MeterModel, period: BillPeriod): Bill {
  const name = `${seed}|${model.uid}|${model.profile}|${model.key}|${period.from}`;
  const known = cache.get(name);
  if (known) return known;
  const bill = computeBill(sourceOf(seed, model), period);
  if (cache.size >= CACHE_LIMIT) cache.delete(cache.keys().next().value ?? '');
  cache.set(name, bill);
  return bill;
}

interface Sums {
  forward: number;
  reverse: number;
  byTou: [number, number, number, number];
  peakRaw: number;
  peakAt: Seconds;
  days: number[];
  missing: number;
  estimated: number;
}

function computeBill(source: Source, period: BillPeriod): Bill {
  const { zone, tariff, profile } = source;
  const firstDay = localDay(zone, period.from);
  const days = localDay(zone, period.to) - firstDay;
  const sums: Sums = {
    forward: 0,
    reverse: 0,
    byTou: [0, 0, 0, 0],
    peakRaw: 0,
    peakAt: period.from,
    days: [],
    missing: 0,
    estimated: 0,
  };
  for (let day = 0; day < days; day += 1) addDay(sums, finalReadings(source, firstDay + day));
  const electric = profile.serviceKind === 0;
  const watts = Math.round((sums.peakRaw * 3600) / source.model.intervalLength);
  const items = itemsOf(source, sums, days, electric && tariff.demand > 0 ? watts : 0);
  return {
    period,
    items,
    total: items.reduce((sum, item) => sum + item.amount, 0),
    consumed: sums.forward,
    returned: sums.reverse,
    peak: electric ? { watts, at: sums.peakAt } : null,
    lastDay: sums.days.at(-1) ?? 0,
    previousDay: sums.days.at(-2) ?? 0,
    missing: sums.missing,
    estimated: sums.estimated,
  };
}

/** Missing readings count, too, and late corrections before they are told: the utility read the register afterwards and billed what had flowed. */
function addDay(sums: Sums, readings: DayReadings): void {
  const { forward, reverse } = readings.values;
  let day = 0;
  for (let i = 0; i < readings.count; i += 1) {
    const value = forward?.[i] ?? 0;
    const mark = readings.marks[i];
    day += value;
    sums.reverse += reverse?.[i] ?? 0;
    sums.byTou[(readings.tou[i] ?? 0) as Tou] += value; // tou holds what touOfDay gave
    if (mark === MISSING) sums.missing += 1;
    if (mark === 1) sums.estimated += 1;
    if (value > sums.peakRaw && mark !== MISSING) {
      sums.peakRaw = value;
      sums.peakAt = readings.start + i * readings.length;
    }
  }
  sums.forward += day;
  sums.days.push(day);
}

function itemsOf(source: Source, sums: Sums, days: number, demandWatts: number): LineItem[] {
  const { tariff, profile, model } = source;
  const unit = profile.unitName;
  const amount = (raw: number, rate: number) => Math.round((raw / profile.rawPerUnit) * rate * 100_000);
  const supplier = model.communitySupplier;
  const items: LineItem[] = [
    {
      note: `Customer charge, ${days} days`,
      itemKind: 4,
      amount: Math.round(days * tariff.daily * 100_000),
      quantity: null,
      unit: null,
      unitCost: null,
    },
  ];
  for (const tou of [0, 1, 2, 3] as const) {
    const raw = sums.byTou[tou];
    if (raw === 0) continue;
    const label = tou === 0 ? 'Supply' : `${TOU_NAMES[tou]} supply`;
    items.push({
      note: supplier ? `${label}, ${supplier.name} (${supplier.tariff}), per ${unit}` : `${label}, per ${unit}`,
      itemKind: 1,
      amount: amount(raw, tariff.supply[tou]),
      quantity: raw,
      unit: 'raw',
      unitCost: Math.round(tariff.supply[tou] * 100_000),
    });
  }
  items.push({
    note: `Delivery, per ${unit}`,
    itemKind: 2,
    amount: amount(sums.forward, tariff.delivery),
    quantity: sums.forward,
    unit: 'raw',
    unitCost: Math.round(tariff.delivery * 100_000),
  });
  if (demandWatts > 0) {
    items.push({
      note: 'Demand charge, per kW of the highest quarter hour',
      itemKind: 3,
      amount: Math.round((demandWatts / 1000) * tariff.demand * 100_000),
      quantity: demandWatts,
      unit: 'watt',
      unitCost: Math.round(tariff.demand * 100_000),
    });
  }
  if (sums.reverse > 0 && tariff.feedIn > 0) {
    items.push({
      note: `Credit for energy delivered to the grid, per ${unit}`,
      itemKind: 6,
      amount: -amount(sums.reverse, tariff.feedIn),
      quantity: sums.reverse,
      unit: 'raw',
      unitCost: -Math.round(tariff.feedIn * 100_000),
    });
  }
  if (tariff.taxRate > 0) {
    const net = items.reduce((sum, item) => sum + item.amount, 0);
    items.push({
      note: `Taxes and fees, ${(tariff.taxRate * 100).toFixed(2)} %`,
      itemKind: 5,
      amount: Math.max(0, Math.round(net * tariff.taxRate)),
      quantity: null,
      unit: null,
      unitCost: null,
    });
  }
  return items;
}
