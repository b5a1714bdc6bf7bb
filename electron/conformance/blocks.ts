/** Function blocks: which a document claims, and which its content implies. */
import { children, type EntryFacts, hasNumber } from './entry-facts.ts';
import { CLAIMING, ESPI } from './kinds.ts';
import { RULES } from './rules/index.ts';

/** Blocks of today's catalogue of the alliance, and of the older book. */
export const BLOCK_NAMES: Readonly<Record<string, string>> = {
  FB_01: 'Usage data common',
  FB_02: 'Usage data Download My Data',
  FB_03: 'Usage data Connect My Data',
  FB_04: 'Interval metering',
  FB_05: 'Electricity interval metering',
  FB_06: 'Demand electricity metering',
  FB_07: 'Net electricity metering',
  FB_08: 'Forward and reverse electricity metering',
  FB_09: 'Register values electricity metering',
  FB_10: 'Natural gas interval metering',
  FB_11: 'Water interval metering',
  FB_12: 'Cost of interval data',
  FB_13: 'Usage data security and privacy',
  FB_14: 'Authorization and authentication (OAuth); today 31',
  FB_15: 'Usage summary',
  FB_16: 'Usage summary with cost',
  FB_17: 'Power quality summary',
  FB_18: 'Multiple usage points (older scopes)',
  FB_19: 'Partial update (draft)',
  FB_20: 'Third party: content (older book)',
  FB_22: 'Third party: TLS (older book)',
  FB_23: 'Third party: authorization and tokens (older book)',
  FB_27: 'Usage summary with demands and previous day attributes',
  FB_28: 'Usage summary costs for the current billing period',
  FB_29: 'Temperature interval metering',
  FB_30: 'Usage data common user experience',
  FB_31: 'Usage data authorization and authentication',
  FB_32: 'Resource-level REST (older scopes)',
  FB_33: 'Management REST (older scopes)',
  FB_34: 'SFTP for bulk usage data',
  FB_35: 'REST for bulk usage data',
  FB_37: 'Query parameters',
  FB_39: 'PUSH model',
  FB_40: 'Offline authorization',
  FB_41: 'Manage ApplicationInformation',
  FB_44: 'Manage Authorization',
  FB_51: 'Retail customer common',
  FB_52: 'Retail customer Download My Data',
  FB_53: 'Retail customer Connect My Data',
  FB_54: 'Retail customer basic information',
  FB_55: 'Retail customer demographic information',
  FB_56: 'Retail customer billing information',
  FB_57: 'Retail customer account and agreement information',
  FB_58: 'Retail customer service location information',
  FB_59: 'Retail customer service supplier information',
  FB_60: 'Retail customer meter information',
  FB_61: 'Retail customer end device information',
  FB_62: 'Retail customer program dates and ids',
  FB_63: 'Retail customer common user experience',
  FB_64: 'Retail customer security and privacy',
  FB_65: 'Retail customer authorization and authentication',
  FB_66: 'SFTP for bulk customer data',
  FB_67: 'REST for bulk customer data',
  FB_69: 'Retail customer PUSH model',
  FB_70: 'Retail customer offline authorization',
};

/** Blocks that have data-element tests; FB_99 is where the book parks rows, not a block. */
export const AUTOMATIC: ReadonlySet<string> = new Set(
  RULES.map(({ block }) => block).filter((block) => block !== 'FB_99'),
);

/** FB_05 for 5. */
export function blockId(number: number): string {
  return `FB_${String(number).padStart(2, '0')}`;
}

const RESOURCES: ReadonlySet<string> = new Set([
  'UsagePoint',
  'MeterReading',
  'ReadingType',
  'IntervalBlock',
  'LocalTimeParameters',
  'UsageSummary',
  'ElectricPowerQualitySummary',
]);

const DEMANDS = ['ratchetDemand', 'ratchetDemandPeriod', 'peakDemand', 'currentDayOverallConsumption'] as const;

/** Collects what a document says of blocks, entry by entry. */
export class BlockFinder {
  readonly claimed = new Set<string>();
  readonly #implied = new Set<string>();
  #electricityPoint = false;
  #block = false;

  entry(entry: EntryFacts): void {
    this.#claims(entry);
    if (entry.inFeed) this.#implies(entry);
  }

  /** Blocks that the content of the feed implies. */
  get implied(): ReadonlySet<string> {
    return this.#electricityPoint && this.#block ? new Set([...this.#implied, 'FB_05']) : this.#implied;
  }

  /** `FB=1_4_5;` of the scope of an ApplicationInformation or an Authorization. */
  #claims(entry: EntryFacts): void {
    for (const { node } of entry.payloads) {
      if (node.namespace !== ESPI || !CLAIMING.test(node.name)) continue;
      for (const { text } of children(node, 'scope')) {
        const numbers = /(?:^|[;\s])FB=([\d_\s]+)/i.exec(text)?.[1] ?? '';
        for (const [number] of numbers.matchAll(/\d+/g)) this.claimed.add(blockId(Number(number)));
      }
    }
  }

  #implies(entry: EntryFacts): void {
    const implied = this.#implied;
    const implies = (block: number, when: boolean): void => {
      if (when) implied.add(blockId(block));
    };
    const { kinds } = entry;
    implies(
      1,
      [...kinds].some((kind) => RESOURCES.has(kind)),
    );
    implies(4, kinds.has('MeterReading') || kinds.has('ReadingType') || kinds.has('IntervalBlock'));
    implies(12, entry.blocks.having.cost > 0);
    implies(15, kinds.has('UsageSummary'));
    implies(17, kinds.has('ElectricPowerQualitySummary'));
    this.#block ||= kinds.has('IntervalBlock');
    for (const point of entry.anywhere('UsagePoint')) {
      for (const service of children(point, 'ServiceCategory')) {
        this.#electricityPoint ||= hasNumber(service, 'kind', 0);
        implies(10, hasNumber(service, 'kind', 1));
        implies(11, hasNumber(service, 'kind', 2));
      }
    }
    for (const type of entry.anywhere('ReadingType')) {
      const wattHours = hasNumber(type, 'uom', 72);
      implies(5, wattHours && hasNumber(type, 'commodity', 1, 2));
      implies(6, hasNumber(type, 'uom', 38, 61, 63));
      implies(7, wattHours && hasNumber(type, 'flowDirection', 4));
      implies(8, wattHours && hasNumber(type, 'flowDirection', 19));
      implies(9, wattHours && hasNumber(type, 'accumulationBehaviour', 1, 3, 9));
      implies(10, hasNumber(type, 'commodity', 7));
      implies(11, hasNumber(type, 'commodity', 9));
      implies(29, hasNumber(type, 'kind', 46) || hasNumber(type, 'uom', 6));
    }
    for (const name of ['UsageSummary', 'ElectricPowerUsageSummary']) {
      for (const summary of entry.anywhere(name)) {
        const has = (element: string) => children(summary, element).length > 0;
        implies(16, has('billLastPeriod') || has('costAdditionalLastPeriod'));
        implies(27, DEMANDS.some(has) || has('previousDayOverallConsumption'));
        implies(28, has('billToDate'));
      }
    }
  }
}
