/** Broken services: each row falsifies one thing that a scenario must lead to. */
import type { Rule } from './falsifying-service.ts';
import { dropped, exchanged, isAuthorizations, isEvents, isMeters } from './rules.ts';

/** The same members in every entry of a list. */
const all =
  (is: typeof isMeters, members: object): Rule =>
  (passing) => {
    if (is(passing)) for (const entry of passing.entries) Object.assign(entry, members);
  };

/** What is falsified, in which scenario, and the expectation that must name it. */
export const SABOTAGE: readonly [what: string, scenario: string, rule: Rule, check: RegExp][] = [
  ['a missing event', 'residential', dropped('meter_historical_collection_progress'), /^meter\..*\.events$/],
  ['new bills that no event announces', 'residential', dropped('meter_bills_added'), /^meter\..*\.data-events$/],
  ['a missing authorization event', 'residential', dropped('authorization_update_started'), /^authorization\.events$/],
  [
    'a wrong order',
    'residential',
    (passing) => {
      const stamps = { authorization_update_started: 2, authorization_update_finished_successful: 1 };
      for (const event of isEvents(passing) ? passing.entries : []) {
        const place = stamps[event.type as keyof typeof stamps]; // of another type, there is none
        if (place !== undefined) event.ts = `2100-01-01T00:00:0${place}.000000+00:00`;
      }
    },
    /^authorization\.events$/,
  ],
  [
    'one meter too few',
    'commercial',
    (passing) => {
      if (isMeters(passing) && passing.entries.length === 4) passing.entries.pop();
    },
    /^meters\.count$/,
  ],
  [
    'one meter too many',
    'residential',
    (passing) => {
      const [first] = passing.entries;
      if (isMeters(passing) && first && passing.entries.length === 1) passing.entries.push({ ...first, uid: 'ghost' });
    },
    /^meters\.count$/,
  ],
  ['bills where there should be none', 'nobills', all(isMeters, { bill_count: 3 }), /^meter\..*\.bills$/],
  [
    'no intervals where there should be some',
    'residential',
    all(isMeters, { interval_count: 0 }),
    /^meter\..*\.intervals$/,
  ],
  ['stuck pending', 'residential', all(isMeters, { status: 'pending' }), /^meter\..*\.outcome$/],
  [
    'a login that works where it must not',
    'badlogin',
    all(isAuthorizations, { status: 'updated' }),
    /^authorization\.outcome$/,
  ],
  [
    'an event that must not come',
    'badlogin',
    (passing) => {
      for (const event of isEvents(passing) ? passing.entries : []) {
        if (event.type === 'authorization_update_started') event.type = 'authorization_update_finished_successful';
      }
    },
    /^events\.forbidden$/,
  ],
  ['a note that is missing', 'mfa_needed', all(isAuthorizations, { notes: [] }), /^authorization\.notes$/],
  ['another reason of a login error', 'badlogin', exchanged('utility_down'), /^authorization\.notes$/],
  ['another reason of a locked login', 'locked', exchanged('utility_down'), /^authorization\.notes$/],
  ['another reason of a collection error', 'badlogin_after', exchanged('utility_down'), /^meter\..*\.notes$/],
];
