/** How far a run has come in its steps: those of its scenario file, or the collection that its scenario asks for. Pure. */
import type { FileWait, ScenarioFile, ScenarioFileStep } from '#shared/contract/scenario-files.ts';
import type { Expectation } from '../catalogue.ts';
import {
  authorizationSettled,
  type Observation,
  type ObservedEvent,
  type Progress,
  type TriggeredCollection,
} from '../observation.ts';

/** What is said of a collection of which nobody knows whether the service got its trigger. */
export const TRIGGER_UNKNOWN = 'it is not known whether the collection was triggered';

/** What is said of a meter that no collection was triggered for, as it was found later. */
export const FOUND_LATER = 'found after the collection was triggered';

const STARTED = 'meter_historical_collection_started';
const FINISHED = 'meter_historical_collection_finished_';

/** What a run does once it is submitted, in this order. */
export function stepsAfter(file: ScenarioFile | undefined, expectation: Expectation): ScenarioFileStep[] {
  if (file) return file.steps.slice(1);
  return expectation.meter === 'not collected' ? [] : [{ collect: {} }];
}

/** Where older versions kept none, the collection was the only step. */
export function progressOf({ progress, collected, firedAt, meters, refusal }: Observation): Progress {
  if (progress) return progress;
  if (collected === undefined) return { done: 0, since: firedAt, collections: [] };
  const only = { asked: meters.length, accepted: collected, known: [], ...(refusal === undefined ? {} : { refusal }) };
  return { done: 1, since: firedAt, collections: [only] };
}

/** A historical collection started: of this meter, or of any. */
export function hasStarted(events: readonly ObservedEvent[], meter?: string): boolean {
  return events.some((event) => event.type === STARTED && (meter === undefined || event.meter === meter));
}

/** A historical collection of this meter came to its end, good or bad. */
export function hasFinished(events: readonly ObservedEvent[], meter: string): boolean {
  return events.some((event) => event.meter === meter && event.type.startsWith(FINISHED));
}

/** Events since a collection was triggered; all of them before any was. */
function newEvents(seen: Observation, since = progressOf(seen).collections.at(-1)): ObservedEvent[] {
  const known = new Set(since?.known);
  return seen.events.filter(({ uid }) => !known.has(uid));
}

/** Why it is not known of a collection for which meters it was triggered: it was refused, or nobody knows whether it was sent. */
export function triggerFault(collection: TriggeredCollection | undefined): string | undefined {
  return collection?.refusal ?? (collection?.unsure ? TRIGGER_UNKNOWN : undefined);
}

/** The number of the first collection that was triggered for a meter, from 0; undefined where none was. */
export function firstCollectionOf(seen: Observation, meter: string): number | undefined {
  // Where no uids were kept, it is taken to be for all meters.
  const first = progressOf(seen).collections.findIndex(({ meters }) => meters?.includes(meter) ?? true);
  return first < 0 ? undefined : first;
}

/** Collections were triggered, none of them for this meter. */
export function isFoundLater(seen: Observation, meter: string): boolean {
  return progressOf(seen).collections.length > 0 && firstCollectionOf(seen, meter) === undefined;
}

/**
 * Why nothing follows from what a collection does not bring: the fault of its trigger, or that the named meter was found
 * after it. Undefined once a meter (the named one, where one is) has started, whoever triggered it. For the first collection
 * that counts at any time, for later ones since their trigger.
 * @param number of the collection, from 0. If none is named, the newest that was not refused, since a refused one brings
 *   nothing; the first where all were
 */
export function triggerDoubt(
  seen: Observation,
  { number, meter }: { number?: number | undefined; meter?: string } = {},
): string | undefined {
  const { collections } = progressOf(seen);
  const newest = collections.findLast(({ refusal }) => refusal === undefined) ?? collections[0];
  const collection = number === undefined ? newest : collections[number];
  const events = collection === collections[0] ? seen.events : newEvents(seen, collection);
  if (hasStarted(events, meter)) return undefined;
  return triggerFault(collection) ?? (meter !== undefined && isFoundLater(seen, meter) ? FOUND_LATER : undefined);
}

/** Events that are waited for and have not come. */
export function missingEvents(seen: Observation, { events = [] }: FileWait): string[] {
  const come = new Set(newEvents(seen).map(({ type }) => type));
  return events.filter((type) => !come.has(type));
}

/** Milliseconds without a change since a wait began. */
export function quietSince(seen: Observation): number {
  return Math.max(0, seen.seenAt - Math.max(seen.changedAt, progressOf(seen).since));
}

/** Goes on past each wait that is over; patience begins anew behind it. */
export function passWaits(steps: readonly ScenarioFileStep[], seen: Observation): Observation {
  const progress = progressOf(seen);
  const wait = steps[progress.done]?.wait;
  if (!wait || !isOver(wait, seen)) return seen;
  const next = { ...progress, done: progress.done + 1, since: seen.seenAt };
  return passWaits(steps, { ...seen, progress: next, patientSince: seen.seenAt });
}

function isOver(wait: FileWait, seen: Observation): boolean {
  if (wait.quietSeconds !== undefined) return quietSince(seen) >= wait.quietSeconds * 1000;
  return missingEvents(seen, wait).length === 0;
}

/** When the wait that goes on has been too long by its own bound, epoch milliseconds; undefined where it has none. */
export function waitEnds(steps: readonly ScenarioFileStep[], seen: Observation): number | undefined {
  const { done, since } = progressOf(seen);
  const within = steps[done]?.wait?.withinSeconds;
  return within === undefined ? undefined : since + within * 1000;
}

/** The meters whose newest collection has not ended yet. */
export function stillCollecting(seen: Observation): string[] {
  const events = newEvents(seen);
  const last = progressOf(seen).collections.at(-1);
  return (last?.accepted ?? []).filter((meter) => !hasFinished(events, meter));
}

/**
 * The collection that is to be triggered now. One after another waits until that is over, unless a wait stands between
 * them and says when; the first one waits for the end of the login.
 */
export function dueCollection(
  steps: readonly ScenarioFileStep[],
  seen: Observation,
): { months?: number | undefined } | undefined {
  const { done } = progressOf(seen);
  const collect = steps[done]?.collect;
  if (!collect || !authorizationSettled(seen) || seen.meters.length === 0) return undefined;
  return steps[done - 1]?.collect && stillCollecting(seen).length > 0 ? undefined : collect;
}

/** The step of a collection is done: what the service took of it. It may take as long as the login did. */
export function withCollection(
  before: Observation,
  { accepted, refusal, unsure }: Pick<TriggeredCollection, 'accepted' | 'refusal' | 'unsure'>,
  now: number,
): Observation {
  const { done, collections } = progressOf(before);
  const known = before.knownBefore ?? knownEvents(before);
  const refused = refusal === undefined ? {} : { refusal };
  const doubt = unsure === undefined ? {} : { unsure };
  const meters = before.meters.map(({ uid }) => uid);
  const triggered = { asked: meters.length, meters, accepted, known, ...refused, ...doubt };
  return {
    ...before,
    ...(before.collected === undefined ? refused : {}),
    collected: [...new Set([...(before.collected ?? []), ...accepted])],
    collecting: false,
    knownBefore: undefined,
    progress: { done: done + 1, since: now, collections: [...collections, triggered] },
    changedAt: now,
    patientSince: now,
  };
}

/** What is known of the events before a collection is triggered: later ones are its own. */
export function knownEvents({ events }: Observation): string[] {
  return events.map(({ uid }) => uid);
}
