/**
 * The one table of what the Green Button API answers (section 4.1), with the class of token that opens each row
 * (section 5; for the rows that the specification leaves open, service-facts). Paths are relative to `{espi_base}`.
 */
import type { Authorization, Meter } from '../world/types.ts';
import type { EntityName, Entry } from './atom.ts';
import { blocksOf, findBlock } from './blocks.ts';
import {
  agreementEntry,
  customerEntry,
  endDeviceEntry,
  locationEntry,
  mappingsEntry,
  meterEntry,
  supplierEntries,
} from './customers.ts';
import { localTimeUid, readingTypeUid } from './paths.ts';
import { applicationEntry, authorizationEntry } from './registration.ts';
import type { Segment } from './segments.ts';
import { account, localTime, powerQualities, type Reading, segments, summaries, usagePoint } from './trees.ts';
import { meterReadingEntry, readingTypeEntry } from './usage.ts';

export type TokenKind = 'registration' | 'client' | 'access';

/** What a request named, after it was let in. `authorization` is the one of the token for class `access`. */
export interface Asked {
  readonly reading: Reading;
  readonly authorization: Authorization | null;
  readonly notifyUri: string;
  /** A place of the path, decoded; '' where the path has no such place. */
  uid(name: string): string;
}

/** An entry row gives one entry or null (404); a feed row gives entries (possibly none) or null when its parent is not there. */
interface EntryRow {
  readonly path: string;
  readonly token: TokenKind;
  readonly entity: EntityName;
  readonly find: (asked: Asked) => Entry | null;
}

interface FeedRow {
  readonly path: string;
  readonly token: TokenKind;
  readonly entity: EntityName;
  readonly list: (asked: Asked) => Iterable<Entry> | null;
}

export type Row = EntryRow | FeedRow;

const SUBSCRIPTION = '/Subscription/:auth_uid/UsagePoint';
const USAGE_POINT = `${SUBSCRIPTION}/:meter_uid`;
const METER_READING = `${USAGE_POINT}/MeterReading/:reading_uid`;
const CUSTOMER = '/RetailCustomer/:auth_uid/Customer/:customer_uid';
const ACCOUNT = `${CUSTOMER}/CustomerAccount/:account_uid`;
const AGREEMENT = `${ACCOUNT}/CustomerAgreement/:agreement_uid`;
const LOCATION = `${AGREEMENT}/ServiceLocation/:location_uid`;

function meterOf(asked: Asked, name = 'meter_uid'): Meter | null {
  return asked.authorization?.meters.find((meter) => meter.uid === asked.uid(name)) ?? null;
}

function segmentOf(asked: Asked): Segment | null {
  const meter = meterOf(asked);
  if (!meter) return null;
  return segments(asked.reading, meter).find((segment) => segment.uid === asked.uid('reading_uid')) ?? null;
}

/** The authorization, when the path names its customer and customer data was authorised. */
function customerOf(asked: Asked): Authorization | null {
  const { authorization } = asked;
  return authorization?.scope.customer && authorization.login.customerUid === asked.uid('customer_uid')
    ? authorization
    : null;
}

function accountOf(asked: Asked): Authorization | null {
  const authorization = customerOf(asked);
  return authorization?.login.accountUid === asked.uid('account_uid') ? authorization : null;
}

function agreementOf(asked: Asked): Meter | null {
  return accountOf(asked) ? meterOf(asked, 'agreement_uid') : null;
}

function locationOf(asked: Asked): Meter | null {
  const meter = agreementOf(asked);
  return meter?.model.locationUid === asked.uid('location_uid') ? meter : null;
}

/** The entry whose own address ends in the uid asked for. */
function named(entries: Iterable<Entry> | null, uid: string): Entry | null {
  for (const entry of entries ?? []) if (entry.self.endsWith(`/${encodeURIComponent(uid)}`)) return entry;
  return null;
}

const allSegments = (asked: Asked): Segment[] =>
  asked.authorization?.meters.flatMap((meter) => segments(asked.reading, meter)) ?? [];
