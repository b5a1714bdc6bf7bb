/** Turns two looks at a submission into the steps that happened between them. Pure. */
import type { RunStep } from '#shared/contract/scenarios.ts';
import type { Observation, ObservedMeter, ObservedNote } from './observation.ts';

/** What is new in `after`, in the order of its times where the service gave any. */
export function stepsBetween(before: Observation | undefined, after: Observation): RunStep[] {
  const steps: RunStep[] = [];
  const step = (kind: RunStep['kind'], text: string, more: Partial<RunStep> = {}) =>
    steps.push({ seenAt: after.seenAt, kind, text, ...more });

  if (after.referral && !before?.referral) step('referral', `The service answered with referral ${after.referral}`);
  const { authorization } = after;
  if (authorization) {
    const old = before?.authorization;
    const object = authorization.uid;
    const raw = authorization.raw;
    if (!old)
      step('authorization', `Authorization ${object} appeared, ${authorization.status ?? 'its status is not said'}`, {
        object,
        raw,
      });
    else if (old.status !== authorization.status)
      step('authorization', `Authorization is ${authorization.status ?? 'of no status any more'}`, { object, raw });
    if (authorization.revoked && !old?.revoked) step('authorization', 'Authorization is revoked', { object, raw });
    if (authorization.expired && !old?.expired) step('authorization', 'Authorization is expired', { object, raw });
    for (const note of newNotes(old?.notes, authorization.notes))
      step('note', noteText(note), { object, raw: note.raw ?? note, ...at(note) });
  }
  for (const meter of after.meters)
    addMeterSteps(
      step,
      before?.meters.find((old) => old.uid === meter.uid),
      meter,
    );
  const known = new Set(before?.events.map((event) => event.uid));
  for (const event of after.events) {
    if (known.has(event.uid)) continue;
    step('event', event.type, { ts: event.ts, object: event.meter ?? authorization?.uid, raw: event.raw });
  }
  return steps;
}

type AddStep = (kind: RunStep['kind'], text: string, more?: Partial<RunStep>) => void;

function addMeterSteps(step: AddStep, old: ObservedMeter | undefined, meter: ObservedMeter): void {
  const object = meter.uid;
  const raw = meter.raw;
  if (!old) step('meter', `Meter ${meter.uid} was found`, { object, raw });
  else if (old.status !== meter.status)
    step('meter', `Meter is ${meter.status ?? 'of no status any more'}`, { object, raw });
  for (const what of ['bills', 'intervals'] as const) {
    const count = meter[what];
    if (count === old?.[what] || (count === 0 && !old)) continue;
    const text = count === undefined ? `The service does not say its ${what} any more` : `Meter has ${count} ${what}`;
    step('meter', text, { object, raw });
  }
  for (const note of newNotes(old?.notes, meter.notes))
    step('note', noteText(note), { object, raw: note.raw ?? note, ...at(note) });
}

function newNotes(before: ObservedNote[] | undefined, after: ObservedNote[] | undefined): ObservedNote[] {
  const known = new Set(before?.map(noteKey));
  return (after ?? []).filter((note) => !known.has(noteKey(note)));
}

const noteKey = (note: ObservedNote) => `${note.type} ${note.at} ${note.message}`;
const noteText = (note: ObservedNote) => `Note ${note.type}${note.message ? `: ${note.message}` : ''}`;
const at = (note: ObservedNote) => (note.at === undefined ? {} : { ts: note.at });
