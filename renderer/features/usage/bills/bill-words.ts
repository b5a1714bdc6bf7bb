/** What a bill's page says in words: its period, its scale of money, and what its lines come to. Pure. */
import type { BillView } from '#shared/contract/bills.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatLocalDay } from '../../../charts/local-clock.ts';
import { formatCount, formatCounted } from '../../../ui/format.ts';

export type BillLineView = BillView['items'][number];

/** The period of a bill in local days; its end is the first instant that it does not cover. */
export function periodWords(clock: Clock, { start, end }: Pick<BillView, 'start' | 'end'>): string {
  if (start === undefined) return 'no period';
  return end === undefined
    ? `from ${formatLocalDay(clock, start)}`
    : `${formatLocalDay(clock, start)} – ${formatLocalDay(clock, end - 1)}`;
}

const evidence: Record<BillView['moneyEvidence'], string> = {
  user: 'as you chose',
  stated: 'as other bills state',
  decimals: 'as its decimals show',
  price: 'as the price of a unit suggests',
  schema: 'as the standard has it; nothing in the bills confirms it',
};

/** Where the bill itself states it. */
const statement: Record<NonNullable<BillView['scaleStatedBy']>, string> = {
  lines: 'as its lines state',
  summary: 'as its total states',
  sum: 'for its lines, each on the scale that it states, add up to the total so',
};

/** "Money in 1/1,000 of CAD, as its lines state." */
export function scaleWords(bill: BillView): string {
  const currency = bill.currency ?? 'the currency';
  const scale = (divisor: number) => (divisor === 1 ? `whole ${currency}` : `1/${formatCount(divisor)} of ${currency}`);
  const lines = bill.lineScale === bill.moneyScale ? '' : ` Lines in ${scale(bill.lineScale)}.`;
  const why = bill.scaleStatedBy ? statement[bill.scaleStatedBy] : evidence[bill.moneyEvidence];
  return `Money in ${scale(bill.moneyScale)}, ${why}.${lines}`;
}

/** What is listed under a heading of its own, because it is no charge. */
export const LINE_GROUPS: readonly { title: string; noun: string; holds: (line: BillLineView) => boolean }[] = [
  {
    title: 'Balances, payments and totals',
    noun: 'balance or total',
    holds: ({ role, counted }) => role === 'balance' && !counted,
  },
  { title: 'Prices', noun: 'price', holds: ({ role }) => role === 'price' },
  { title: 'Quantities', noun: 'quantity', holds: ({ role }) => role === 'quantity' },
  {
    title: 'Other information',
    noun: 'other line',
    holds: ({ role, counted }) => !counted && (role === 'date' || role === 'code' || role === 'information'),
  },
];

/** Charges, credits and taxes: the lines that are summed. */
export function isCharge({ role, counted }: BillLineView): boolean {
  return counted || role === 'charge' || role === 'credit' || role === 'tax';
}

/** "Left out: 3 balances or totals, 2 prices." Undefined where every line is counted. */
export function leftOutWords(items: readonly BillLineView[]): string | undefined {
  const parts = LINE_GROUPS.flatMap(({ noun, holds }) => {
    const count = items.filter(holds).length;
    return count === 0 ? [] : [formatCounted(count, noun, plural(noun))];
  });
  return parts.length === 0 ? undefined : `Left out: ${parts.join(', ')}.`;
}

function plural(noun: string): string {
  if (noun === 'balance or total') return 'balances and totals';
  return noun === 'quantity' ? 'quantities' : `${noun}s`;
}

export interface SumCheck {
  /** What the sum is compared with. */
  with: 'total' | 'additional';
  target: number;
  /** The sum less the target; undefined where it is nothing but rounding. */
  difference: number | undefined;
}

/** Compares the sum of a bill's lines with its total, or with its additional costs where it meets those. */
export function checkSum({ linesSum, total, additional }: BillView): SumCheck | undefined {
  if (linesSum === undefined) return undefined;
  const against = (name: SumCheck['with'], target: number | undefined): SumCheck | undefined => {
    if (target === undefined || (target === 0 && name === 'additional')) return undefined;
    const difference = linesSum - target;
    return { with: name, target, difference: Math.abs(difference) < 0.005 ? undefined : difference };
  };
  const [byTotal, byAdditional] = [against('total', total), against('additional', additional)];
  return byAdditional?.difference === undefined && byAdditional !== undefined && byTotal?.difference !== undefined
    ? byAdditional
    : (byTotal ?? byAdditional);
}
