import { z } from 'zod';
import { command, epochSeconds, inWorkspace, nothing, query } from './define.ts';
import { coded } from './portfolio.ts';

const lineItem = z.object({
  note: z.string(),
  kind: coded.optional(),
  /** In the bill's currency. */
  amount: z.number().optional(),
  rawAmount: z.string().optional(),
  measurement: z.object({ value: z.number(), unit: z.string() }).optional(),
  unitCost: z.number().optional(),
  dateTime: epochSeconds.optional(),
  /** Which of the bill's `suppliers` charges it; absent where there is only one company. */
  supplier: z.number().optional(),
});

/** What one company charges in a bill of community choice; `shared` are taxes and what names nobody. */
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
  consumption: z.object({ value: z.number(), unit: z.string() }).optional(),
  tariff: z.string().optional(),
  commodity: coded.optional(),
  quality: coded.optional(),
  source: z.string().optional(),
  items: z.array(lineItem),
  /** Who charges, as the bill says it (billingChargeSource). */
  chargedBy: z.string().optional(),
  /** Delivery, generation and what is shared; empty where the bill is of one company. */
  suppliers: z.array(supplierShare),
  /** Raw files that the bill's entry links to, usually its PDF. */
  files: z.array(z.object({ href: z.string(), type: z.string().optional() })),
});
export type BillView = z.infer<typeof billView>;

export const billCalls = {
  'bills.list': query(inWorkspace.extend({ usagePoint: z.string() }), z.array(billView)),
  /** What divides the money of a usage point's bills, lines included; without `scale` it is detected again. */
  'bills.setMoneyScale': command(
    inWorkspace.extend({ usagePoint: z.string(), scale: z.number().positive().max(1e9).optional() }),
    nothing,
  ),
};
