/** Answers and faults as errors that a person can act on. Pure. */
import { AppError, type ErrorValue } from '#shared/errors.ts';
import { TOKEN_CLASS_OPENS, TOKEN_NAMES } from '#shared/resources.ts';
import { faultWords } from './fault-words.ts';
import type { NetworkFault } from './faults.ts';
import type { Hide } from './kept-exchange.ts';
import type { FailWhy } from './policy.ts';
import { redactText, redactUrl } from './redact.ts';
import type { HttpRequest } from './request.ts';

/** The answer that an error is about. */
export interface FailedAnswer {
  requestId: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  url: string;
  /** The beginning of the body. */
  text: string;
  /** False where a redirect to another origin had dropped the token. */
  carriedToken: boolean;
}

/** An AppError that came from an answer, for callers that know what a status means for their endpoint. */
export class HttpError extends AppError {
  readonly status: number;
  /** `error` of the service's Error object (service-facts: `{"error", "error_description", "url"}`). */
  readonly errorType: string | undefined;
  /** Of the answer, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body as it came: html, json or nothing, and maybe with the token that was sent. */
  readonly bodyText: string;

  constructor(value: ErrorValue, answer: FailedAnswer, error: ErrorObject) {
    super({
      ...value,
      details: {
        status: answer.status,
        url: redactUrl(answer.url),
        requestId: answer.requestId,
        contentType: answer.headers['content-type'],
        retryAfter: answer.headers['retry-after'],
        errorType: error.type,
        errorDescription: error.description,
        ...value.details,
      },
    });
    this.status = answer.status;
    this.errorType = error.type;
    this.headers = answer.headers;
    this.bodyText = answer.text;
  }
}

interface ErrorObject {
  type: string | undefined;
  description: string | undefined;
}

const TRY_LATER = 'Try again later; the request log shows what was answered.';

/** Codes and sentences per status; what is not in it is `http_error`. 401 and 403 depend on the token. */
const BY_STATUS: Readonly<Record<number, ErrorValue>> = {
  206: {
    code: 'partial_answer',
    message: 'The service sent a part of the answer (206), though the whole was asked for. Nothing of it was kept.',
    action: 'Check any cache or proxy between this computer and the service, then try again.',
  },
  400: {
    code: 'bad_request',
    message: 'The service did not understand the request.',
    action: 'Look at the error type and correct the request.',
  },
  402: {
    code: 'payment_required',
    message: 'The service asks for a positive balance first.',
    action: 'Add to the balance on the website of the service; it cannot be paid through the API.',
  },
  404: {
    code: 'not_found',
    message: 'The service does not have this, or this token may not see it.',
    action: 'Check the uid and whether the authorization is still valid.',
  },
  429: {
    code: 'rate_limited',
    message: 'The service limits the rate of requests and did not let this one through.',
    action: TRY_LATER,
  },
  500: { code: 'service_error', message: 'The service failed while answering.', action: TRY_LATER },
  502: { code: 'service_error', message: 'A gateway could not reach the service.', action: TRY_LATER },
  503: { code: 'service_unavailable', message: 'The service is down for maintenance.', action: TRY_LATER },
  504: {
    code: 'service_timeout',
    message: 'The service took too long to prepare the answer.',
    action: 'Try again later, or ask for less at once.',
  },
};

/**
 * The error for an answer that the policy gave up on.
 * @param hide takes out the secrets that the request carried: a service may repeat them, and an error goes into logs and reports
 */
export function answerError(why: FailWhy, request: HttpRequest, answer: FailedAnswer, hide: Hide): HttpError {
  const error = readErrorObject(answer.text, hide);
  const { message, details, ...value } = wordsFor(why, request, answer, hide);
  const said = error.description ?? error.type;
  const isOwn = why === 'still_building' || why === 'redirect' || said === undefined;
  return new HttpError(
    {
      ...value,
      message: isOwn ? message : `${message} It said: ${said}`,
      details: { ...details, outcome: outcomeOf(request, answer.status) },
    },
    { ...answer, url: hide(answer.url) },
    error,
  );
}

function wordsFor(why: FailWhy, request: HttpRequest, answer: FailedAnswer, hide: Hide): ErrorValue {
  if (why === 'still_building') return stillBuilding();
  if (why === 'redirect') return redirectRefused(answer, hide);
  return statusValue(request, answer);
}

/** Whether a request that acts may have had an effect. A refusal has none; a redirect may follow after one. */
function outcomeOf({ method }: HttpRequest, status: number): 'not_acted' | 'unknown' | undefined {
  if (method === 'GET') return undefined;
  return status >= 400 && status < 500 ? 'not_acted' : 'unknown';
}

function statusValue(request: HttpRequest, answer: FailedAnswer): ErrorValue {
  const known = BY_STATUS[answer.status];
  const details = { tokenClass: request.auth?.tokenClass, neededClass: neededClass(request) };
  if (request.auth && !answer.carriedToken && REFUSALS.has(answer.status)) return { ...tokenNotSent(answer), details };
  if (answer.status === 401) return { ...refusedToken(request), details };
  if (answer.status === 403) return { ...wrongClass(request), details };
  if (known) return { ...known, details };
  return {
    code: 'http_error',
    message: `The service answered with the unexpected status ${answer.status}.`,
    action: 'The request log shows the answer.',
    details,
  };
}

