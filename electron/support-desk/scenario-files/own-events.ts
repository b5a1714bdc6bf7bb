/** Own expectations of events: how many, in which order, within how many seconds. Pure. */
import type { OwnExpectation } from '#shared/contract/scenario-files.ts';
import type { ObservedEvent } from '../observation.ts';
import type { CheckState, Context } from '../verdict/checks.ts';
import { checkOrder, lackingEvent, uncountedEvent } from '../verdict/event-checks.ts';
import { type Held, type Judging, ofMeters } from './judging.ts';
import { valueAt } from './value.ts';

type Wanted = NonNullable<OwnExpectation['events']>;

export function checkOwnEvents(judging: Judging, wanted: Wanted): Held {
  const { events } = judging.context.seen;
  const { of = 'all' } = wanted;
  if (of === 'each meter')
    return ofMeters(judging, of, ({ uid }) =>
      judgeEvents(
        judging,
        wanted,
        events.filter(({ meter }) => meter === uid),
      ),
    );
  const own = of === 'all' ? events : events.filter(({ meter }) => meter === undefined);
  return judgeEvents(judging, wanted, own);
}

function judgeEvents(judging: Judging, wanted: Wanted, events: readonly ObservedEvent[]): Held {
  const { context } = judging;
  const { withinSeconds } = wanted;
  const from = withinSeconds === undefined ? undefined : beginning(context);
  if (withinSeconds !== undefined && from === undefined)
    return { state: context.late ? 'unjudged' : 'waiting', observed: 'no event says when it began' };
  const end =
    withinSeconds === undefined || from === undefined ? Number.POSITIVE_INFINITY : from + withinSeconds * 1000;
  const inTime = events.filter(({ ts }) => Date.parse(ts) <= end);
  return wanted.inOrder
    ? judgeOrder(judging, wanted.inOrder, events, inTime, withinSeconds)
    : judgeCount(judging, wanted, events, inTime, from);
}

function judgeOrder(
  judging: Judging,
  inOrder: readonly string[],
  events: readonly ObservedEvent[],
  inTime: readonly ObservedEvent[],
  withinSeconds: number | undefined,
): Held {
  const { context } = judging;
  const held = checkOrder(context, '', inOrder, inTime);
  if (held.state === 'pass') return { state: 'pass', observed: held.observed };
  const cameLate = inTime.length < events.length && checkOrder(context, '', inOrder, events).state === 'pass';
  const observed = cameLate ? `not within ${withinSeconds} s: ${held.observed}` : held.observed;
  const state = cameLate ? 'fail' : held.state === 'waiting' ? missing(context, withinSeconds) : held.state;
  return { state: named(judging, state), observed };
}

function judgeCount(
  judging: Judging,
  { types = [], atLeast, atMost, withinSeconds }: Wanted,
  events: readonly ObservedEvent[],
  inTime: readonly ObservedEvent[],
  from: number | undefined,
): Held {
  const { context, over } = judging;
  const least = atLeast ?? (atMost === undefined ? 1 : 0);
  const isWanted = ({ type }: ObservedEvent) => types.includes(type);
  const count = inTime.filter(isWanted).length;
  const all = events.filter(isWanted);
  const seconds = (ts: string) => Math.round((Date.parse(ts) - (from ?? 0)) / 1000);
  const lateOnes = all.length > count ? all.slice(count).map(({ ts }) => `one after ${seconds(ts)} s`) : [];
  const counted = (why?: string) => [String(count), ...lateOnes, ...(why === undefined ? [] : [why])].join('; ');
  if (count > (atMost ?? Number.POSITIVE_INFINITY))
    return { state: judging.wrong, observed: counted(), isTooMuch: true };
  if (count >= least) {
    // One that is not counted may be one too many.
    const uncounted = atMost === undefined ? undefined : uncountedEvent(context, types);
    const state = uncounted === undefined ? 'pass' : over || context.late ? 'unjudged' : 'waiting';
    return { state, observed: counted(uncounted) };
  }
  const lacking = lackingEvent(context, types);
  if (lacking !== undefined) return { state: context.late ? 'unjudged' : 'waiting', observed: counted(lacking) };
  const state = all.length >= least ? 'fail' : missing(context, withinSeconds);
  return { state: named(judging, state), observed: counted() };
}

function named({ wrong }: Judging, state: CheckState): CheckState {
  return state === 'fail' ? wrong : state;
}

/** Not there: once its time has passed and nothing changes any more, or patience is over, it does not come. */
function missing({ seen, late, quiet }: Context, withinSeconds: number | undefined): CheckState {
  const hasPassed = withinSeconds !== undefined && seen.seenAt - seen.firedAt > withinSeconds * 1000;
  return late || (hasPassed && quiet) ? 'fail' : 'waiting';
}

/** When the authorization was created, by the service's own clock: as it says, or its first event. Epoch milliseconds. */
function beginning({ seen }: Context): number | undefined {
  const stamps = [valueAt(seen.authorization?.raw, 'created'), seen.events[0]?.ts];
  return stamps
    .map((stamp) => (typeof stamp === 'string' ? Date.parse(stamp) : Number.NaN))
    .find((ms) => !Number.isNaN(ms));
}
