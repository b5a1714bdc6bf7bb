/** Entries of the usage schema that stand around the readings: UsagePoint, MeterReading, ReadingType and local time. */
import { profileOf } from '../world/profiles.ts';
import { hash32, pick } from '../world/random.ts';
import { regionOfZone } from '../world/regions.ts';
import type { Meter, Millis } from '../world/types.ts';
import { dstRuleHex, zoneOf } from '../world/zones.ts';
import type { Entry, Link } from './atom.ts';
import { paths } from './paths.ts';
import type { Quirks } from './quirks.ts';
import type { Segment } from './segments.ts';
import { tag, wrap } from './xml.ts';

/** What of a usage point there is to link to. */
export interface UsagePointParts {
  readonly hasReadings: boolean;
  readonly hasSummaries: boolean;
  readonly hasPowerQuality: boolean;
  readonly updated: Millis;
}

export function usagePointEntry(meter: Meter, parts: UsagePointParts, quirks: Quirks): Entry {
  const related: Link[] = [];
  if (parts.hasReadings) related.push({ path: paths.meterReadings(meter), type: 'espi-feed/MeterReading' });
  if (parts.hasSummaries) related.push({ path: paths.summaries(meter), type: 'espi-feed/UsageSummary' });
  if (parts.hasPowerQuality) {
    related.push({ path: paths.powerQualities(meter), type: 'espi-feed/ElectricPowerQualitySummary' });
  }
  if (!quirks.has('no-local-time')) {
    related.push({ path: paths.localTime(meter), type: 'espi-entry/LocalTimeParameters' });
  }
  return {
    entity: 'UsagePoint',
    space: 'espi',
    self: paths.usagePoint(meter),
    up: paths.usagePoints(meter.authorization),
    related,
    published: meter.createdAt,
    updated: parts.updated,
    body: usagePointBody(meter),
  };
}

function usagePointBody(meter: Meter): string {
  const { model } = meter;
  const profile = profileOf(model.profile);
  const electric = profile.voltage > 0;
  const measure = (name: string, uom: number, value: number) =>
    wrap(name, tag('powerOfTenMultiplier', 0), tag('uom', uom), tag('value', value));
  const solar = model.profile === 'solarHome';
  return [
    tag('roleFlags', solar ? '0018' : '0010'),
    wrap('ServiceCategory', tag('kind', profile.serviceKind)),
    tag('status', 1),
    wrap(
      'serviceDeliveryPoint',
      tag('name', `${profile.label}, ${model.address.number} ${model.address.street}`),
      tag('tariffProfile', model.tariff),
      tag('customerAgreement', model.serviceIdentifier),
    ),
    tag('amiBillingReady', 'billingApproved'),
    tag('checkBilling', false),
    tag('connectionState', 'connected'),
    electric ? measure('estimatedLoad', 38, profile.customerKind === 'commercial' ? 120_000 : 6500) : '',
    electric ? tag('grounded', true) : '',
    tag('isSdp', true),
    tag('isVirtual', false),
    tag('minimalUsageExpected', false),
    electric ? measure('nominalServiceVoltage', 29, profile.voltage) : '',
    tag('outageRegion', `${model.address.town} ${1 + (model.key % 9)}`),
    electric ? tag('phaseCode', profile.phaseCode) : '',
    electric ? measure('ratedCurrent', 5, profile.ratedCurrent) : '',
    electric ? measure('ratedPower', 38, profile.voltage * profile.ratedCurrent) : '',
    tag('readCycle', String(2 + (model.key % 26)).padStart(2, '0')),
    tag('readRoute', `${model.address.postalCode}-${hash32(model.key, 41) % 100}`),
    tag(
      'serviceDeliveryRemark',
      pick(['Meter in the cellar', 'Meter on the outside wall', 'Ask at the gate'], hash32(model.key, 42)),
    ),
    tag('servicePriority', String(1 + (hash32(model.key, 43) % 4))),
    electric
      ? wrap(
          'pnodeRefs',
          wrap('pnodeRef', tag('apnodeType', 'LAP'), tag('ref', `LAP_${model.address.state}_${1 + (model.key % 7)}`)),
        )
      : '',
  ].join('');
}

export function localTimeEntry(meter: Meter, updated: Millis, space: 'espi' | 'cust' = 'espi'): Entry {
  const zone = zoneOf(meter.model.zone);
  return {
    entity: 'LocalTimeParameters',
    space,
    self: paths.localTime(meter),
    up: '/LocalTimeParameters',
    related:
      space === 'espi'
        ? [{ path: paths.usagePoint(meter), type: 'espi-entry/UsagePoint' }]
        : [{ path: paths.location(meter), type: 'cust-entry/ServiceLocation' }],
    published: meter.createdAt,
    updated,
    body: [
      tag('dstEndRule', dstRuleHex(zone.dstEnd)),
      tag('dstOffset', zone.dstOffset),
      tag('dstStartRule', dstRuleHex(zone.dstStart)),
      tag('tzOffset', zone.tzOffset),
    ].join(''),
  };
}

export function meterReadingEntry(segment: Segment): Entry {
  return {
    entity: 'MeterReading',
    space: 'espi',
    self: paths.meterReading(segment),
    up: paths.meterReadings(segment.meter),
    related: [
      { path: paths.usagePoint(segment.meter), type: 'espi-entry/UsagePoint' },
      { path: paths.blocks(segment), type: 'espi-feed/IntervalBlock' },
      { path: paths.readingType(segment), type: 'espi-entry/ReadingType' },
    ],
    published: segment.firstAt,
    updated: segment.updatedAt,
    body: '',
  };
}

const MEASURING_PERIOD: Record<number, number> = { 900: 2, 1800: 5, 3600: 7, 86400: 4 };

export function readingTypeEntry(segment: Segment, quirks: Quirks): Entry {
  const { model } = segment.meter;
  const { series } = segment;
  const profile = profileOf(model.profile);
  const bills = segment.level === 'bill';
  // Bills say what was used in their period, whatever the meter's readings are.
  const registers = quirks.has('registers') && !bills && series.quantity !== 'temperature';
  return {
    entity: 'ReadingType',
    space: 'espi',
    self: paths.readingType(segment),
    up: '/ReadingType',
    related: [{ path: paths.meterReading(segment), type: 'espi-entry/MeterReading' }],
    published: segment.firstAt,
    updated: segment.updatedAt,
    body: [
      tag('accumulationBehaviour', registers ? 3 : series.accumulation),
      tag('commodity', series.quantity === 'temperature' ? 0 : profile.commodityCode),
      tag('currency', regionOfZone(model.zone).currency),
      tag('dataQualifier', 12),
      tag('defaultQuality', 17),
      tag('flowDirection', series.flow),
      // Bill-level readings carry their own durations: no length is right for all of them. The test book asks for one (D062).
      tag('intervalLength', bills ? 0 : model.intervalLength),
      tag('kind', series.kind),
      tag('phase', series.quantity === 'temperature' ? 0 : profile.phaseCode),
      tag('powerOfTenMultiplier', series.power),
      tag('timeAttribute', bills ? 8 : model.intervalLength === 86_400 ? 11 : 0),
      tag('uom', series.uom),
      bills ? '' : tag('measuringPeriod', MEASURING_PERIOD[model.intervalLength] ?? 0),
    ].join(''),
  };
}
