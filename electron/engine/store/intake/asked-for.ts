/** Which kinds of resource belong to what was asked for. Pure. */
import { CUSTOMER_KINDS } from '#shared/espi/entities.ts';
import type { AskedFor } from '../../calls/ingest.ts';

/** What tells an answer from that to another question. */
const OWN: Readonly<Record<AskedFor, ReadonlySet<string>>> = {
  usage: new Set([
    'UsagePoint',
    'MeterReading',
    'ReadingType',
    'IntervalBlock',
    'UsageSummary',
    'ElectricPowerQualitySummary',
  ]),
  customers: new Set(CUSTOMER_KINDS),
  authorizations: new Set(['Authorization']),
};

/** Comes with usage data and with customers alike. */
const OF_BOTH = 'LocalTimeParameters';

/** False for a kind that has no place in the answer. Where nothing is said of what was asked for, all have one. */
export function belongs(kind: string, asked: AskedFor | undefined): boolean {
  return asked === undefined || kind === OF_BOTH || OWN[asked].has(kind);
}

/** Something came that does not belong to what was asked for, and nothing that does. */
export function isSomethingElse(kinds: readonly string[], asked: AskedFor): boolean {
  return kinds.some((kind) => !belongs(kind, asked)) && !kinds.some((kind) => OWN[asked].has(kind));
}
