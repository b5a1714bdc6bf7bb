/**
 * The one table of everything the Green Button API answers (specification 4.1 and 5), used by the client, which takes
 * path and token class from it, and by the interface, which lists it, recognises hrefs with it and explains refusals.
 */
import { percentDecoded } from './percent-decoded.ts';

/** The four kinds of bearer tokens (specification section 5). */
export type TokenClass = 'registration' | 'client' | 'access' | 'api';

/** The names that the specification gives them, for sentences. */
export const TOKEN_NAMES: Record<TokenClass, string> = {
  registration: 'registration_access_token',
  client: 'client_access_token',
  access: 'access_token',
  api: 'API token',
};

/** What each class opens, as one sentence for people (specification section 5). */
export const TOKEN_CLASS_OPENS: Record<TokenClass, string> = {
  registration: 'the registration of the third party (ApplicationInformation)',
  client: 'the list of authorizations and bulk feeds (Authorization, Bulk)',
  access: 'the data of one authorization (Subscription, RetailCustomer, Batch)',
  api: 'the JSON API (forms, events, meters, authorizations)',
};

/** Names of the places in a path, as the specification writes them (section 2.6). */
export type PathName =
  | 'auth_uid'
  | 'app_uid'
  | 'tz_uid'
  | 'type_uid'
  | 'meter_uid'
  | 'reading_uid'
  | 'block_uid'
  | 'summary_uid'
  | 'power_uid'
  | 'customer_uid'
  | 'account_uid'
  | 'agreement_uid'
  | 'supplier_uid'
  | 'mappings_uid'
  | 'location_uid'
  | 'meter_number'
  | 'device_uid'
  | 'bulk_uid'
  | 'file_path';

export type PathValues = Partial<Record<PathName, string>>;

export type BatchFilter = 'published-min' | 'published-max' | 'updated-min' | 'updated-max';

export interface Resource {
  /** Stable name: the entity for an entry, with `List` behind it for a feed. */
  name: string;
  /** Relative to `{espi_base}`, places in braces. `{file_path}` may span several segments. */
  path: string;
  answers: 'entry' | 'feed' | 'status' | 'file';
  /** The entity it returns; undefined where there are several, or none. */
  entity: string | undefined;
  tokenClass: TokenClass;
  /** True where the specification does not show the class and service-facts.md gives it by inference. */
  tokenAssumed: boolean;
  /** The query parameters it takes. */
  filters: readonly BatchFilter[];
  title: string;
}

const SUB = '/Subscription/{auth_uid}/UsagePoint';
const METER = `${SUB}/{meter_uid}`;
const READING = `${METER}/MeterReading/{reading_uid}`;
const CUSTOMER = '/RetailCustomer/{auth_uid}/Customer/{customer_uid}';
const ACCOUNT = `${CUSTOMER}/CustomerAccount/{account_uid}`;
const AGREEMENT = `${ACCOUNT}/CustomerAgreement/{agreement_uid}`;
const LOCATION = `${AGREEMENT}/ServiceLocation/{location_uid}`;

/** Filters of both Subscription batches (specification 4.1, batch query parameters). */
const BATCH_FILTERS = ['published-min', 'published-max', 'updated-min', 'updated-max'] as const;

/** A row whose name is known to the compiler, so that asking for a resource that is not there does not compile. */
type Row<N extends string> = Resource & { readonly name: N };

function entry<E extends string>(
  entity: E,
  path: string,
  tokenClass: TokenClass = 'access',
  tokenAssumed = false,
): Row<E> {
  return { name: entity, path, answers: 'entry', entity, tokenClass, tokenAssumed, filters: [], title: entity };
}

function feed<E extends string>(entity: E, path: string, tokenClass: TokenClass = 'access'): Row<`${E}List`> {
  const title = `${entity} list`;
  return {
    name: `${entity}List`,
    path,
    answers: 'feed',
    entity,
    tokenClass,
    tokenAssumed: false,
    filters: [],
    title,
  };
}

function several<N extends string>(
  name: N,
  path: string,
  title: string,
  more: Partial<Omit<Resource, 'name'>> = {},
): Row<N> {
  return {
    name,
    path,
    answers: 'feed',
    entity: undefined,
    tokenClass: 'access',
    tokenAssumed: false,
    filters: [],
    title,
    ...more,
  };
}

