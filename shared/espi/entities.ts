import { checkEntity } from './checks.ts';
import {
  customer,
  customerAccount,
  customerAgreement,
  endDevice,
  meter,
  programDateIdMappings,
  serviceLocation,
  serviceSupplier,
} from './customer-entities.ts';
import { type Infer, type One, type Report, rawElement } from './decode.ts';
import type { XmlNode } from './node.ts';
import {
  applicationInformation,
  authorization,
  batchList,
  electricPowerQualitySummary,
  localTimeParameters,
  meterReading,
  programIdMappings,
  readingType,
  serviceStatus,
  usagePoint,
  usageSummary,
} from './usage-entities.ts';

const CUSTOMER_ENTITIES = {
  Customer: customer,
  CustomerAccount: customerAccount,
  CustomerAgreement: customerAgreement,
  ServiceSupplier: serviceSupplier,
  ProgramDateIdMappings: programDateIdMappings,
  ServiceLocation: serviceLocation,
  Meter: meter,
  EndDevice: endDevice,
} as const;

/** Names of the entities of the customer schema (customer.xsd). */
export const CUSTOMER_KINDS: readonly string[] = Object.keys(CUSTOMER_ENTITIES);

/** All entities that are decoded into a model; IntervalBlock goes through columns instead. */
export const ENTITIES = {
  ApplicationInformation: applicationInformation,
  Authorization: authorization,
  LocalTimeParameters: localTimeParameters,
  ReadingType: readingType,
  UsagePoint: usagePoint,
  MeterReading: meterReading,
  UsageSummary: usageSummary,
  ElectricPowerQualitySummary: electricPowerQualitySummary,
  ...CUSTOMER_ENTITIES,
  ServiceStatus: serviceStatus,
  BatchList: batchList,
  ProgramIdMappings: programIdMappings,
} as const;

/** The model of each entity, by its name: `EntityModel['UsagePoint']`. Plain JSON, every field optional. */
export type EntityModel = { [K in keyof typeof ENTITIES]: Infer<(typeof ENTITIES)[K]> };

/** Names that older schemas gave, or that name the type instead of the element. */
const OLDER_NAMES: Readonly<Record<string, keyof typeof ENTITIES>> = {
  ElectricPowerUsageSummary: 'UsageSummary',
  TimeConfiguration: 'LocalTimeParameters',
  ProgramIDMappings: 'ProgramIdMappings',
  ServiceProvider: 'ServiceSupplier',
};

/** Every name of a resource, older ones too, with what it is. */
export const ENTITY_NAMES: readonly (readonly [name: string, kind: keyof EntityModel | 'IntervalBlock'])[] = [
  ...(Object.keys(ENTITIES) as (keyof EntityModel)[]).map((name) => [name, name] as const), // the table's own keys
  ...Object.entries(OLDER_NAMES),
  ['IntervalBlock', 'IntervalBlock'],
];

/** What a payload is, by the local name of its element; `Unknown` for a foreign namespace or name. */
export function entityKind(
  vocabulary: 'atom' | 'espi' | 'customer' | 'none' | 'other',
  local: string,
): keyof typeof ENTITIES | 'Unknown' {
  if (vocabulary === 'other') return 'Unknown';
  if (Object.hasOwn(ENTITIES, local)) {
    // The key was just found.
    return local as keyof typeof ENTITIES;
  }
  return (Object.hasOwn(OLDER_NAMES, local) && OLDER_NAMES[local]) || 'Unknown';
}

/** Decodes a payload into its model; what is odd about it is reported, nothing is dropped. */
export function decodeEntity(
  kind: keyof typeof ENTITIES | 'Unknown',
  node: XmlNode,
  report: Report,
): Record<string, unknown> {
  if (kind === 'Unknown') return { unknown: [rawElement(node)] };
  const field: One<object> = ENTITIES[kind];
  const data: Record<string, unknown> = { ...field.read(node, report) };
  checkEntity(kind, data, report);
  return data;
}
