/** Entries of the retail customer schema: who the customer is, the contract, the place, the devices. */
import { profileOf } from '../world/profiles.ts';
import { hash32, pick } from '../world/random.ts';
import { type Region, regionOfZone } from '../world/regions.ts';
import type { Address, Authorization, Meter, Millis } from '../world/types.ts';
import { utilityOf } from '../world/utilities.ts';
import type { CustomerEntityName, Entry, Link, Writing } from './atom.ts';
import { paths } from './paths.ts';
import { money, type Quirks } from './quirks.ts';
import { interval, tag, wrap } from './xml.ts';

function entry(
  entity: CustomerEntityName,
  place: { self: string; up: string },
  related: Link[],
  times: { published: Millis; updated: Millis },
  body: string,
): Entry {
  return { entity, space: 'cust', ...place, related, published: times.published, updated: times.updated, body };
}

function streetAddress(name: string, address: Address): string {
  const [street, kind] = [address.street.replace(/ \S+$/, ''), address.street.replace(/^.* /, '')];
  return wrap(
    name,
    wrap(
      'streetDetail',
      tag('number', address.number),
      tag('name', street),
      tag('suffix', kind),
      tag('addressGeneral', `${address.number} ${address.street}`),
    ),
    wrap(
      'townDetail',
      tag('name', address.town),
      tag('stateOrProvince', address.state),
      tag('country', address.country),
    ),
    tag('postalCode', address.postalCode),
  );
}

function phone(name: string, region: Region, key: number): string {
  const line = String(hash32(key, 44) % 100).padStart(2, '0');
  return wrap(
    name,
    tag('countryCode', region.countryCode),
    tag('areaCode', region.areaCode),
    tag('localNumber', `555-01${line}`),
  );
}

function regionOf(authorization: Authorization): Region {
  return regionOfZone(authorization.login.models[0]?.zone ?? 'America/New_York');
}

const keyOf = (authorization: Authorization) => authorization.login.models[0]?.key ?? 1;
const timesOf = (authorization: Authorization) => ({
  published: authorization.createdAt,
  updated: authorization.createdAt,
});
const ofMeter = (meter: Meter) => ({ published: meter.createdAt, updated: meter.createdAt });

export function customerEntry(authorization: Authorization): Entry {
  const { login } = authorization;
  const region = regionOf(authorization);
  const contact = wrap('electronicAddress', tag('email1', login.customerEmail));
  const organisation = wrap(
    'Organisation',
    streetAddress('streetAddress', login.billingAddress),
    streetAddress('postalAddress', login.billingAddress),
    phone('phone1', region, keyOf(authorization)),
    contact,
    tag('organisationName', login.customerName),
  );
  return entry(
    'Customer',
    { self: paths.customer(authorization), up: paths.customers(authorization) },
    [{ path: paths.accounts(authorization), type: 'cust-feed/CustomerAccount' }],
    timesOf(authorization),
    [
      organisation,
      tag('kind', login.kind === 'residential' ? 'residential' : 'commercialIndustrial'),
      tag('vip', false),
      tag('pucNumber', `PUC-${1000 + (keyOf(authorization) % 9000)}`),
      wrap('status', tag('value', 'active')),
      wrap('priority', tag('rank', 3), tag('type', 'standard')),
      tag('locale', region.country === 'AU' ? 'en_AU' : 'en_US'),
      tag('customerName', login.customerName),
    ].join(''),
  );
}

export function accountEntry(
  authorization: Authorization,
  lastBill: { amount: number; at: number } | null,
  quirks: Quirks,
): Entry {
  const { login } = authorization;
  const key = keyOf(authorization);
  const notification = lastBill
    ? wrap(
        'notifications',
        tag('methodKind', pick(['email', 'letter'], key)),
        tag('time', lastBill.at),
        tag('note', 'Your bill is ready'),
        tag('customerNotificationKind', 'bill'),
      )
    : '';
  return entry(
    'CustomerAccount',
    { self: paths.account(authorization), up: paths.accounts(authorization) },
    [
      ...(authorization.meters.length === 0
        ? []
        : [{ path: paths.agreements(authorization), type: 'cust-feed/CustomerAgreement' }]),
      { path: paths.customer(authorization), type: 'cust-entry/Customer' },
    ],
    timesOf(authorization),
    [
      tag('type', 'billing account'),
      tag('createdDateTime', Math.floor(authorization.createdAt / 1000) - 2000 * 86_400),
      tag('revisionNumber', '1'),
      tag('subject', 'Energy services'),
      tag('title', `Account ${login.accountNumber}`),
      wrap('status', tag('value', 'open')),
      tag('billingCycle', String(2 + (key % 26)).padStart(2, '0')),
      tag('budgetBill', 'no'),
      lastBill ? tag('lastBillAmount', money(quirks, lastBill.amount)) : '',
      notification,
      wrap(
        'contactInfo',
        streetAddress('postalAddress', login.billingAddress),
        tag('organisationName', login.customerName),
      ),
      tag('accountId', login.accountNumber),
    ].join(''),
  );
}