function neededClass(request: HttpRequest): string | undefined {
  return request.auth?.needs ?? request.auth?.tokenClass;
}

/** What may be answered for want of a token; a 404 hides what a token would show. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** Says nothing of the token: whoever answered never saw it. */
function tokenNotSent({ url, status }: FailedAnswer): ErrorValue {
  return {
    code: 'token_not_sent',
    message: `The service redirected to another origin, so the token was not sent any more, and ${new URL(url).host} answered ${status}.`,
    action: 'Correct the base URL in the settings of the workspace, so that no redirect is needed.',
  };
}

function refusedToken({ auth }: HttpRequest): ErrorValue {
  if (!auth) return TOKEN_MISSING;
  const whose = auth.scope === undefined ? '' : ` of authorization ${auth.scope}`;
  return {
    code: 'token_refused',
    message: `The service refused the ${TOKEN_NAMES[auth.tokenClass]}${whose}: it is invalid or has expired.`,
    action: 'Renew or replace it on the Connection page of the workspace.',
  };
}

const TOKEN_MISSING: ErrorValue = {
  code: 'token_missing',
  message: 'The service asked for a token.',
  action: 'Enter one on the Connection page of the workspace.',
};

function wrongClass(request: HttpRequest): ErrorValue {
  const { auth } = request;
  if (!auth) return TOKEN_MISSING;
  const needs = auth.needs ?? auth.tokenClass;
  const used = `The ${TOKEN_NAMES[auth.tokenClass]} was sent, which opens ${TOKEN_CLASS_OPENS[auth.tokenClass]}.`;
  if (needs === auth.tokenClass) {
    return {
      code: 'wrong_token_class',
      message: `The service says that the token is not the correct class for this address. ${used}`,
      action:
        'Check on the Connection page that the right token was entered for this class, or send another class for this address.',
    };
  }
  return {
    code: 'wrong_token_class',
    message: `${used} This address needs the ${TOKEN_NAMES[needs]}, which opens ${TOKEN_CLASS_OPENS[needs]}.`,
    action: `Use the ${TOKEN_NAMES[needs]} for this address.`,
  };
}

function stillBuilding(): ErrorValue {
  return {
    code: 'still_building',
    message: 'The service is still building the answer (202) and did not finish in the time that was allowed.',
    action: 'Ask for smaller parts, or try again later.',
  };
}

function redirectRefused(answer: FailedAnswer, hide: Hide): ErrorValue {
  const location = answer.headers.location;
  return {
    code: 'redirect_refused',
    message: `The service redirected (${answer.status}) in a way that is not followed.`,
    action: 'Check the base URL in the settings of the workspace.',
    details: { location: location === undefined ? undefined : redactUrl(hide(location)) },
  };
}

/** The Error object of the service, as far as it can be read; any body is possible. */
function readErrorObject(text: string, hide: Hide): ErrorObject {
  const none: ErrorObject = { type: undefined, description: undefined };
  if (!text.trimStart().startsWith('{')) return none;
  try {
    // A JSON text that starts with a brace is an object.
    const value = JSON.parse(text) as Record<string, unknown>;
    return { type: clean(value.error, hide), description: clean(value.error_description, hide) };
  } catch {
    return none;
  }
}

function clean(value: unknown, hide: Hide): string | undefined {
  return typeof value === 'string' ? redactText(hide(value)).slice(0, 500) : undefined;
}

/** The error for a request that got no whole answer. `outcome` says whether a POST may have had an effect. */
export function faultError(fault: NetworkFault, request: HttpRequest, requestId: string, cause: unknown): AppError {
  const text = faultWords(fault, request.url, cause);
  const outcome = request.method === 'GET' ? undefined : fault.unsent ? 'not_acted' : 'unknown';
  const unknown = outcome === 'unknown';
  return new AppError(
    {
      code: fault.code,
      message: unknown ? `${text.message} Whether the service acted on the request is not known.` : text.message,
      action: unknown ? 'Look at what the service shows before you repeat it.' : text.action,
      details: { url: redactUrl(request.url), requestId, cause: fault.cause, outcome },
    },
    { cause },
  );
}

export function insecureUrl(url: string): AppError {
  return new AppError({
    code: 'insecure_url',
    message: 'The address is neither https nor on this computer, so nothing was sent.',
    action: 'Enter an https base URL in the settings of the workspace.',
    details: { url: redactUrl(url) },
  });
}

export function bodyTooLarge(request: HttpRequest, limit: number): AppError {
  return new AppError({
    code: 'body_too_large',
    message: `The answer is larger than the ${Math.round(limit / 1024)} KiB that are read into memory.`,
    action: 'Download it to a file, or ask for less.',
    details: { url: redactUrl(request.url), limit },
  });
}
