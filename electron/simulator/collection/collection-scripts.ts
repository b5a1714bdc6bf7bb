import type { CommonScenario } from '#shared/scenarios/names.ts';
import type { NoteType } from '../scenarios/notes.ts';
import type { Timed } from '../scenarios/script.ts';

/** The events that a step of a collection names; `_bills_added` and `_intervals_added` follow from what was found. */
type CollectionEvent =
  | 'meter_historical_collection_progress'
  | 'meter_historical_collection_delayed'
  | 'meter_historical_collection_retrying'
  | 'meter_historical_collection_finished_successful'
  | 'meter_historical_collection_finished_errored';

/** One step of a historical collection. Members take effect in the order in which they stand here. */
export interface CollectionStep extends Timed {
  /** Collects piece by piece; the note says how it went. `part`: the utility fails to deliver some of the pieces. */
  readonly gather?: { readonly what: 'bills' | 'intervals'; readonly share: 'all' | 'part' };
  /** The customer's permission ends here. */
  readonly end?: 'revoke' | 'expire';
  readonly note?: NoteType;
  /** How many seconds ahead the note's `eta` lies. */
  readonly etaS?: number;
  /** The note is about the login: the authorization gets it too. */
  readonly alsoOnAuthorization?: true;
  readonly status?: 'pending' | 'updated' | 'errored';
  readonly message?: string;
  readonly event?: CollectionEvent;
}

/** How long an automatic retry, or a login that must wait for its turn, waits. */
const RETRY_S = 60;

/** Section 6.1: "fired once at the beginning of each collection". */
const BEGUN: CollectionStep = {
  afterS: 1,
  message: 'logging in at the utility',
  event: 'meter_historical_collection_progress',
};

const BILLS: CollectionStep = { afterS: 2, gather: { what: 'bills', share: 'all' } };
const INTERVALS: CollectionStep = { afterS: 1, gather: { what: 'intervals', share: 'all' } };

const DONE: CollectionStep = {
  afterS: 1,
  status: 'updated',
  message: 'collected all that is available',
  event: 'meter_historical_collection_finished_successful',
};

const ended = (note: NoteType, more: Partial<CollectionStep> = {}): CollectionStep => ({
  afterS: 4,
  note,
  status: 'errored',
  event: 'meter_historical_collection_finished_errored',
  ...more,
});

const retrying = (message: string): readonly CollectionStep[] => [
  { afterS: 4, note: 'retrying', etaS: RETRY_S, message, event: 'meter_historical_collection_retrying' },
  { afterS: RETRY_S, message: 'trying again' },
];

/** Nobody but the customer can help: no retry. */
const accessFails = (note: NoteType): readonly CollectionStep[] => [BEGUN, ended(note, { alsoOnAuthorization: true })];

/** It may be better in a minute; it is not. */
const failsTwice = (note: NoteType, message: string): readonly CollectionStep[] => [
  BEGUN,
  ...retrying(message),
  ended(note),
];

/** Bills, intervals, end: what a meter without trouble does. */
export const PLAIN_COLLECTION: readonly CollectionStep[] = [BEGUN, BILLS, INTERVALS, DONE];

/** What the collection part of each scenario of section 4.4 does. A login that finds no meter never gets here. */
export const COLLECTION_SCRIPTS: Readonly<Record<CommonScenario, readonly CollectionStep[]>> = {
  residential: PLAIN_COLLECTION,
  commercial: PLAIN_COLLECTION,
  badlogin: PLAIN_COLLECTION,
  websitedown: PLAIN_COLLECTION,
  utilityerror: PLAIN_COLLECTION,
  locked: PLAIN_COLLECTION,
  access_unsupported: PLAIN_COLLECTION,
  randomerror: PLAIN_COLLECTION,
  empty: PLAIN_COLLECTION,
  wait_to_login: PLAIN_COLLECTION,
  partialmeters: PLAIN_COLLECTION,
  pending_manual: PLAIN_COLLECTION,
  mfa_needed: PLAIN_COLLECTION,
  incomplete_registration: PLAIN_COLLECTION,
  badlogin_after: accessFails('access_invalid'),
  locked_after: accessFails('access_locked'),
  access_unsupported_after: accessFails('access_unsupported'),
  websitedown_after: failsTwice('utility_down', 'the website of the utility is down'),
  utilityerror_after: failsTwice('utility_errored', 'the utility answered with an error'),
  randomerror_after: failsTwice('unexpected_error', 'something unexpected happened'),
  revoked: [BEGUN, { afterS: 3, end: 'revoke' }, ended('access_revoked', { afterS: 1 })],
  expired: [BEGUN, { afterS: 3, end: 'expire' }, ended('access_expired', { afterS: 1 })],
  wait_to_login_after: [
    BEGUN,
    { afterS: 2, note: 'waiting', etaS: RETRY_S, event: 'meter_historical_collection_delayed' },
    ended('utility_rate_limited', { afterS: RETRY_S }),
  ],
  nobills: [BEGUN, { afterS: 2, note: 'bills_empty' }, INTERVALS, DONE],
  nointervals: [BEGUN, BILLS, { afterS: 2, note: 'intervals_empty' }, DONE],
  partialbills: [
    BEGUN,
    { afterS: 2, gather: { what: 'bills', share: 'part' } },
    ...retrying('the utility failed to deliver some of the bills'),
    INTERVALS,
    ended('bills_errored', { afterS: 1 }),
  ],
  partialintervals: [
    BEGUN,
    BILLS,
    { afterS: 2, gather: { what: 'intervals', share: 'part' } },
    ...retrying('the utility failed to deliver some of the intervals'),
    ended('intervals_errored', { afterS: 1 }),
  ],
  // "Indefinite": nothing follows but the end of the authorization.
  pending_manual_after: [BEGUN, { afterS: 2, note: 'pending_manual', event: 'meter_historical_collection_delayed' }],
};

/** What the scenarios are about that lack some bills or intervals: without leave to collect those they are plain ones. */
export const SCENARIO_SUBJECTS: Readonly<Partial<Record<CommonScenario, 'bills' | 'intervals'>>> = {
  nobills: 'bills',
  nointervals: 'intervals',
  partialbills: 'bills',
  partialintervals: 'intervals',
};

/** How much of bills and intervals a consent delivers at once where a collection would not deliver all. */
export const FIRST_DELIVERIES: Readonly<
  Partial<Record<CommonScenario, { bills: 'all' | 'some' | 'none'; intervals: 'all' | 'some' | 'none' }>>
> = {
  nobills: { bills: 'none', intervals: 'all' },
  nointervals: { bills: 'all', intervals: 'none' },
  partialbills: { bills: 'some', intervals: 'all' },
  partialintervals: { bills: 'all', intervals: 'some' },
};
