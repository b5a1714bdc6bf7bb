/** Events that must come, that must not, and those that nothing is said about. Pure. */
import type { Expectation } from '../catalogue.ts';
import type { Observation, ObservedEvent } from '../observation.ts';
import { TRIGGER_UNKNOWN, triggerDoubt } from '../scenario-files/progress.ts';
import { compareStamps } from '../stamps.ts';
import { type Check, type CheckState, type Context, pending } from './checks.ts';

const NONE = 'no event';

/** Events that must come, in the order of their times; others may stand between them, and those of one instant have no order. */
export function checkOrder(
  context: Context,
  id: string,
  expected: Expectation['meterEvents'],
  events: readonly ObservedEvent[],
): Check {
  const seen = events.map((event) => event.type).join(', ') || NONE;
  const left = [...events];
  let last: ObservedEvent | undefined;
  for (const step of expected) {
    const wanted = typeof step === 'string' ? [step] : step;
    const isNext = ({ type, ts }: ObservedEvent) =>
      wanted.includes(type) && (last === undefined || compareStamps(ts, last.ts) >= 0);
    const at = left.findIndex(isNext);
    if (at < 0) {
      const early = left.some(({ type }) => wanted.includes(type));
      const lacking = lackingEvent(context, wanted);
      return {
        id,
        state: early ? 'fail' : lacking ? orUnjudged(context) : pending(context),
        expected: `${wanted.join(' or ')}${last ? ` after ${last.type}` : ''}`,
        observed: early ? `it came too early: ${seen}` : [seen, lacking].filter(Boolean).join('; '),
      };
    }
    last = left[at];
    left.splice(at, 1);
  }
  return { id, state: 'pass', expected: expected.flat().join(', '), observed: seen };
}

/** Events that announce new data, at any time of the collection. */
export function checkDataEvents(context: Context, id: string, events: readonly ObservedEvent[]): Check[] {
  const { dataEvents } = context.expectation;
  if (dataEvents.length === 0) return [];
  const types = new Set(events.map((event) => event.type));
  const missing = dataEvents.filter((type) => !types.has(type));
  const lacking = missing.map((type) => lackingEvent(context, [type])).find(Boolean);
  const complete = missing.length === 0;
  return [
    {
      id: `${id}.data-events`,
      state: complete ? 'pass' : lacking ? orUnjudged(context) : pending(context),
      expected: dataEvents.join(', '),
      observed: complete
        ? dataEvents.join(', ')
        : [`missing: ${missing.join(', ')}`, lacking].filter(Boolean).join('; '),
    },
  ];
}

/** Events that must not come; one that nobody can tell whose it is leaves open whether they did. */
export function checkForbidden({ expectation, seen }: Context): Check {
  const wrong = seen.events.filter((event) => expectation.forbidden.includes(event.type)).map((event) => event.type);
  const doubtful = unclaimedOf(seen, expectation.forbidden);
  return {
    id: 'events.forbidden',
    state: wrong.length > 0 ? 'fail' : doubtful.length > 0 ? 'unjudged' : 'pass',
    expected: `none of ${expectation.forbidden.join(', ')}`,
    observed: wrong.join(', ') || doubtful.join('; ') || 'none',
  };
}

/** Events that nothing is said about, unknown types among them: shown, and never a failure (section 9). */
export function checkOthers({ expectation, seen }: Context): Check[] {
  const { authorizationEvents, meterEvents, dataEvents, mayCome, forbidden } = expectation;
  const known = new Set([...authorizationEvents, ...meterEvents, dataEvents, mayCome, forbidden].flat());
  const others = new Set(seen.events.map((event) => event.type).filter((type) => !known.has(type)));
  if (others.size === 0) return [];
  return [{ id: 'events.others', state: 'pass', expected: 'no expectation', observed: [...others].join(', ') }];
}

const orUnjudged = ({ late }: Context): CheckState => (late ? 'unjudged' : 'waiting');

/** Events that come with the login, so that no collection is needed for them. */
const OF_LOGIN = /_created$|^authorization_update_/;

/**
 * Why nothing follows from an event that is missed; undefined where something does.
 * @param number of the collection that must bring it, as for {@link triggerDoubt}
 */
export function lackingEvent(context: Context, wanted: readonly string[], number?: number): string | undefined {
  return unreadEvent(context, wanted) ?? collectionDoubt(context, wanted, number);
}

/** Why there may be more events than were counted; undefined where nothing says so. A refused trigger brings none. */
export function uncountedEvent(context: Context, wanted: readonly string[]): string | undefined {
  const doubt = collectionDoubt(context, wanted);
  return unreadEvent(context, wanted) ?? (doubt === TRIGGER_UNKNOWN ? doubt : undefined);
}

function collectionDoubt({ seen }: Context, wanted: readonly string[], number?: number): string | undefined {
  return wanted.every((type) => OF_LOGIN.test(type)) ? undefined : triggerDoubt(seen, { number });
}

function unreadEvent({ seen }: Context, wanted: readonly string[]): string | undefined {
  if (seen.eventsCut) return 'the service has more events than were read';
  return unclaimedOf(seen, wanted)[0];
}

/** Events that may be of this run and of one of these types, in words: nobody can tell whose they are. */
function unclaimedOf({ unclaimed = [] }: Observation, types: readonly string[]): string[] {
  return unclaimed
    .filter(({ type }) => type === undefined || types.includes(type))
    .map(({ type, lacks }) => `an event ${type ?? 'of no type'}: ${lacks}`);
}
