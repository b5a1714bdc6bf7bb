/** How far the opening of a store of an earlier version is, in words and as a share. Pure. */
import type { TopicPayload } from '#shared/contract/index.ts';
import { formatCount } from '../../ui/format.ts';

export type OpeningProgress = NonNullable<TopicPayload<'store.opening'>['progress']>;

/** "Step 3 of 9. What lists say of meters: 5,000 of 30,000 meters". */
export function openingWords({ step, steps, what, done, of, noun }: OpeningProgress): string {
  const counted =
    done === undefined || of === undefined ? '' : `: ${formatCount(done)} of ${formatCount(of)} ${noun ?? ''}`;
  return `Step ${formatCount(step)} of ${formatCount(steps)}. ${what}${counted}`.trimEnd();
}

/** Share 0..1 of the steps that are done, each counted alike, whatever it takes. */
export function openingShare({ step, steps, done = 0, of = 0 }: OpeningProgress): number {
  return (step - 1 + (of > 0 ? done / of : 0)) / steps;
}