const ofMeter = <T>(meter: Meter | null, list: (meter: Meter) => T): T | null => (meter ? list(meter) : null);

function feed(path: string, entity: EntityName, list: FeedRow['list'], token: TokenKind = 'access'): FeedRow {
  return { path, entity, token, list };
}

function entry(path: string, entity: EntityName, find: EntryRow['find'], token: TokenKind = 'access'): EntryRow {
  return { path, entity, token, find };
}

const application = (asked: Asked) => applicationEntry(asked.reading.world, asked.notifyUri);
const suppliers = (asked: Asked) => ofMeter(agreementOf(asked), supplierEntries);

/**
 * Rows of section 4.1 in its order. `/ApplicationInformation`, `/LocalTimeParameters` and `/ReadingType` are not among
 * them but are what the `up` links of their entries point to; "any other path returns a feed" covers them.
 */
export const TABLE: readonly Row[] = [
  feed('/ApplicationInformation', 'ApplicationInformation', (asked) => [application(asked)], 'registration'),
  entry(
    '/ApplicationInformation/:app_uid',
    'ApplicationInformation',
    (asked) => named([application(asked)], asked.uid('app_uid')),
    'registration',
  ),
  feed('/Authorization', 'Authorization', ({ reading }) => authorizations(reading), 'client'),
  entry(
    '/Authorization/:auth_uid',
    'Authorization',
    ({ reading, uid }) => {
      const found = reading.world.authorizations.get(uid('auth_uid'));
      return found ? authorizationEntry(reading.world, reading.writing, found) : null;
    },
    'client',
  ),
  feed('/LocalTimeParameters', 'LocalTimeParameters', ({ reading, authorization }) =>
    (authorization?.meters ?? []).flatMap((meter) => localTime(reading, meter)),
  ),
  entry('/LocalTimeParameters/:tz_uid', 'LocalTimeParameters', ({ reading, authorization, uid }) => {
    const meter = authorization?.meters.find((one) => localTimeUid(one) === uid('tz_uid'));
    return (meter && localTime(reading, meter)[0]) ?? null;
  }),
  feed('/ReadingType', 'ReadingType', (asked) =>
    allSegments(asked).map((segment) => readingTypeEntry(segment, asked.reading.writing.quirks)),
  ),
  entry('/ReadingType/:type_uid', 'ReadingType', (asked) => {
    const segment = allSegments(asked).find((one) => readingTypeUid(one) === asked.uid('type_uid'));
    return segment ? readingTypeEntry(segment, asked.reading.writing.quirks) : null;
  }),
  feed(SUBSCRIPTION, 'UsagePoint', ({ reading, authorization }) =>
    (authorization?.meters ?? []).map((meter) => usagePoint(reading, meter)),
  ),
  entry(USAGE_POINT, 'UsagePoint', (asked) => ofMeter(meterOf(asked), (meter) => usagePoint(asked.reading, meter))),
  feed(`${USAGE_POINT}/MeterReading`, 'MeterReading', (asked) =>
    ofMeter(meterOf(asked), (meter) => segments(asked.reading, meter).map(meterReadingEntry)),
  ),
  entry(METER_READING, 'MeterReading', (asked) => {
    const segment = segmentOf(asked);
    return segment ? meterReadingEntry(segment) : null;
  }),
  feed(`${METER_READING}/IntervalBlock`, 'IntervalBlock', (asked) => {
    const segment = segmentOf(asked);
    return segment ? blocksOf(asked.reading, segment) : null;
  }),
  entry(`${METER_READING}/IntervalBlock/:block_uid`, 'IntervalBlock', (asked) => {
    const segment = segmentOf(asked);
    return segment ? findBlock(asked.reading, segment, asked.uid('block_uid')) : null;
  }),
  feed(`${USAGE_POINT}/UsageSummary`, 'UsageSummary', (asked) =>
    ofMeter(meterOf(asked), (meter) => summaries(asked.reading, meter)),
  ),
  entry(`${USAGE_POINT}/UsageSummary/:summary_uid`, 'UsageSummary', (asked) =>
    named(
      ofMeter(meterOf(asked), (meter) => summaries(asked.reading, meter)),
      asked.uid('summary_uid'),
    ),
  ),
  feed(`${USAGE_POINT}/ElectricPowerQualitySummary`, 'ElectricPowerQualitySummary', (asked) =>
    ofMeter(meterOf(asked), (meter) => powerQualities(asked.reading, meter)),
  ),
  entry(`${USAGE_POINT}/ElectricPowerQualitySummary/:power_uid`, 'ElectricPowerQualitySummary', (asked) =>
    named(
      ofMeter(meterOf(asked), (meter) => powerQualities(asked.reading, meter)),
      asked.uid('power_uid'),
    ),
  ),
  feed('/RetailCustomer/:auth_uid/Customer', 'Customer', ({ authorization }) =>
    authorization?.scope.customer ? [customerEntry(authorization)] : [],
  ),
  entry(CUSTOMER, 'Customer', (asked) => {
    const authorization = customerOf(asked);
    return authorization ? customerEntry(authorization) : null;
  }),
  feed(`${CUSTOMER}/CustomerAccount`, 'CustomerAccount', (asked) => {
    const authorization = customerOf(asked);
    return authorization ? [account(asked.reading, authorization)] : null;
  }),
  entry(ACCOUNT, 'CustomerAccount', (asked) => {
    const authorization = accountOf(asked);
    return authorization ? account(asked.reading, authorization) : null;
  }),
  feed(
    `${ACCOUNT}/CustomerAgreement`,
    'CustomerAgreement',
    (asked) => accountOf(asked)?.meters.map(agreementEntry) ?? null,
  ),
  entry(AGREEMENT, 'CustomerAgreement', (asked) => ofMeter(agreementOf(asked), agreementEntry)),
  feed(`${AGREEMENT}/ServiceSupplier`, 'ServiceSupplier', suppliers),
  entry(`${AGREEMENT}/ServiceSupplier/:supplier_uid`, 'ServiceSupplier', (asked) =>
    named(suppliers(asked), asked.uid('supplier_uid')),
  ),
  feed(`${AGREEMENT}/ProgramDateIdMappings`, 'ProgramDateIdMappings', (asked) =>
    ofMeter(agreementOf(asked), (meter) => [mappingsEntry(meter)]),
  ),
  entry(`${AGREEMENT}/ProgramDateIdMappings/:mappings_uid`, 'ProgramDateIdMappings', (asked) =>
    named(
      ofMeter(agreementOf(asked), (meter) => [mappingsEntry(meter)]),
      asked.uid('mappings_uid'),
    ),
  ),
  feed(`${AGREEMENT}/ServiceLocation`, 'ServiceLocation', (asked) =>
    ofMeter(agreementOf(asked), (meter) => [locationEntry(asked.reading.writing, meter)]),
  ),
  entry(LOCATION, 'ServiceLocation', (asked) =>
    ofMeter(locationOf(asked), (meter) => locationEntry(asked.reading.writing, meter)),
  ),
  feed(`${LOCATION}/Meter`, 'Meter', (asked) => ofMeter(locationOf(asked), (meter) => [meterEntry(meter)])),
  entry(`${LOCATION}/Meter/:meter_number`, 'Meter', (asked) =>
    named(
      ofMeter(locationOf(asked), (meter) => [meterEntry(meter)]),
      asked.uid('meter_number'),
    ),
  ),
  feed(`${LOCATION}/EndDevice`, 'EndDevice', (asked) => ofMeter(locationOf(asked), (meter) => [endDeviceEntry(meter)])),
  entry(`${LOCATION}/EndDevice/:device_uid`, 'EndDevice', (asked) =>
    named(
      ofMeter(locationOf(asked), (meter) => [endDeviceEntry(meter)]),
      asked.uid('device_uid'),
    ),
  ),
];

function* authorizations(reading: Reading): Generator<Entry> {
  for (const one of reading.world.authorizations.values())
    yield authorizationEntry(reading.world, reading.writing, one);
}
