/** A usage summary as a row of `usage_summaries`, its line items as rows of `line_items`. */
import { linesOf } from '#shared/espi/bill-evidence.ts';
import { type BillLine, sumLines } from '#shared/espi/bill-lines.ts';
import type { EntityModel } from '#shared/espi/entities.ts';
import type { MoneyScales } from '#shared/espi/money.ts';
import type { LineItem } from '#shared/espi/usage-entities.ts';
import { measurementQuantity } from '../decisions.ts';
import type { ColumnList, StagedCell } from './staging.ts';

export type Bill = EntityModel['UsageSummary'];

/** Behind the columns that every entity has. */
export const BILL_COLUMNS: ColumnList = [
  ['usage_point', 'VARCHAR'],
  ['start', 'BIGINT'],
  ['duration', 'BIGINT'],
  ['total', 'DOUBLE'],
  ['to_date', 'DOUBLE'],
  ['additional', 'DOUBLE'],
  ['currency', 'INTEGER'],
  ['money_scale', 'DOUBLE'],
  ['money_reason', 'VARCHAR'],
  ['consumption_value', 'DOUBLE'],
  ['consumption_unit', 'VARCHAR'],
  ['commodity', 'INTEGER'],
  ['quality', 'INTEGER'],
  ['tariff', 'VARCHAR'],
  ['data', 'VARCHAR'],
  ['line_scale', 'DOUBLE'],
  ['line_reason', 'VARCHAR'],
  ['money_evidence', 'VARCHAR'],
  ['money_warning', 'VARCHAR'],
];

/** The cells of {@link BILL_COLUMNS}. Money stays raw; `money_scale` divides it. */
export function billRow(bill: Bill, usagePoint: string | undefined, scales: MoneyScales): StagedCell[] {
  const quantity = measurementQuantity(consumptionOf(bill));
  return [
    usagePoint,
    bill.billingPeriod?.start,
    bill.billingPeriod?.duration,
    bill.billLastPeriod,
    bill.billToDate,
    bill.costAdditionalLastPeriod,
    bill.currency,
    scales.bill.value,
    scales.bill.reason,
    quantity?.value,
    quantity?.unit,
    bill.commodity,
    bill.qualityOfReading,
    bill.tariffProfile,
    JSON.stringify(bill),
    scales.lines.value,
    scales.lines.reason,
    scales.evidence,
    scales.warning,
  ];
}

const DAY = 86_400;

/**
 * What was used in the period of the bill. A day's consumption is not that of a month. Some custodians (Enbridge) write it
 * as that of the current period, and 0 as that of the last one, for which there is a total all the same.
 */
export function consumptionOf(bill: Bill): Bill['overallConsumptionLastPeriod'] {
  const { overallConsumptionLastPeriod: last, currentBillingPeriodOverAllConsumption: current, billLastPeriod } = bill;
  if (last?.value === 0 && (current?.value ?? 0) > 0 && (billLastPeriod ?? 0) > 0) return current;
  const whole = [last, current].find((one) => one?.value !== undefined);
  if (whole !== undefined) return whole;
  return (bill.billingPeriod?.duration ?? 0) <= DAY ? bill.currentDayOverallConsumption : undefined;
}

export const LINE_ITEM_COLUMNS: ColumnList = [
  ['usage_summary', 'VARCHAR'],
  ['ordinal', 'INTEGER'],
  ['note', 'VARCHAR'],
  ['kind', 'INTEGER'],
  ['amount', 'DOUBLE'],
  ['raw_amount', 'VARCHAR'],
  ['measurement_value', 'DOUBLE'],
  ['measurement_unit', 'VARCHAR'],
  ['unit_cost', 'DOUBLE'],
  ['dated_at', 'BIGINT'],
  ['role', 'VARCHAR'],
  ['counted', 'BOOLEAN'],
  ['price_unit', 'VARCHAR'],
];

/** The cells of {@link LINE_ITEM_COLUMNS}; amounts in the bill's currency. */
export function lineItemRows(id: string, bill: Bill, { bill: total, lines: scale }: MoneyScales): StagedCell[][] {
  const items = bill.costAdditionalDetailLastPeriod ?? [];
  const { lines } = linesOf({ ...bill, lineItems: items });
  const amounts = lines.map(({ raw, role, subtotal }) => ({
    role,
    subtotal,
    amount: raw === undefined ? undefined : raw / scale.value,
  }));
  const totals = [bill.billLastPeriod, bill.costAdditionalLastPeriod].map((raw) => raw && raw / total.value);
  const { signs } = sumLines(amounts, totals);
  return items.map((item, ordinal) => {
    const line = lines[ordinal] as (typeof lines)[number]; // one each
    const sign = signs[ordinal] ?? 0;
    const amount = amounts[ordinal]?.amount;
    const quantity = measurementQuantity(item.measurement);
    return [
      id,
      ordinal,
      item.note,
      item.itemKind,
      amount !== undefined && sign < 0 ? -amount : amount,
      item.amount === undefined ? undefined : String(item.amount),
      line.code ?? quantity?.value,
      quantity?.unit,
      unitCost(item, line, scale.value / line.factor),
      line.date ?? item.dateTime ?? item.itemPeriod?.start,
      line.role,
      sign !== 0,
      line.price?.unit,
    ];
  });
}

/** What a unit costs: in the currency, or for a line that is a price in the unit that its note names. */
function unitCost(item: LineItem, { price }: BillLine, divisor: number): number | undefined {
  if (price?.value !== undefined) return price.value;
  const raw = item.unitCost ?? (price ? item.amount : undefined);
  return raw === undefined ? undefined : raw / divisor;
}
