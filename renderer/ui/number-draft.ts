/** What a number field has while it is typed, and what it means. Pure; the field itself is in number-field.tsx. */

/** What stands in the field: a number, or digits with a point that are not done yet (`-`, `0.`, `0.50`), or nothing. */
export type Draft = number | string;

interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
  /** What is typed is so many times the value: 100 where a share is typed in percent. */
  times?: number | undefined;
}

/** The value of a draft; undefined while it is empty, unfinished, or out of bounds (which are those of what is typed). */
export function valueOfDraft(draft: Draft, { min, max, times = 1 }: Bounds): number | undefined {
  const typed = typedNumber(draft);
  if (typed === undefined || typed !== clamped(typed, { min, max })) return undefined;
  return typed / times;
}

/** The value when the field is left: what is out of bounds is taken to the nearest one; undefined where no number stands there. */
export function valueWhenLeft(draft: Draft, bounds: Bounds): number | undefined {
  const typed = typedNumber(draft);
  return typed === undefined ? undefined : clamped(typed, bounds) / (bounds.times ?? 1);
}

/** What stands in the field for a value that nobody is typing. */
export function draftOf(value: number | undefined, { times = 1 }: Bounds): Draft {
  // 0.07 times 100 is 7.000000000000001.
  return value === undefined ? '' : Number((value * times).toPrecision(12));
}

function typedNumber(draft: Draft): number | undefined {
  const typed = String(draft).trim() === '' ? Number.NaN : Number(draft);
  return Number.isFinite(typed) ? typed : undefined;
}

function clamped(typed: number, { min = -Infinity, max = Infinity }: Bounds): number {
  return Math.min(max, Math.max(min, typed));
}
