/** Where things are, relative to `{espi_base}` (section 4.1). The one place that builds paths. */
import type { Authorization, Meter } from '../world/types.ts';
import type { Segment } from './segments.ts';

const part = encodeURIComponent;

export const paths = {
  application: (uid: string) => `/ApplicationInformation/${part(uid)}`,
  authorization: (authorization: Authorization) => `/Authorization/${authorization.uid}`,
  batch: (authorization: Authorization) => `/Batch/Subscription/${authorization.uid}`,
  customerBatch: (authorization: Authorization) => `/Batch/RetailCustomer/${authorization.uid}`,
  bulk: (uid: string) => `/Bulk/${part(uid)}`,
  usagePoints: (authorization: Authorization) => `/Subscription/${authorization.uid}/UsagePoint`,
  usagePoint: (meter: Meter) => `${paths.usagePoints(meter.authorization)}/${meter.uid}`,
  usagePointBatch: (meter: Meter) => `${paths.batch(meter.authorization)}/UsagePoint/${meter.uid}`,
  localTime: (meter: Meter) => `/LocalTimeParameters/${localTimeUid(meter)}`,
  meterReadings: (meter: Meter) => `${paths.usagePoint(meter)}/MeterReading`,
  meterReading: (segment: Segment) => `${paths.meterReadings(segment.meter)}/${segment.uid}`,
  readingType: (segment: Segment) => `/ReadingType/${readingTypeUid(segment)}`,
  blocks: (segment: Segment) => `${paths.meterReading(segment)}/IntervalBlock`,
  summaries: (meter: Meter) => `${paths.usagePoint(meter)}/UsageSummary`,
  powerQualities: (meter: Meter) => `${paths.usagePoint(meter)}/ElectricPowerQualitySummary`,
  billFile: (meter: Meter, summaryUid: string) =>
    `/Non-ESPI/${meter.authorization.uid}/${meter.uid}/bills/${summaryUid}.pdf`,
  customers: (authorization: Authorization) => `/RetailCustomer/${authorization.uid}/Customer`,
  customer: (authorization: Authorization) => `${paths.customers(authorization)}/${authorization.login.customerUid}`,
  accounts: (authorization: Authorization) => `${paths.customer(authorization)}/CustomerAccount`,
  account: (authorization: Authorization) => `${paths.accounts(authorization)}/${authorization.login.accountUid}`,
  agreements: (authorization: Authorization) => `${paths.account(authorization)}/CustomerAgreement`,
  agreement: (meter: Meter) => `${paths.agreements(meter.authorization)}/${meter.uid}`,
  suppliers: (meter: Meter) => `${paths.agreement(meter)}/ServiceSupplier`,
  mappings: (meter: Meter) => `${paths.agreement(meter)}/ProgramDateIdMappings`,
  locations: (meter: Meter) => `${paths.agreement(meter)}/ServiceLocation`,
  location: (meter: Meter) => `${paths.locations(meter)}/${meter.model.locationUid}`,
  meters: (meter: Meter) => `${paths.location(meter)}/Meter`,
  meter: (meter: Meter) => `${paths.meters(meter)}/${part(meter.model.meterNumber)}`,
  endDevices: (meter: Meter) => `${paths.location(meter)}/EndDevice`,
};

/** Ids of LocalTimeParameters and ReadingType name the authorization and the meter, as the public service does. */
export function localTimeUid(meter: Meter): string {
  return `TIMEZONE_${meter.authorization.uid}_${meter.uid}`;
}

export function readingTypeUid(segment: Segment): string {
  return `${segment.meter.authorization.uid}_${segment.meter.uid}_${segment.uid}`;
}
