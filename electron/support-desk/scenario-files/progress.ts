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

const STARTED = 'meter_historical_collection_started';
const FINISHED = 'meter_historical_collection_finished_';

/** What a run does once it is submitted, in this order. */
export function stepsAfter(file: ScenarioFile | undefined, expectation: Expectation): ScenarioFileStep[] {
  if (file) return file.steps.slice(1);
  return expectation.meter === 'not collected' ? [] : [{ collect: {} }];
}

/** Where older versions kept none, the collection was the only step. */
export function progressOf({ progress, collected, firedAt }: Observation): Progress {
  return progress ?? { done: collected === undefined ? 0 : 1, since: firedAt, collections: [] };
}

/** Events since a collection was triggered; all of them before any was. */
function newEvents(seen: Observation, since = progressOf(seen).collections.at(-1)): ObservedEvent[] {
  const known = new Set(since?.known);
  return seen.events.filter(({ uid }) => !known.has(uid));
}

/**
 * True while nobody knows whether the service got the trigger of a collection, the newest one if none is named: no meter has
 * started since, or not this one. Nothing follows from what does not come then.
 */
export function isTriggerUnknown(
  seen: Observation,
  {
    collection = progressOf(seen).collections.at(-1),
    meter,
  }: { collection?: TriggeredCollection; meter?: string } = {},
): boolean {
  const hasStarted = (event: ObservedEvent) => event.type === STARTED && (meter === undefined || event.meter === meter);
  return collection?.unsure === true && !newEvents(seen, collection).some(hasStarted);
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
  const ended = new Set(newEvents(seen).flatMap(({ type, meter }) => (type.startsWith(FINISHED) ? [meter] : [])));
  const last = progressOf(seen).collections.at(-1);
  return (last?.accepted ?? []).filter((meter) => !ended.has(meter));
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
  const triggered = { asked: before.meters.length, accepted, known, ...refused, ...doubt };
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
