import type { CommonScenario } from '#shared/scenarios/names.ts';
import type { NoteType } from './notes.ts';
import type { Timed } from './script.ts';

/** The events that a login emits (section 6.1). */
type LoginEvent =
  | 'authorization_update_started'
  | 'authorization_update_delayed'
  | 'authorization_update_progress'
  | 'authorization_update_finished_successful'
  | 'authorization_update_finished_errored';

/** One step of an authorization update. Members take effect in the order in which they stand here. */
export interface LoginStep extends Timed {
  readonly note?: NoteType;
  /** How many seconds ahead the note's `eta` lies. */
  readonly etaS?: number;
  /** Finds meters of the login, one a second: all of them, or the first half. */
  readonly find?: 'all' | 'part';
  readonly status?: 'pending' | 'updated' | 'errored';
  readonly message?: string;
  readonly event?: LoginEvent;
  /** Holds until the customer has entered the right code. */
  readonly waitForCode?: true;
}

/** How long a login that must wait for its turn waits. */
const WAIT_S = 60;

const STARTED: LoginStep = {
  afterS: 1,
  status: 'pending',
  message: 'verifying the login',
  event: 'authorization_update_started',
};

const LOGGED_IN: LoginStep = { afterS: 2, note: 'access_valid', message: 'loading the list of meters' };

const FOUND_ALL: readonly LoginStep[] = [
  { afterS: 0, find: 'all' },
  {
    afterS: 1,
    note: 'meters_full',
    status: 'updated',
    message: 'found all meters',
    event: 'authorization_update_finished_successful',
  },
];

const SUCCESS: readonly LoginStep[] = [STARTED, LOGGED_IN, ...FOUND_ALL];

/** The update ends in an error that the customer or the utility has to do something about. */
const errored = (note: NoteType): readonly LoginStep[] => [
  STARTED,
  { afterS: 3, note, status: 'errored', event: 'authorization_update_finished_errored' },
];

/**
 * What the login part of each scenario of section 4.4 does. The `_after` variants, and all that goes wrong with bills,
 * intervals or the meter itself, log in like `residential`: they fail at collection.
 */
export const LOGIN_SCRIPTS: Readonly<Record<CommonScenario, readonly LoginStep[]>> = {
  residential: SUCCESS,
  commercial: [STARTED, { ...LOGGED_IN, event: 'authorization_update_progress' }, ...FOUND_ALL],
  badlogin: errored('access_invalid'),
  badlogin_after: SUCCESS,
  websitedown: errored('utility_down'),
  websitedown_after: SUCCESS,
  utilityerror: errored('utility_errored'),
  utilityerror_after: SUCCESS,
  locked: errored('access_locked'),
  locked_after: SUCCESS,
  access_unsupported: errored('access_unsupported'),
  access_unsupported_after: SUCCESS,
  randomerror: errored('unexpected_error'),
  randomerror_after: SUCCESS,
  empty: [
    STARTED,
    LOGGED_IN,
    {
      afterS: 1,
      note: 'meters_empty',
      status: 'updated',
      event: 'authorization_update_finished_successful',
    },
  ],
  revoked: SUCCESS,
  expired: SUCCESS,
  wait_to_login: [
    STARTED,
    { afterS: 1, note: 'waiting', etaS: WAIT_S, event: 'authorization_update_delayed' },
    {
      afterS: WAIT_S,
      note: 'utility_rate_limited',
      status: 'errored',
      event: 'authorization_update_finished_errored',
    },
  ],
  wait_to_login_after: SUCCESS,
  nobills: SUCCESS,
  nointervals: SUCCESS,
  partialmeters: [
    STARTED,
    LOGGED_IN,
    { afterS: 0, find: 'part' },
    { afterS: 2, note: 'meters_errored', status: 'errored', event: 'authorization_update_finished_errored' },
  ],
  partialbills: SUCCESS,
  partialintervals: SUCCESS,
  // "Indefinite": nothing follows.
  pending_manual: [STARTED, LOGGED_IN, { afterS: 1, note: 'pending_manual', event: 'authorization_update_delayed' }],
  pending_manual_after: SUCCESS,
  mfa_needed: [
    STARTED,
    { afterS: 1, note: 'access_code_needed', event: 'authorization_update_delayed', waitForCode: true },
    { ...LOGGED_IN, event: 'authorization_update_progress' },
    ...FOUND_ALL,
  ],
  incomplete_registration: errored('access_incomplete'),
};

/** Of a customer without a scenario, and of `<utility>_cca_service`. */
export const PLAIN_LOGIN: readonly LoginStep[] = SUCCESS;
