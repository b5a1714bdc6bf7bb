/** What all own expectations share: what wrong and not said mean, and how meters count together. Pure. */

import type { ObservedMeter } from '../observation.ts';
import { type CheckState, type Context, DECISIVE, settled, unsaid } from '../verdict/checks.ts';
import { triggerDoubt } from './progress.ts';

/** What came of an expectation, of one object or of all. */
export interface Held {
  state: CheckState;
  observed: string;
  /** More than there may be: wrong, whatever was triggered. */
  isTooMuch?: boolean;
}

/** What one expectation is judged by. */
export interface Judging {
  context: Context;
  /** Nothing else is waited for, so that what is wrong now stays wrong once nothing changes any more. */
  over: boolean;
  /** What it means where it does not hold. */
  wrong: 'fail' | 'differs';
}

/** As {@link DECISIVE}, of any meter: while one may hold, or nobody can tell whether it does, nothing is wrong yet. */
const DECISIVE_OF_ANY: readonly CheckState[] = ['pass', 'waiting', 'superseded', 'unjudged', 'fail', 'differs'];

/** Not as it should be, and a last update may still put it right. */
export function notYet({ context, over, wrong }: Judging, observed: string): Held {
  return { state: settled(context, over, wrong), observed };
}

export function notSaid({ context, over }: Judging, observed: string): Held {
  return { state: unsaid(context, over), observed };
}

/**
 * Judges meter by meter. Of `each meter` the worst counts, of `any meter` the best; of one that cannot be read nothing is said.
 * What another authorization did to a shared meter proves nothing, and neither does what a meter lacks whose collection was
 * refused, or may not have been triggered.
 */
export function ofMeters(
  judging: Judging,
  which: 'each meter' | 'any meter',
  judge: (meter: ObservedMeter) => Held,
): Held {
  const { meters, unread } = judging.context.seen;
  const read = meters.map((meter) => {
    const { state, observed } = withDoubt(judging, meter, judge(meter));
    return { state, observed: `meter ${meter.uid}: ${observed}` };
  });
  const unreadable = (unread?.meters ?? []).map((why) => notSaid(judging, `a meter that cannot be read: ${why}`));
  const all = [...read, ...unreadable];
  if (all.length === 0) return notYet(judging, 'no meter');
  const order = which === 'any meter' ? DECISIVE_OF_ANY : DECISIVE;
  const state = order.find((one) => all.some((held) => held.state === one)) ?? 'pass';
  const shown = all.filter((one) => one.state === state);
  return { state, observed: shown.map(({ observed }) => observed).join('; ') };
}

function withDoubt({ context: { seen }, wrong }: Judging, { uid }: ObservedMeter, held: Held): Held {
  if (held.state !== wrong) return held;
  const sharing = seen.sharing?.find(({ meter }) => meter === uid);
  if (sharing)
    return {
      state: 'superseded',
      observed: `${held.observed}; authorization ${sharing.authorization} shares this meter`,
    };
  const doubt = held.isTooMuch ? undefined : triggerDoubt(seen, { meter: uid });
  return doubt === undefined ? held : { state: 'unjudged', observed: `${held.observed}; ${doubt}` };
}