export function agreementEntry(meter: Meter): Entry {
  const { model, authorization } = meter;
  const signed = model.historyStart - 300 * 86_400;
  return entry(
    'CustomerAgreement',
    { self: paths.agreement(meter), up: paths.agreements(authorization) },
    [
      { path: paths.suppliers(meter), type: 'cust-feed/ServiceSupplier' },
      { path: paths.mappings(meter), type: 'cust-feed/ProgramDateIdMappings' },
      { path: paths.locations(meter), type: 'cust-feed/ServiceLocation' },
      { path: paths.account(authorization), type: 'cust-entry/CustomerAccount' },
    ],
    ofMeter(meter),
    [
      tag('type', model.serviceClass),
      tag('createdDateTime', signed),
      tag('revisionNumber', '1'),
      tag('title', `Service agreement ${model.serviceIdentifier}`),
      wrap('status', tag('value', 'active')),
      tag('signDate', signed),
      interval('validityInterval', signed, signed + 3650 * 86_400),
      tag('loadMgmt', model.profile === 'coldStore' ? 'interruptible' : 'none'),
      tag('isPrePay', false),
      wrap(
        'DemandResponseProgram',
        tag('programName', 'Peak saver'),
        tag('enrollmentStatus', model.key % 2 === 0 ? 'enrolled' : 'unenrolled'),
        wrap('programDate', tag('programDate', signed), tag('programDateDescription', 'start')),
      ),
      tag('PricingStructures', `urn:tariff:${model.tariff}`),
      tag('currency', regionOfZone(model.zone).currency),
      tag('agreementId', model.serviceIdentifier),
    ].join(''),
  );
}

/** The utility, and the community-choice supplier where there is one. Both in the order of their uids' names. */
export function supplierEntries(meter: Meter): Entry[] {
  const { model, authorization } = meter;
  const utility = utilityOf(authorization.utility);
  const supplier = (uid: string, name: string, kind: string, web: string | undefined, number: string): Entry =>
    entry(
      'ServiceSupplier',
      { self: `${paths.suppliers(meter)}/${uid}`, up: paths.suppliers(meter) },
      [{ path: paths.agreement(meter), type: 'cust-entry/CustomerAgreement' }],
      ofMeter(meter),
      [
        wrap(
          'Organisation',
          phone('phone1', regionOfZone(model.zone), hash32(model.key, kind.length)),
          wrap('electronicAddress', tag('web', web)),
          tag('organisationName', name),
        ),
        tag('kind', kind),
        tag('issuerIdentificationNumber', number),
        tag('effectiveDate', model.historyStart),
      ].join(''),
    );
  const parent = supplier(
    model.supplierUid,
    utility?.name ?? authorization.utility,
    'utility',
    utility?.web,
    authorization.utility,
  );
  const community = model.communitySupplier;
  if (!community) return [parent];
  return [parent, supplier(`${model.supplierUid}-cca`, community.name, 'lse', undefined, community.serviceId)];
}

export function mappingsEntry(meter: Meter): Entry {
  return entry(
    'ProgramDateIdMappings',
    { self: `${paths.mappings(meter)}/${meter.model.mappingsUid}`, up: paths.mappings(meter) },
    [{ path: paths.agreement(meter), type: 'cust-entry/CustomerAgreement' }],
    ofMeter(meter),
    wrap(
      'programDateIdMapping',
      tag('programDateType', 'CUST_DR_PROGRAM_ENROLLMENT_DATE'),
      tag('code', 'PS'),
      tag('name', 'Peak saver enrolment'),
      tag('note', 'Date on which the customer joined the demand response program'),
    ),
  );
}

