/** A usage summary as a row of `usage_summaries`, its line items as rows of `line_items`. */
import type { EntityModel } from '#shared/espi/entities.ts';
import type { MoneyScales } from '#shared/espi/money.ts';
import { billScales, measurementQuantity } from './decisions.ts';
import type { StagedCell } from './staging.ts';

type Bill = EntityModel['UsageSummary'];

/** What is known of what divides the money of the bills of a meter. */
export interface BillScale {
  /** What the user said; undefined has it detected. */
  chosen: number | undefined;
  /** What its bills agree on. */
  usual: number | undefined;
}

/** The columns after `usage_point`. Money stays raw; `money_scale` divides it. */
export function billRow(bill: Bill, known: BillScale, data: string): StagedCell[] {
  const { bill: scale, lines } = scalesOf(bill, known);
  const consumption =
    bill.overallConsumptionLastPeriod ??
    bill.currentBillingPeriodOverAllConsumption ??
    bill.currentDayOverallConsumption;
  const quantity = measurementQuantity(consumption);
  return [
    bill.billingPeriod?.start,
    bill.billingPeriod?.duration,
    bill.billLastPeriod,
    bill.billToDate,
    bill.costAdditionalLastPeriod,
    bill.currency,
    scale.value,
    scale.reason,
    quantity?.value,
    quantity?.unit,
    bill.commodity,
    bill.qualityOfReading,
    bill.tariffProfile,
    data,
    lines.value,
    lines.reason,
  ];
}

/** What divides the money of a bill and of its lines: detected, or what the user said. */
export function scalesOf(bill: Bill, { chosen, usual }: BillScale): MoneyScales {
  if (chosen === undefined) return billScales(bill, usual);
  const decision = { value: chosen, reason: 'You chose it.', certain: true };
  return { bill: decision, lines: decision };
}

/** The columns after `usage_summary`; amounts in the bill's currency. */
export function lineItemRows(bill: Bill, known: BillScale): StagedCell[][] {
  const { lines } = scalesOf(bill, known);
  return (bill.costAdditionalDetailLastPeriod ?? []).map((item, ordinal) => {
    const quantity = measurementQuantity(item.measurement);
    return [
      ordinal,
      item.note,
      item.itemKind,
      item.amount === undefined ? undefined : item.amount / lines.value,
      item.amount === undefined ? undefined : String(item.amount),
      quantity?.value,
      quantity?.unit,
      item.unitCost === undefined ? undefined : item.unitCost / lines.value,
      item.dateTime ?? item.itemPeriod?.start,
    ];
  });
}
