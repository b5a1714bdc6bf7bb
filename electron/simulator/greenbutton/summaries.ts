/** Bills as UsageSummary entries, and the power quality of each month. */
import { type Bill, billOf, billPeriods, issuedAt, type LineItem } from '../world/bills.ts';
import { reachedAt } from '../world/coverage.ts';
import { type Profile, profileOf } from '../world/profiles.ts';
import { hash32, unit } from '../world/random.ts';
import { regionOfZone } from '../world/regions.ts';
import { startInstant } from '../world/time.ts';
import type { BillPeriod, Meter, MeterModel, Millis } from '../world/types.ts';
import type { Entry } from './atom.ts';
import { type BatchFilter, NO_FILTER, wantsPeriod, wantsUpdated } from './filters.ts';
import { paths } from './paths.ts';
import { epoch, money, type Quirks } from './quirks.ts';
import { interval, tag, wrap } from './xml.ts';

export interface Collected {
  readonly period: BillPeriod;
  readonly addedAt: Millis;
}

/** Bills of a meter that this authorization has collected and may see, oldest first. */
export function collectedBills(seed: number, meter: Meter, now: Millis, filter: BatchFilter = NO_FILTER): Collected[] {
  if (!meter.authorization.scope.bills || meter.coverage.bills.length === 0) return [];
  const periods = billPeriods(seed, meter.model, now / 1000);
  return meter.coverage.bills.flatMap(({ index, addedAt }) => {
    const period = periods[index];
    return period && wantsPeriod(filter, period.from, period.to) && wantsUpdated(filter, addedAt)
      ? [{ period, addedAt }]
      : [];
  });
}

export function summaryEntry(seed: number, meter: Meter, collected: Collected, quirks: Quirks): Entry {
  const { period, addedAt } = collected;
  return {
    entity: 'UsageSummary',
    space: 'espi',
    self: `${paths.summaries(meter)}/${period.uid}`,
    up: paths.summaries(meter),
    related: [
      { path: paths.usagePoint(meter), type: 'espi-entry/UsagePoint' },
      { path: paths.billFile(meter, period.uid), type: 'application/pdf' },
    ],
    published: period.to * 1000,
    updated: addedAt,
    body: summaryBody(meter.model, billOf(seed, meter.model, period), quirks),
  };
}

function summaryBody(model: MeterModel, bill: Bill, quirks: Quirks): string {
  const profile = profileOf(model.profile);
  const { period } = bill;
  const amount = (name: string, value: number, at?: number) => measured(profile, name, value, at);
  return [
    interval('billingPeriod', period.from, period.to),
    tag('billLastPeriod', money(quirks, bill.total)),
    tag('billToDate', 0),
    tag('costAdditionalLastPeriod', money(quirks, bill.total)),
    ...bill.items.map((item) => lineItem(profile, item, period, quirks)),
    tag('currency', regionOfZone(model.zone).currency),
    amount('overallConsumptionLastPeriod', bill.consumed, period.to),
    amount('currentDayOverallConsumption', bill.lastDay, period.to),
    bill.peak
      ? wrap(
          'peakDemand',
          tag('powerOfTenMultiplier', 0),
          tag('timeStamp', bill.peak.at),
          tag('uom', 38),
          tag('value', bill.peak.watts),
        )
      : '',
    amount('previousDayOverallConsumption', bill.previousDay, period.to - 86_400),
    tag('qualityOfReading', bill.estimated > 0 || bill.missing > 0 ? 13 : 17),
    tag('statusTimeStamp', epoch(quirks, issuedAt(period))),
    tag('commodity', profile.commodityCode),
    tag('tariffProfile', model.tariff),
    tag('readCycle', String(2 + (model.key % 26)).padStart(2, '0')),
    wrap(
      'tariffRiderRefs',
      wrap(
        'tariffRiderRef',
        tag('riderType', `${model.tariff} base`),
        tag('enrollmentStatus', 'enrolled'),
        tag('effectiveDate', model.historyStart),
      ),
    ),
    wrap('billingChargeSource', tag('agencyName', model.communitySupplier?.name ?? 'Utility')),
  ].join('');
}

