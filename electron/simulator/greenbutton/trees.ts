/** Sequences of entries: what each feed of section 4.1 lists, made lazily so that a batch of any size streams. */
import { billOf } from '../world/bills.ts';
import type { Authorization, Meter, Millis } from '../world/types.ts';
import type { ServiceWorld } from '../world/world.ts';
import type { Entry, Writing } from './atom.ts';
import { type BlockContext, blocksOf } from './blocks.ts';
import {
  accountEntry,
  agreementEntry,
  customerEntry,
  endDeviceEntry,
  locationEntry,
  mappingsEntry,
  meterEntry,
  supplierEntries,
} from './customers.ts';
import { type BatchFilter, NO_FILTER, wantsPeriod, wantsUpdated } from './filters.ts';
import { inOrder } from './quirks.ts';
import { authorizationEntry } from './registration.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { collectedBills, powerQualityEntry, qualityPeriods, summaryEntry } from './summaries.ts';
import { localTimeEntry, meterReadingEntry, readingTypeEntry, usagePointEntry } from './usage.ts';

/** What every sequence needs. `now` is fixed for one answer. */
export interface Reading extends BlockContext {
  readonly world: ServiceWorld;
  readonly writing: Writing;
  readonly now: Millis;
}

export function segments(reading: Reading, meter: Meter): readonly Segment[] {
  return inOrder(reading.writing.quirks, segmentsOf(reading.seed, meter, reading.now));
}

export function usagePoint(reading: Reading, meter: Meter): Entry {
  const parts = {
    hasReadings: segments(reading, meter).length > 0,
    hasSummaries: collectedBills(reading.seed, meter, reading.now).length > 0,
    hasPowerQuality: qualityPeriods(reading.seed, meter, reading.now).length > 0,
    updated: meter.updatedAt,
  };
  return usagePointEntry(meter, parts, reading.writing.quirks);
}

export function localTime(reading: Reading, meter: Meter): Entry[] {
  return reading.writing.quirks.has('no-local-time') ? [] : [localTimeEntry(meter, meter.updatedAt)];
}

export function summaries(reading: Reading, meter: Meter, filter: BatchFilter = NO_FILTER): Entry[] {
  const { quirks } = reading.writing;
  const bills = inOrder(quirks, collectedBills(reading.seed, meter, reading.now, filter));
  return bills.map((bill) => summaryEntry(reading.seed, meter, bill, quirks));
}

export function powerQualities(reading: Reading, meter: Meter, filter: BatchFilter = NO_FILTER): Entry[] {
  const periods = inOrder(reading.writing.quirks, qualityPeriods(reading.seed, meter, reading.now, filter));
  return periods.map((period) => powerQualityEntry(meter, period));
}

/** All of one usage point, which comes before its first child; one without a child comes where the filter fits itself. */
function* usageOf(reading: Reading, meter: Meter, filter: BatchFilter): Generator<Entry> {
  let hasChild = false;
  for (const child of childrenOf(reading, meter, filter)) {
    if (!hasChild) yield* headOf(reading, meter);
    hasChild = true;
    yield child;
  }
  const createdAt = meter.createdAt / 1000;
  const isWanted = wantsUpdated(filter, meter.updatedAt) && wantsPeriod(filter, createdAt, createdAt);
  if (!hasChild && isWanted) yield* headOf(reading, meter);
}

function* headOf(reading: Reading, meter: Meter): Generator<Entry> {
  yield usagePoint(reading, meter);
  yield* localTime(reading, meter);
}

function* childrenOf(reading: Reading, meter: Meter, filter: BatchFilter): Generator<Entry> {
  for (const segment of segments(reading, meter)) {
    if (mayHold(segment, filter)) yield* segmentEntries(reading, segment, filter);
  }
  yield* summaries(reading, meter, filter);
  yield* powerQualities(reading, meter, filter);
}

/** Whether a segment may have blocks for a filter, judged by its bounds. */
function mayHold(segment: Segment, filter: BatchFilter): boolean {
  return (
    segment.from * 1000 < filter.publishedMax &&
    segment.to * 1000 > filter.publishedMin &&
    segment.updatedAt > filter.updatedMin &&
    segment.firstAt < filter.updatedMax
  );
}

/** MeterReading and ReadingType go before the first block; no block, no parents. */
function* segmentEntries(reading: Reading, segment: Segment, filter: BatchFilter): Generator<Entry> {
  let isFirst = true;
  for (const block of blocksOf(reading, segment, filter)) {
    if (isFirst) {
      yield meterReadingEntry(segment);
      yield readingTypeEntry(segment, reading.writing.quirks);
      isFirst = false;
    }
    yield block;
  }
}

export function* batch(reading: Reading, meters: readonly Meter[], filter: BatchFilter): Generator<Entry> {
  for (const meter of meters) yield* usageOf(reading, meter, filter);
}

/** The account with the newest bill that the authorization may see. */
export function account(reading: Reading, authorization: Authorization): Entry {
  const newest = authorization.meters
    .flatMap((meter) =>
      collectedBills(reading.seed, meter, reading.now).map((bill) => ({ meter, period: bill.period })),
    )
    .sort((a, b) => b.period.to - a.period.to)[0];
  const { quirks } = reading.writing;
  if (!newest) return accountEntry(authorization, null, quirks);
  const bill = billOf(reading.seed, newest.meter.model, newest.period);
  return accountEntry(authorization, { amount: bill.total, at: newest.period.to }, quirks);
}

/** The customer side of an authorization; nothing when customer data was not authorised. */
export function* customerBatch(reading: Reading, authorization: Authorization): Generator<Entry> {
  if (!authorization.scope.customer) return;
  const { writing } = reading;
  yield customerEntry(authorization);
  yield account(reading, authorization);
  for (const meter of authorization.meters) {
    yield agreementEntry(meter);
    yield* supplierEntries(meter);
    yield mappingsEntry(meter);
    yield locationEntry(writing, meter);
    yield meterEntry(meter);
    yield endDeviceEntry(meter);
    if (!writing.quirks.has('no-local-time')) yield localTimeEntry(meter, meter.updatedAt, 'cust');
  }
}

/** Authorizations that are new, then usage that is new, of those the third party holds a token for. */
export function* bulk(reading: Reading, since: Millis, filter: BatchFilter): Generator<Entry> {
  const { world, writing } = reading;
  const recent = { ...filter, updatedMin: Math.max(filter.updatedMin, since) };
  for (const authorization of world.authorizations.values()) {
    if (authorization.createdAt < since || !wantsUpdated(filter, authorization.updatedAt)) continue;
    yield authorizationEntry(world, writing, authorization);
  }
  for (const authorization of world.authorizations.values()) {
    if (world.tokenStore.accessExpiry(authorization.uid) === null || authorization.updatedAt < since) continue;
    yield* batch(reading, authorization.meters, recent);
  }
}

/** Readings that an answer would hold, roughly; decides whether it is built in the background (202). */
export function estimateReadings(reading: Reading, meters: readonly Meter[], filter: BatchFilter): number {
  let count = 0;
  for (const meter of meters) {
    for (const segment of segments(reading, meter)) {
      if (segment.level === 'bill' || !mayHold(segment, filter)) continue;
      for (const span of meter.coverage.intervals) {
        if (!wantsUpdated(filter, span.addedAt)) continue;
        const from = Math.max(span.from, segment.from, filter.publishedMin / 1000);
        const to = Math.min(span.to, segment.to, filter.publishedMax / 1000);
        if (to > from) count += (to - from) / meter.model.intervalLength;
      }
    }
  }
  return Math.round(count);
}
