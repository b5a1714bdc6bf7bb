import { z } from 'zod';
import { matchesPath } from './glob.ts';

/** What `POST {control_url}/faults` takes (issue 3, item 8). */
export const faultSchema = z.strictObject({
  /** A path without its query, or a glob over it. */
  path: z.string().min(1).max(2_000),
  /** Any method when left out. */
  method: z
    .string()
    .regex(/^[A-Za-z]{1,20}$/)
    .transform((method) => method.toUpperCase())
    .optional(),
  status: z.int().min(200).max(599).optional(),
  retry_after_s: z.number().min(0).max(1_000_000).optional(),
  body: z.enum(['html', 'json', 'none']).optional(),
  /** Milliseconds of the wall, as a slow service takes them. */
  delay_ms: z.number().min(0).max(600_000).optional(),
  /** Cuts the connection in the middle of the answer; a number is the bytes of the body that still arrive. */
  cut: z.union([z.boolean(), z.int().min(0)]).optional(),
  /** How many requests get it; all until cleared when left out. */
  times: z.int().min(1).optional(),
});

export type Fault = z.infer<typeof faultSchema>;

interface Rule extends Fault {
  readonly id: number;
  left: number;
}

/** A fault as the control API shows it. */
interface ArmedFault extends Fault {
  /** Names it while it waits. */
  readonly id: number;
  /** Requests that still get it, 0 once it is used up; null for one that lasts until it is cleared. */
  readonly left: number | null;
}

/** Used-up faults that are still shown: what a client is waiting out may come of one. */
const SPENT_KEPT = 20;

/**
 * The faults that wait for their requests. Those with `times` come first, oldest first, so that a posted sequence
 * plays in its order; then the newest of those that last.
 */
export class Faults {
  #counted: Rule[] = [];
  #lasting: Rule[] = [];
  #spent: Rule[] = [];
  #nextId = 1;

  /** In the order in which they are tried. */
  get list(): readonly ArmedFault[] {
    return [...this.#counted, ...this.#lasting.map((rule) => ({ ...rule, left: null }))];
  }

  /** The latest that were used up since all were cleared, the newest first. */
  get spent(): readonly ArmedFault[] {
    return this.#spent;
  }

  add(fault: Fault): void {
    const id = this.#nextId++;
    if (fault.times === undefined) this.#lasting.unshift({ ...fault, id, left: Number.POSITIVE_INFINITY });
    else this.#counted.push({ ...fault, id, left: fault.times });
  }

  /** Takes one away, used up or not. False where there is none. */
  remove(id: number): boolean {
    const all = [...this.#counted, ...this.#lasting, ...this.#spent];
    const isOther = (rule: Rule) => rule.id !== id;
    this.#counted = this.#counted.filter(isOther);
    this.#lasting = this.#lasting.filter(isOther);
    this.#spent = this.#spent.filter(isOther);
    return !all.every(isOther);
  }

  clear(): void {
    this.#counted = [];
    this.#lasting = [];
    this.#spent = [];
  }

  /** The fault that this request gets; a counted one is used up by it. */
  take(method: string, path: string): Fault | undefined {
    const applies = (rule: Rule) =>
      (rule.method === undefined || rule.method === method) && matchesPath(rule.path, path);
    const counted = this.#counted.find(applies);
    if (counted === undefined) return this.#lasting.find(applies);
    counted.left--;
    if (counted.left === 0) {
      this.#counted = this.#counted.filter((rule) => rule !== counted);
      this.#spent = [counted, ...this.#spent].slice(0, SPENT_KEPT);
    }
    return counted;
  }
}
