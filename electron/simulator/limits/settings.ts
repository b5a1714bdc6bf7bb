import { type Fault, faultSchema } from './faults.ts';
import { type Rate, rateSchema } from './rate.ts';

/** Limits and faults that hold from the start, as the command line gives them. */
export interface LimitSettings {
  readonly rate: Rate | undefined;
  readonly faults: readonly Fault[];
}

/**
 * Reads `REQUESTS/SECONDS`, as in `60/60`.
 * @throws Error with a sentence for the user
 */
export function parseRate(text: string): Rate {
  const [requests, seconds, more] = text.split('/').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const rate = rateSchema.safeParse({ requests, per_s: seconds });
  if (!rate.success || more !== undefined) throw new Error('Give requests and seconds, like 60/60.');
  return rate.data;
}

/**
 * Reads a fault as the control API takes it, as JSON.
 * @throws Error with a sentence for the user
 */
export function parseFault(text: string): Fault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('Give a fault as JSON, like {"path": "*/Batch/*", "status": 503}.');
  }
  const fault = faultSchema.safeParse(value);
  if (fault.success) return fault.data;
  const issue = fault.error.issues[0];
  throw new Error(`${issue?.path.join('.') || 'The fault'}: ${issue?.message ?? 'it cannot be read'}`);
}