function measured(profile: Profile, name: string, value: number, at?: number): string {
  const series = profile.series[0];
  if (!series) return '';
  return wrap(
    name,
    tag('powerOfTenMultiplier', series.power),
    tag('timeStamp', at),
    tag('uom', series.uom),
    tag('value', value),
  );
}

function lineItem(profile: Profile, item: LineItem, period: BillPeriod, quirks: Quirks): string {
  const quantity =
    item.quantity === null
      ? ''
      : item.unit === 'watt'
        ? wrap('measurement', tag('powerOfTenMultiplier', 0), tag('uom', 38), tag('value', item.quantity))
        : measured(profile, 'measurement', item.quantity);
  return wrap(
    'costAdditionalDetailLastPeriod',
    tag('amount', money(quirks, item.amount)),
    tag('dateTime', period.to),
    tag('note', item.note),
    quantity,
    tag('itemKind', item.itemKind),
    item.unitCost === null ? '' : tag('unitCost', money(quirks, item.unitCost)),
    interval('itemPeriod', period.from, period.to),
  );
}

/** Power quality is watched at electricity meters, a summary a billing period; it comes with the intervals. */
export function qualityPeriods(seed: number, meter: Meter, now: Millis, filter: BatchFilter = NO_FILTER): Collected[] {
  const { model } = meter;
  if (!meter.authorization.scope.intervals || profileOf(model.profile).voltage === 0) return [];
  const startedAt = startInstant(seed) / 1000;
  return billPeriods(seed, model, now / 1000).flatMap((period) => {
    // What is summed up after the start comes with the day on which the period is billed: an entry must not become
    // visible with an `updated` that has passed.
    const closed = issuedAt(period) <= startedAt ? period.to : issuedAt(period);
    const addedAt = reachedAt(meter.coverage.intervals, closed);
    if (addedAt === undefined || period.from < model.intervalStart) return [];
    return wantsPeriod(filter, period.from, period.to) && wantsUpdated(filter, addedAt) ? [{ period, addedAt }] : [];
  });
}

function powerUid(period: BillPeriod): string {
  return `PQ${period.uid}`;
}

export function powerQualityEntry(meter: Meter, collected: Collected): Entry {
  const { period, addedAt } = collected;
  const { key, profile } = meter.model;
  const volts = profileOf(profile).voltage;
  const chance = (purpose: number) => unit(key, period.index, purpose);
  const count = (purpose: number, most: number) => hash32(key, period.index, purpose) % (most + 1);
  return {
    entity: 'ElectricPowerQualitySummary',
    space: 'espi',
    self: `${paths.powerQualities(meter)}/${powerUid(period)}`,
    up: paths.powerQualities(meter),
    related: [{ path: paths.usagePoint(meter), type: 'espi-entry/UsagePoint' }],
    published: period.to * 1000,
    updated: addedAt,
    body: [
      tag('flickerPlt', 20 + count(51, 45)),
      tag('flickerPst', count(52, 1)),
      tag('harmonicVoltage', Math.round(volts * (0.012 + 0.02 * chance(53)))),
      tag('longInterruptions', count(54, 3) === 3 ? 1 : 0),
      tag('mainsVoltage', Math.round(volts * (0.985 + 0.03 * chance(55)) * 1e6)),
      tag('measurementProtocol', regionOfZone(meter.model.zone).country === 'US' ? 0 : 1),
      tag(
        'powerFrequency',
        Math.round((regionOfZone(meter.model.zone).country === 'US' ? 60 : 50) * 1e6 + (chance(56) - 0.5) * 40_000),
      ),
      tag('rapidVoltageChanges', count(57, 6)),
      tag('shortInterruptions', count(58, 4)),
      interval('summaryInterval', period.from, period.to),
      tag('supplyVoltageDips', count(59, 5)),
      tag('supplyVoltageImbalance', count(60, 2)),
      tag('supplyVoltageVariations', count(61, 9)),
      tag('tempOvervoltage', count(62, 2)),
    ].join(''),
  };
}
