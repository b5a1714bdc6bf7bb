/** New authorizations, meters and forms, as they are before anything happened to them. */
import { isoMicros } from './time.ts';
import type {
  Authorization,
  Form,
  Login,
  Meter,
  MeterModel,
  Millis,
  Note,
  Scope,
  Settings,
  Submission,
} from './types.ts';

/** A permission lasts three years unless it is extended. */
const PERMISSION_MS = 3 * 365 * 86_400_000;
export const FULL_SCOPE: Scope = parseScope('FB=4_16_51');

/** Reads `FB=4_16_51;AdditionalScope=...`; blocks 4 to 15 mean intervals, 15, 16, 27, 28 bills, 51 and up customer data. */
export function parseScope(raw: string): Scope {
  const blocks = new Set((/(?:^|[;\s])FB=([\d_]+)/.exec(raw)?.[1] ?? '').split('_').map(Number));
  const any = (...wanted: number[]) => wanted.some((block) => blocks.has(block));
  return { raw, intervals: any(4, 5, 7, 8, 9, 10, 11, 12), bills: any(15, 16, 27, 28), customer: any(51, 52, 53, 54) };
}

/** What the JSON API says of ongoing collection: every day, or not at all. */
export const DAILY: Meter['ongoingMonitoring'] = { frequency: 'daily', fixed_day: null, prepay: 'never' };
const OFF: Meter['ongoingMonitoring'] = { ...DAILY, frequency: 'off' };

export function newAuthorization(
  settings: Settings,
  login: Login,
  submission: Submission,
  at: Millis,
  uid: string,
  referral: string,
): Authorization {
  return {
    uid,
    login,
    utility: login.utility.id,
    formUid: submission.formUid,
    templateUid: settings.templateUid,
    createdAt: at,
    updatedAt: at,
    isTest: login.scenario !== null,
    referrals: [referral],
    scope: submission.scope ?? FULL_SCOPE,
    customerEmail: submission.customerEmail ?? login.customerEmail,
    customerSignature: { type: 'customer', ts: isoMicros(at), full_name: login.customerName },
    userEmail: settings.userEmail,
    userUid: settings.userUid,
    nickname: null,
    isArchived: false,
    declinedAt: null,
    revokedAt: null,
    expiresAt: at + PERMISSION_MS,
    isExpired: false,
    status: submission.source === 'bootstrap' ? 'updated' : 'pending',
    statusMessage: submission.source === 'bootstrap' ? 'found all meters' : 'waiting to start',
    statusAt: at,
    notes:
      submission.source === 'bootstrap'
        ? [
            { type: 'access_valid', msg: 'The login works.', ts: isoMicros(at) },
            { type: 'meters_full', msg: 'The list of meters is complete.', ts: isoMicros(at) },
          ]
        : [],
    meters: [],
    source: submission.source,
  };
}

export function newMeter(authorization: Authorization, model: MeterModel, at: Millis): Meter {
  const past = authorization.source === 'bootstrap';
  return {
    uid: model.uid,
    authorization,
    model,
    createdAt: at,
    updatedAt: at,
    isArchived: false,
    isActivated: past,
    isFree: authorization.login.utility.isDemo || authorization.isTest,
    ongoingMonitoring: past ? DAILY : OFF,
    status: past ? 'updated' : 'pending',
    statusMessage: past ? 'up to date' : 'waiting to start',
    statusAt: at,
    notes: past ? notesOfAll(authorization.scope, at) : [],
    coverage: { bills: [], intervals: [] },
  };
}

/** What the notes say of a meter of which all was collected that was authorised. */
function notesOfAll(scope: Scope, at: Millis): Note[] {
  const notes: Note[] = [];
  if (scope.bills) notes.push({ type: 'bills_full', msg: 'All bills were collected.', ts: isoMicros(at) });
  if (scope.intervals) notes.push({ type: 'intervals_full', msg: 'All intervals were collected.', ts: isoMicros(at) });
  return notes;
}

export function newForm(
  settings: Settings,
  uid: string,
  at: Millis,
  facts: { utility?: string | null; customerEmail?: string | null; scope?: Record<string, unknown> },
): Form {
  return {
    uid,
    createdAt: at,
    updatedAt: at,
    templateUid: settings.templateUid,
    isArchived: false,
    disabled: false,
    customerEmail: facts.customerEmail ?? null,
    utility: facts.utility ?? null,
    scope: facts.scope ?? {},
  };
}
