/** The check of a running service as a guided run: reading first, then what was agreed to. */
import { isAbort, toErrorValue } from '#shared/errors.ts';
import { CONSENT_WORDS, CONSENTS, type Consent } from '#shared/service-check.ts';
import { RowBook } from '../../common/rows/book.ts';
import type { RowsReport } from '../../common/rows/report.ts';
import { noAccessToken, type Run } from './context.ts';
import { askNotifications, readBulk } from './delivery.ts';
import type { ServiceDoor } from './door.ts';
import { afterRevocation, askOAuth, askWithStaleTokens, authorize, refresh } from './oauth.ts';
import { askParameters } from './parameters.ts';
import { askPrivacy } from './privacy.ts';
import { readRegistration, readResources } from './reading.ts';
import { askAcrossAuthorizations, askWithReplacedToken, askWithWrongTokens } from './refusing.ts';
import { serviceReport } from './report.ts';
import { SERVICE_ROWS } from './rows.ts';
import { askTls } from './tls.ts';

/** Where a run is. */
export interface ServiceStep {
  /** 1-based. */
  number: number;
  of: number;
  title: string;
  /** What it changes at the service; undefined for one that only reads. */
  acts: string | undefined;
}

export interface ServiceRunOptions {
  consents: readonly Consent[];
  signal: AbortSignal;
  /** At least this many milliseconds between two requests. */
  paceMs: number;
  /** Told before each step begins. */
  onStep: (step: ServiceStep) => void;
  /** Asked, after it was told, before a step that changes something; such steps are taken where this is absent. */
  mayAct?: (step: ServiceStep) => Promise<boolean>;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Step {
  title: string;
  consent?: Consent;
  /** What it is done to. */
  target?: (run: Run) => string | undefined;
  take: (run: Run) => Promise<void>;
}

/** In their order: what reads only, then what changes something. */
const STEPS: readonly Step[] = [
  { title: 'Registration and authorizations', take: readRegistration },
  { title: 'Every address with the right token', take: readResources },
  { title: 'The bulk feed', take: readBulk },
  { title: 'Every address with wrong tokens', take: askWithWrongTokens },
  { title: 'The data of another authorization', take: askAcrossAuthorizations },
  { title: 'Query parameters', take: askParameters },
  { title: 'Ids, tokens and addresses', take: askPrivacy },
  { title: 'Authorization and token requests with faults', take: askOAuth },
  { title: 'Tokens whose time is over', take: askWithStaleTokens },
  { title: 'TLS', take: askTls },
  { title: CONSENT_WORDS.authorize.title, consent: 'authorize', take: authorize },
  { title: CONSENT_WORDS.notify.title, consent: 'notify', take: askNotifications },
  { title: CONSENT_WORDS.refresh.title, consent: 'refresh', target: toRefresh, take: takeRefresh },
  { title: CONSENT_WORDS.revoke.title, consent: 'revoke', target: toRevoke, take: takeRevoke },
];

/** Rows that only a consent lets be looked at, or be looked at wholly. */
const BY_CONSENT: Readonly<Record<Consent, readonly string[]>> = {
  authorize: ['OAD002', 'OAD003', 'OAD004', 'OAD005'],
  notify: ['PSH001', 'PSH002', 'PSH003', 'PSH004'],
  refresh: ['OAD011', 'OAD012', 'OAD013', 'TOK.ended'],
  revoke: ['OAD016'],
};

/** The titles of the steps that these consents lead to, in their order. */
export function stepTitles(consents: readonly Consent[]): string[] {
  return stepsFor(new Set(consents)).map(({ title }) => title);
}

function stepsFor(consents: ReadonlySet<Consent>): Step[] {
  return STEPS.filter(({ consent }) => consent === undefined || consents.has(consent));
}

/**
 * Checks a running service.
 * @throws AbortError when the signal fires; what the door throws where nothing can be asked at all
 */
export async function checkService(door: ServiceDoor, options: ServiceRunOptions): Promise<RowsReport> {
  const { consents, signal, paceMs, onStep, mayAct, sleep } = options;
  const run: Run = {
    door,
    book: new RowBook(),
    consents: new Set(consents),
    pace: async () => {
      signal.throwIfAborted();
      if (paceMs > 0) await sleep(paceMs, signal);
    },
    authorizations: [],
    answers: new Map(),
    found: new Map(),
    known: new Set(),
    active: new Set(),
    refused: new Set(),
    renewable: [],
    made: undefined,
  };
  const steps = stepsFor(run.consents);
  const given = new Set(run.consents);
  const broken: string[] = [];
  for (const [at, step] of steps.entries()) {
    signal.throwIfAborted();
    const told = { number: at + 1, of: steps.length, title: step.title, acts: actsOf(step, run) };
    onStep(told);
    if (told.acts === undefined || mayAct === undefined || (await mayAct(told))) {
      const why = await take(step, run);
      if (why !== undefined) broken.push(why);
    } else if (step.consent) given.delete(step.consent);
  }
  for (const consent of CONSENTS) if (!given.has(consent)) withoutConsent(run, consent);
  withoutStep(run, broken);
  return serviceReport(door.address, run.book);
}

/** The other steps are taken where one cannot go on. @returns why it could not be ended; undefined where it was */
async function take({ title, take: act }: Step, run: Run): Promise<string | undefined> {
  try {
    await act(run);
    return undefined;
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    const why = `The step "${title}" could not be ended: ${toErrorValue(thrown).message}`;
    run.book.note('', why);
    return why;
  }
}

/** A step files something for each of its rows, so rows with nothing are of those that broke off: of which one, if several did, is not known. */
function withoutStep({ book }: Run, broken: readonly string[]): void {
  for (const { id } of SERVICE_ROWS) {
    const { right, wrong, cannot } = book.outcome(id);
    if (right + wrong + cannot.length > 0 || broken[0] === undefined) continue;
    book.cannot(id, broken.length === 1 ? broken[0] : 'A step that looks at it could not be ended: see the notes.');
  }
}

function actsOf({ consent, target }: Step, run: Run): string | undefined {
  if (consent === undefined) return undefined;
  const about = target?.(run);
  return `${CONSENT_WORDS[consent].what}${about === undefined ? '' : ` It is authorization ${about}.`}`;
}

function withoutConsent({ book }: Run, consent: Consent): void {
  for (const id of BY_CONSENT[consent]) {
    const { right, wrong } = book.outcome(id);
    const what = right + wrong > 0 ? 'the rest' : 'it';
    book.cannot(id, `${what} takes the consent to "${CONSENT_WORDS[consent].title}"`);
  }
}

/** The one that this run made, so that none of the user's changes; else the first that is held, also where only its access_token is over. */
function toRefresh({ made, authorizations, renewable }: Run): string | undefined {
  return made ?? authorizations[0] ?? renewable[0];
}

function toRevoke({ made, authorizations }: Run): string | undefined {
  return made ?? authorizations.at(-1);
}

async function takeRefresh(run: Run): Promise<void> {
  const authorization = toRefresh(run);
  const { grants } = await run.door.held();
  const grant = grants.find((one) => one.authorization === authorization);
  if (authorization === undefined || grant?.renewable !== true) {
    const why = authorization === undefined ? noAccessToken(run) : 'there is no refresh token';
    for (const id of BY_CONSENT.refresh) run.book.cannot(id, why);
    return;
  }
  if (await refresh(run, authorization)) await askWithReplacedToken(run, authorization);
}

async function takeRevoke(run: Run): Promise<void> {
  const authorization = toRevoke(run);
  const { simulated } = run.door;
  if (authorization === undefined || !simulated) {
    return run.book.cannot(
      'OAD016',
      'an authorization has to be revoked at the service; only a simulated one can be told to',
    );
  }
  await simulated.revoke(authorization);
  await afterRevocation(run, authorization);
}
