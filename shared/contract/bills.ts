import { z } from 'zod';
import { epochSeconds, inWorkspace, nothing, store } from './define.ts';
import { coded } from './portfolio.ts';

const quantity = z.object({ value: z.number(), unit: z.string() });

const lineItem = z.object({
  note: z.string(),
  kind: coded.optional(),
  /** What the line is, by its measure, its words and its kind (shared/espi/bill-lines.ts). */
  role: z.enum(['charge', 'credit', 'tax', 'balance', 'price', 'quantity', 'date', 'code', 'information']),
  /** It is part of `linesSum`. */
  counted: z.boolean(),
  /** In the bill's currency; absent where the line is not an amount. */
  amount: z.number().optional(),
  rawAmount: z.string().optional(),
  measurement: quantity.optional(),
  unitCost: z.number().optional(),
  /** Of a line that is a price: what its note says that it is in, "¢/m³"; else it is in the currency. */
  priceUnit: z.string().optional(),
  /** A number whose meaning only the custodian knows. */
  code: z.number().optional(),
  dateTime: epochSeconds.optional(),
  /** Which of the bill's `suppliers` charges it; absent where there is only one company. */
  supplier: z.number().optional(),
});

/** What one company charges in a bill of community choice; `shared` are taxes and lines that name no company. */
const supplierShare = z.object({
  role: z.enum(['delivery', 'generation', 'shared']),
  name: z.string().optional(),
  /** How the custodian numbers it. */
  number: z.string().optional(),
  /** In the bill's currency; absent where no line is its own. */
  amount: z.number().optional(),
});
export type SupplierShare = z.infer<typeof supplierShare>;

const billView = z.object({
  id: z.string(),
  entry: z.string(),
  usagePoint: z.string().optional(),
  start: epochSeconds.optional(),
  end: epochSeconds.optional(),
  /** Totals in `currency`. */
  total: z.number().optional(),
  additional: z.number().optional(),
  toDate: z.number().optional(),
  currency: z.string().optional(),
  /** The divisor that was taken for money (100000 by the standard), and why. */
  moneyScale: z.number(),
  moneyScaleReason: z.string(),
  /** The same for the line items, which some custodians write on another scale. */
  lineScale: z.number(),
  lineScaleReason: z.string(),
  moneyScaleBy: z.enum(['detected', 'user']),
  /** What the scale was concluded from. */
  moneyEvidence: z.enum(['user', 'stated', 'decimals', 'price', 'schema']),
  /**
   * What of the bill itself states it: its lines, a field that repeats its total, or `sum`: lines that add up to it, each on the scale that
   * it states; absent where other bills do, or nothing does.
   */
  scaleStatedBy: z.enum(['lines', 'summary', 'sum']).optional(),
  /** Why the amounts may be wrong by a power of ten, in a sentence. */
  moneyWarning: z.string().optional(),
  consumption: quantity.optional(),
  tariff: z.string().optional(),
  commodity: coded.optional(),
  quality: coded.optional(),
  source: z.string().optional(),
  items: z.array(lineItem),
  /** Sum of the charges, credits and taxes among the lines, in `currency`; absent where there are none. */
  linesSum: z.number().optional(),
  /** Who charges, as the bill says it (billingChargeSource). */
  chargedBy: z.string().optional(),
  /** Delivery, generation and what is shared; empty where the bill is of one company. */
  suppliers: z.array(supplierShare),
  /** Raw files that the bill's entry links to, usually its PDF. */
  files: z.array(z.object({ href: z.string(), type: z.string().optional() })),
});
export type BillView = z.infer<typeof billView>;

export const billCalls = {
  'bills.list': store(['bills', 'customers']).query(inWorkspace.extend({ usagePoint: z.string() }), z.array(billView)),
  /** What divides the money of a usage point's bills, lines included; without `scale` it is detected again. */
  'bills.setMoneyScale': store(['bills']).command(
    inWorkspace.extend({ usagePoint: z.string(), scale: z.number().positive().max(1e9).optional() }),
    nothing,
  ),
};
