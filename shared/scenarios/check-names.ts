/** What checks are called: their ids are made of what they are about and what is checked. Pure. */

/** Ids of what a scenario file expects beside the catalogue begin so; its own name follows. */
const OWN = 'own.';

/** True for an own expectation of a scenario file. */
export function isOwnCheck(id: string): boolean {
  return id.startsWith(OWN);
}

const SUBJECTS: Record<string, string> = {
  own: 'Own expectations',
  steps: 'Steps of the scenario file',
  'left-out': 'Left out by the scenario file',
  events: 'All events',
};

/** What a check is about: one meter, the authorization, all events, or the scenario file. */
export function subjectOf(id: string): string {
  const [head = '', uid] = id.split('.');
  return head === 'meter' ? `Meter ${uid}` : (SUBJECTS[head] ?? 'Authorization');
}

const WORDS: Record<string, string> = {
  'meters.count': 'meters found',
  'data-events': 'events of new data',
  'events.forbidden': 'must not come',
  'events.others': 'others that came',
  'left-out': 'still to come',
};

/** What is checked of it: `meter.4612409.bills` is `bills`, `own.a year of bills` is `a year of bills`. */
export function aspectOf(id: string): string {
  if (isOwnCheck(id)) return id.slice(OWN.length);
  const last = id.split('.').at(-1) ?? id;
  return WORDS[id] ?? WORDS[last] ?? (id.startsWith('steps.') ? `step ${last}` : last);
}