/** Every row of specification 4.1, in its order. */
export const RESOURCES = [
  entry('ApplicationInformation', '/ApplicationInformation/{app_uid}', 'registration'),
  feed('Authorization', '/Authorization', 'client'),
  entry('Authorization', '/Authorization/{auth_uid}', 'client'),
  entry('LocalTimeParameters', '/LocalTimeParameters/{tz_uid}', 'access', true),
  entry('ReadingType', '/ReadingType/{type_uid}', 'access', true),
  feed('UsagePoint', SUB),
  entry('UsagePoint', METER),
  feed('MeterReading', `${METER}/MeterReading`),
  entry('MeterReading', READING),
  feed('IntervalBlock', `${READING}/IntervalBlock`),
  entry('IntervalBlock', `${READING}/IntervalBlock/{block_uid}`),
  feed('UsageSummary', `${METER}/UsageSummary`),
  entry('UsageSummary', `${METER}/UsageSummary/{summary_uid}`),
  feed('ElectricPowerQualitySummary', `${METER}/ElectricPowerQualitySummary`),
  entry('ElectricPowerQualitySummary', `${METER}/ElectricPowerQualitySummary/{power_uid}`),
  feed('Customer', '/RetailCustomer/{auth_uid}/Customer'),
  entry('Customer', CUSTOMER),
  feed('CustomerAccount', `${CUSTOMER}/CustomerAccount`),
  entry('CustomerAccount', ACCOUNT),
  feed('CustomerAgreement', `${ACCOUNT}/CustomerAgreement`),
  entry('CustomerAgreement', AGREEMENT),
  feed('ServiceSupplier', `${AGREEMENT}/ServiceSupplier`),
  entry('ServiceSupplier', `${AGREEMENT}/ServiceSupplier/{supplier_uid}`),
  feed('ProgramDateIdMappings', `${AGREEMENT}/ProgramDateIdMappings`),
  entry('ProgramDateIdMappings', `${AGREEMENT}/ProgramDateIdMappings/{mappings_uid}`),
  feed('ServiceLocation', `${AGREEMENT}/ServiceLocation`),
  entry('ServiceLocation', LOCATION),
  feed('Meter', `${LOCATION}/Meter`),
  entry('Meter', `${LOCATION}/Meter/{meter_number}`),
  feed('EndDevice', `${LOCATION}/EndDevice`),
  entry('EndDevice', `${LOCATION}/EndDevice/{device_uid}`),
  several('NonEspi', '/Non-ESPI/{file_path}', 'Raw file', { answers: 'file', tokenAssumed: true }),
  several('BatchSubscription', '/Batch/Subscription/{auth_uid}', 'Usage batch of one authorization', {
    filters: BATCH_FILTERS,
  }),
  several(
    'BatchUsagePoint',
    '/Batch/Subscription/{auth_uid}/UsagePoint/{meter_uid}',
    'Usage batch of one usage point',
    { filters: BATCH_FILTERS },
  ),
  several('BatchRetailCustomer', '/Batch/RetailCustomer/{auth_uid}', 'Customer batch of one authorization'),
  several('Bulk', '/Bulk/{bulk_uid}', 'Bulk feed of a notification', { tokenClass: 'client' }),
  several('ReadServiceStatus', '/ReadServiceStatus', 'Status of the service', {
    answers: 'status',
    entity: 'ServiceStatus',
    // Any class is said to do; this one does not depend on an authorization.
    tokenClass: 'client',
    tokenAssumed: true,
  }),
] as const;

export type ResourceName = (typeof RESOURCES)[number]['name'];

/** The places in a resource's path, in order. */
export function pathNames(resource: Resource): PathName[] {
  // The table is the only source of paths, and its braces hold PathNames only (a test goes through all of them).
  return [...resource.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as PathName);
}

/** The row of that name. */
export function resourceNamed(name: ResourceName): Resource {
  const found = RESOURCES.find((row) => row.name === name);
  // ResourceName is made of the table's own names.
  if (!found) throw new RangeError(`There is no resource ${name}`);
  return found;
}

/**
 * A resource's path with its places filled in and escaped, relative to `{espi_base}`.
 * @throws RangeError when a place has no value: a path with a hole would ask for another resource.
 */
export function resourcePath(resource: Resource, values: PathValues): string {
  return resource.path.replace(/\{(\w+)\}/g, (_, place: string) => {
    // Same reason as in pathNames.
    const value = values[place as PathName];
    if (value === undefined || value === '') throw new RangeError(`${resource.name} needs ${place}`);
    if (place !== 'file_path') return encodeURIComponent(value);
    return value.split('/').map(encodeURIComponent).join('/');
  });
}

export interface ResourceMatch {
  resource: Resource;
  values: PathValues;
}

/**
 * Which resource a path or href is of, and the values in it. Host, query, and everything before the resource's own path are
 * ignored, so hrefs of any custodian's base match. Undefined for what the table does not know.
 */
export function matchResource(href: string): ResourceMatch | undefined {
  const path = relativePath(href);
  for (const resource of RESOURCES) {
    const values = matchTemplate(resource.path, path);
    if (values) return { resource, values };
  }
  return undefined;
}

/** The first segment of a resource's path. */
const ROOT = new RegExp(`/(?:${[...new Set(RESOURCES.map(({ path }) => path.split('/')[1]))].join('|')})(?=/|$)`);

/**
 * The part of an href that is relative to `{espi_base}`: no host, no query, no trailing slash. A base that is not the one of
 * the specification ends before the first segment that a resource's path begins with.
 */
function relativePath(href: string): string {
  const path = href
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  const base = /\/espi\/1_1\/resource(?=\/|$)/i.exec(path);
  return base ? path.slice(base.index + base[0].length) : path.slice(Math.max(0, path.search(ROOT)));
}

function matchTemplate(template: string, path: string): PathValues | undefined {
  const want = template.split('/');
  const have = path.split('/');
  const spans = want.at(-1) === '{file_path}';
  if (spans ? have.length < want.length : have.length !== want.length) return undefined;
  const values: PathValues = {};
  for (const [i, piece] of want.entries()) {
    const place = /^\{(\w+)\}$/.exec(piece)?.[1];
    const text = spans && i === want.length - 1 ? have.slice(i).join('/') : (have[i] ?? '');
    if (place === undefined) {
      if (piece !== text) return undefined;
      continue;
    }
    if (text === '') return undefined;
    // Same reason as in pathNames.
    values[place as PathName] = percentDecoded(text);
  }
  return values;
}