export function locationEntry(writing: Writing, meter: Meter): Entry {
  const { model } = meter;
  const region = regionOfZone(model.zone);
  const related: Link[] = [
    { path: paths.meters(meter), type: 'cust-feed/Meter' },
    { path: paths.endDevices(meter), type: 'cust-feed/EndDevice' },
    { path: paths.agreement(meter), type: 'cust-entry/CustomerAgreement' },
  ];
  if (!writing.quirks.has('no-local-time')) {
    related.push({ path: paths.localTime(meter), type: 'cust-entry/LocalTimeParameters' });
  }
  const jitter = (purpose: number) => ((hash32(model.key, purpose) % 2000) - 1000) / 10_000;
  return entry(
    'ServiceLocation',
    { self: paths.location(meter), up: paths.locations(meter) },
    related,
    ofMeter(meter),
    [
      tag('type', model.serviceClass),
      streetAddress('mainAddress', model.address),
      phone('phone1', region, model.key),
      tag('direction', pick(['Rear entrance', 'Front door', 'Side gate'], hash32(model.key, 46))),
      wrap('status', tag('value', 'active')),
      wrap(
        'positionPoints',
        tag('xPosition', jitter(47).toFixed(4)),
        tag('yPosition', (region.latitude + jitter(48)).toFixed(4)),
      ),
      tag('accessMethod', pick(['Key at the office', 'Open', 'By appointment'], hash32(model.key, 49))),
      tag('needsInspection', false),
      wrap('UsagePoints', tag('UsagePoint', writing.espiBase + paths.usagePoint(meter))),
      tag('outageBlock', String(1 + (model.key % 20))),
    ].join(''),
  );
}

/** What Meter and EndDevice share, in the order of Asset. */
function asset(meter: Meter, type: string, serial: string): string {
  const installed = meter.model.intervalStart - 40 * 86_400;
  return [
    tag('type', type),
    tag('utcNumber', meter.model.serviceIdentifier),
    tag('serialNumber', serial),
    tag('lotNumber', `L${meter.model.key % 1000}`),
    tag('critical', false),
    wrap(
      'lifecycle',
      tag('manufacturedDate', installed - 200 * 86_400),
      tag('receivedDate', installed - 60 * 86_400),
      tag('installationDate', installed),
    ),
    wrap('acceptanceTest', tag('type', 'factory'), tag('success', true), tag('dateTime', installed - 190 * 86_400)),
    tag('initialCondition', 'new'),
    wrap('status', tag('value', 'in service')),
  ].join('');
}

const FORM_NUMBER: Record<string, string> = { office: '9S', bakery: '16S', coldStore: '9S', carPark: '16S' };

export function meterEntry(meter: Meter): Entry {
  const { model } = meter;
  const electric = profileOf(model.profile).voltage > 0;
  const ratio = electric && profileOf(model.profile).customerKind === 'commercial' ? 40 : 1;
  return entry(
    'Meter',
    { self: paths.meter(meter), up: paths.meters(meter) },
    [{ path: paths.location(meter), type: 'cust-entry/ServiceLocation' }],
    ofMeter(meter),
    [
      asset(meter, `${model.commodity} meter`, model.meterNumber),
      tag('isVirtual', false),
      tag('isPan', false),
      tag('amrSystem', 'RF mesh'),
      tag('formNumber', electric ? (FORM_NUMBER[model.profile] ?? '2S') : undefined),
      wrap('MeterMultipliers', tag('kind', electric ? 'ctRatio' : 'kH'), tag('value', ratio)),
      tag('intervalLength', model.intervalLength),
    ].join(''),
  );
}

export function endDeviceEntry(meter: Meter): Entry {
  const { model } = meter;
  return entry(
    'EndDevice',
    { self: `${paths.endDevices(meter)}/${model.deviceUid}`, up: paths.endDevices(meter) },
    [{ path: paths.location(meter), type: 'cust-entry/ServiceLocation' }],
    ofMeter(meter),
    [
      asset(meter, 'communication module', `C${model.meterNumber.slice(1)}`),
      tag('isVirtual', false),
      tag('isPan', true),
      tag('installCode', `${hash32(model.key, 50).toString(16).padStart(8, '0')}`),
      tag('amrSystem', 'RF mesh'),
    ].join(''),
  );
}
