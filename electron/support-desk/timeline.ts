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
    if (!old) step('authorization', `Authorization ${object} appeared, ${authorization.status}`, { object, raw });
    else if (old.status !== authorization.status)
      step('authorization', `Authorization is ${authorization.status}`, { object, raw });
    if (authorization.revoked && !old?.revoked) step('authorization', 'Authorization is revoked', { object, raw });
    if (authorization.expired && !old?.expired) step('authorization', 'Authorization is expired', { object, raw });
    for (const note of newNotes(old?.notes, authorization.notes))
      step('note', noteText(note), { object, raw: note, ...at(note) });
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
  else if (old.status !== meter.status) step('meter', `Meter is ${meter.status}`, { object, raw });
  if (meter.bills !== (old?.bills ?? 0)) step('meter', `Meter has ${meter.bills} bills`, { object, raw });
  if (meter.intervals !== (old?.intervals ?? 0))
    step('meter', `Meter has ${meter.intervals} intervals`, { object, raw });
  for (const note of newNotes(old?.notes, meter.notes))
    step('note', noteText(note), { object, raw: note, ...at(note) });
}

function newNotes(before: ObservedNote[] | undefined, after: ObservedNote[]): ObservedNote[] {
  const known = new Set(before?.map(noteKey));
  return after.filter((note) => !known.has(noteKey(note)));
}

const noteKey = (note: ObservedNote) => `${note.type} ${note.at} ${note.message}`;
const noteText = (note: ObservedNote) => `Note ${note.type}${note.message ? `: ${note.message}` : ''}`;
const at = (note: ObservedNote) => (note.at === undefined ? {} : { ts: note.at });
