/** What a rehearsal sends: the uids depend on what its type is about. Pure. */
import type { CallInput } from '#shared/contract/index.ts';
import { type EventTypeFact, eventTypeFact } from '#shared/event-types.ts';

export type RehearsalForm = Omit<CallInput<'rehearsal.send'>, 'workspace'>;
export type UidName = 'authorization' | 'meter' | 'form';

const UIDS_OF: Readonly<Record<EventTypeFact['subject'], readonly UidName[]>> = {
  nothing: [],
  form: ['form'],
  authorization: ['authorization'],
  meter: ['authorization', 'meter'],
};

/** The uids that events of a type carry, as far as the form asks for them; a new type may be about a meter. */
export function uidsOf(type: string): readonly UidName[] {
  return UIDS_OF[eventTypeFact(type)?.subject ?? 'meter'];
}

/** What is sent of a form: uids that were entered for another type are kept for it, and stay out. */
export function sentOf({ authorization, meter, form, ...rest }: RehearsalForm): RehearsalForm {
  const entered = { authorization, meter, form };
  return { ...rest, ...Object.fromEntries(uidsOf(rest.type).map((name) => [name, entered[name]])) };
}
