/** Looks at the address of a service before anything is kept: is it one, is it safe, does a Green Button API answer there. */
import type { CheckView } from '#shared/contract/connections.ts';
import { isAbort, toErrorValue } from '#shared/errors.ts';
import { type HttpClient, HttpError } from '../http/index.ts';
import { type Finding, failed, finding, hopsTo, QUICK, skipped, UNTRIED } from './finding.ts';
import { cleanBaseUrl } from './workspace.ts';

/** A host that takes the connection and says nothing is given up after this long, because a person is waiting. */
const LOOK_MS = 15_000;

export interface AddressCheck {
  /** The cleaned address; absent where it cannot be taken. */
  baseUrl?: string;
  /** An address that fits better. */
  suggestion?: string;
  checks: CheckView[];
}

/** `lookMs`: how long the service may take for its answer. */
export async function checkAddress(
  http: HttpClient,
  text: string,
  signal: AbortSignal,
  lookMs = LOOK_MS,
): Promise<AddressCheck> {
  let baseUrl: string;
  try {
    baseUrl = cleanBaseUrl(text);
  } catch (thrown) {
    const error = toErrorValue(thrown);
    const { suggestion } = error.details ?? {};
    return {
      ...(typeof suggestion === 'string' ? { suggestion } : {}),
      checks: [{ id: 'address', title: 'Address', ...failed(error) }],
    };
  }
  const limited = AbortSignal.any([signal, AbortSignal.timeout(lookMs)]);
  const asked = new Asked(http, limited);
  let suggestion: string | undefined;
  let hops: CheckView[] = [];
  const answers = await finding('status', 'Green Button API', async () => {
    try {
      const way = await hopsTo(http, baseUrl, undefined, limited);
      hops = way.hops;
      if (!way.reached) return UNTRIED;
      const found = await probe(asked, baseUrl);
      suggestion = found.suggestion;
      return found.finding;
    } catch (thrown) {
      if (isAbort(thrown) && !signal.aborted) return silent(baseUrl, lookMs);
      throw thrown;
    }
  });
  const secure: CheckView = { id: 'address', title: 'Address', ...addressFinding(baseUrl) };
  return { baseUrl, ...(suggestion === undefined ? {} : { suggestion }), checks: [secure, ...hops, answers] };
}

/** What an address itself shows, before anything is sent. */
export function addressFinding(baseUrl: string): Finding {
  if (baseUrl === '') return skipped('This workspace has no service.', 'Choose one that has.');
  try {
    cleanBaseUrl(baseUrl);
  } catch (thrown) {
    return failed(toErrorValue(thrown));
  }
  if (baseUrl.startsWith('https:')) return { state: 'ok', message: 'https: tokens are sent encrypted.' };
  return { state: 'ok', message: 'On this computer: tokens do not leave it.' };
}

/** `token`: it wants a token, as many services say for any path. */
type Answer = 'api' | 'token' | 'other' | 'missing';

class Asked {
  readonly #http: HttpClient;
  readonly #signal: AbortSignal;

  constructor(http: HttpClient, signal: AbortSignal) {
    this.#http = http;
    this.#signal = signal;
  }

  /** What answers under a base. Errors as HttpClient.send, where no answer came. */
  async at(base: string): Promise<Answer> {
    try {
      const answer = await this.#http.send({
        method: 'GET',
        url: `${base}/DataCustodian/espi/1_1/resource/ReadServiceStatus`,
        purpose: 'Look for a Green Button API',
        signal: this.#signal,
        limits: QUICK,
      });
      return /currentStatus/.test(answer.text()) ? 'api' : 'other';
    } catch (thrown) {
      if (!(thrown instanceof HttpError)) throw thrown;
      if (thrown.status === 401 || thrown.status === 403) return 'token';
      if (thrown.status === 404) return 'missing';
      throw thrown;
    }
  }
}

async function probe(asked: Asked, base: string): Promise<{ finding: Finding; suggestion?: string }> {
  const answer = await asked.at(base);
  if (answer === 'api') return { finding: { state: 'ok', message: 'ReadServiceStatus answers.' } };
  const { origin, pathname } = new URL(base);
  if (pathname !== '/') {
    const above = await asked.at(origin).catch((thrown: unknown) => {
      if (isAbort(thrown)) throw thrown;
      return 'missing' as const; // It does not answer: no better address.
    });
    if (above === 'api' || (above === 'token' && answer !== 'token')) {
      return { finding: aboveIt(origin), suggestion: origin };
    }
    if (above === 'token') return { finding: sameAbove(origin, pathname), suggestion: origin };
  }
  return { finding: BY_ANSWER[answer] };
}

const BY_ANSWER: Readonly<Record<Exclude<Answer, 'api'>, Finding>> = {
  token: { state: 'ok', message: 'A Green Button API answers and asks for a token.' },
  other: {
    state: 'warning',
    message: 'Something answers there, but not like ReadServiceStatus.',
    action: 'Compare the base URL with the documentation of the service.',
  },
  missing: {
    state: 'failed',
    message: 'A server answers, but has no Green Button API at this address.',
    action: 'Enter the part of the address before /DataCustodian.',
  },
};

function aboveIt(origin: string): Finding {
  return {
    state: 'failed',
    message: `There is no Green Button API at this address, but ${origin} has one.`,
    action: `Enter ${origin}`,
  };
}

function sameAbove(origin: string, path: string): Finding {
  return {
    state: 'warning',
    message: `The service asks for a token with ${path} and without it, so it is not known yet whether that path belongs to the address.`,
    action: `If the documentation of the service does not name it, enter ${origin}`,
  };
}

function silent(base: string, ms: number): Finding {
  return {
    state: 'failed',
    message: `${new URL(base).host} gave no answer within ${Math.round(ms / 1000)} s.`,
    action: 'Check the address and the network, then look again. A service that is only slow can be used all the same.',
  };
}
