/** What entries of a usage feed carry, as the test book tells them apart: by exact namespace and name. */

export const ATOM = 'http://www.w3.org/2005/Atom';
export const ESPI = 'http://naesb.org/espi';

/** Names of the resources of ESPI whose scope claims function blocks. They may stand without an entry around them. */
export const CLAIMING = /^(ApplicationInformation|Authorization)$/;

/** Kinds of entries that tests of the book are about. An entry may be several. */
export const KINDS = [
  'UsagePoint',
  'LocalTimeParameters',
  'MeterReading',
  'IntervalBlock',
  'ReadingType',
  'UsageSummary',
  'ElectricPowerQualitySummary',
] as const;
export type Kind = (typeof KINDS)[number];

/** Kind by the payload's name; both generations of the summary are one kind. */
const KIND_OF_NAME: ReadonlyMap<string, Kind> = new Map([
  ...KINDS.map((kind): [string, Kind] => [kind, kind]),
  ['ElectricPowerUsageSummary', 'UsageSummary'],
]);

export function kindOf(namespace: string, name: string): Kind | undefined {
  return namespace === ESPI ? KIND_OF_NAME.get(name) : undefined;
}
