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
});

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
