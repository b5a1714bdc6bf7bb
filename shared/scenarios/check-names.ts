/** What checks are called: their ids are made of what they are about and what is checked. Pure. */

/** What a check is about: one meter, the authorization, or all events. */
export function subjectOf(id: string): string {
  const [head, uid] = id.split('.');
  if (head === 'meter') return `Meter ${uid}`;
  return head === 'events' ? 'All events' : 'Authorization';
}

const WORDS: Record<string, string> = {
  'meters.count': 'meters found',
  'data-events': 'events of new data',
  'events.forbidden': 'must not come',
  'events.others': 'others that came',
};

/** What is checked of it: `meter.4612409.bills` is `bills`. */
export function aspectOf(id: string): string {
  const last = id.split('.').at(-1) ?? id;
  return WORDS[id] ?? WORDS[last] ?? last;
}
