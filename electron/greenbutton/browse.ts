/**
 * Asks one address of the service to look at, or sends a request that acts: the answer, of any status, and how the reader
 * reads it. Nothing is kept.
 */
import type { ApiName, ResourceAnswer } from '#shared/contract/resources.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import type { ActingMethod } from '#shared/json-operations.ts';
import { matchResource, type Resource, type TokenClass } from '#shared/resources.ts';
import {
  didNotAct,
  type HttpAnswer,
  HttpError,
  isText,
  type RequestView,
  redactBody,
  redactHeaders,
  type TokenSource,
  withOutcome,
} from '../http/index.ts';
import type { GetOptions } from './client.ts';
import { readServiceStatus } from './entry-links.ts';

/** Characters of a body that the window gets. */
const TEXT_LIMIT = 2_000_000;
const FILE_LIMIT = 5 * 1024 * 1024;
/** What the request log says these requests are for: the history of the resource browser is made of it. */
const BROWSED = { kind: 'browser', id: 'resources' } as const;
/** Larger answers are for a sync, which streams. */
const BODY_LIMIT = 32 * 1024 * 1024;
const ENTITY_LIMIT = 1_000;

type Parsed = Pick<ResourceAnswer, 'entities' | 'entityCount' | 'problems'>;

type SendOptions = Pick<GetOptions, 'signal' | 'about' | 'limits' | 'maxBytes'> & { purpose: string };

export interface BrowseParts {
  /** Of the API that is asked. */
  client: {
    resolve: (path: string) => string;
    getHref: (url: string, options: GetOptions & SendOptions) => Promise<HttpAnswer>;
  };
  api: ApiName;
  /** Absolute address of that API. */
  base: string;
  /** Takes the tokens that were sent out of a text. */
  scrub: (text: string) => string;
  parse: (bytes: Uint8Array, limit: number) => Promise<Parsed>;
  /** The send in the request log. */
  logged: (requestId: string) => RequestView | undefined;
  now: () => number;
  /** Keeps an XML answer as it came for a while. @returns its id */
  keep: (name: string, bytes: Uint8Array) => string | undefined;
}

export interface BrowseInput {
  path: string;
  authorization?: string | undefined;
  tokenClass?: TokenClass | undefined;
  signal: AbortSignal;
}

/** The parts of the JSON API, which alone takes requests that act. */
export interface SendParts extends BrowseParts {
  client: BrowseParts['client'] & {
    sendHref: (
      method: ActingMethod,
      url: string,
      body: string | undefined,
      options: SendOptions,
    ) => Promise<HttpAnswer>;
  };
}

export interface SendInput {
  method: ActingMethod;
  path: string;
  /** As it is sent; none where it is empty. */
  body: string;
  /** What it does, in words. */
  what: string;
  signal: AbortSignal;
}

/**
 * Asks once and shows what comes, refusals included.
 * @throws AppError `bad_address`, `foreign_origin`; what the HTTP client throws where there was no answer.
 */
export async function browseResource(parts: BrowseParts, input: BrowseInput): Promise<ResourceAnswer> {
  const { path, authorization, tokenClass, signal } = input;
  const url = ownAddress(parts, path);
  const resource = parts.api === 'json' ? undefined : matchResource(url)?.resource;
  return await answerTo(parts, resource, url, () =>
    parts.client.getHref(url, {
      authorization,
      tokenClass,
      ...sentOnce(resource?.title ?? 'an address', signal),
    }),
  );
}

/**
 * Sends a request that acts, once, and shows what comes; `outcome` says whether the service acted.
 * @throws AppError `bad_address`, `foreign_origin`, `not_json_api`, `workspace_read_only`, and what the HTTP client throws where
 * there was no answer; `details.outcome` is `not_acted` where that is certain, else `unknown`.
 */
export async function sendByHand(parts: SendParts, input: SendInput): Promise<ResourceAnswer> {
  const { method, path, body, what, signal } = input;
  try {
    const url = ownAddress(parts, path);
    requireJsonApi(parts, url);
    const send = () => parts.client.sendHref(method, url, body === '' ? undefined : body, sentOnce(what, signal));
    return { outcome: 'acted', ...(await answerTo(parts, undefined, url, send)) };
  } catch (thrown) {
    throw withOutcome(thrown, didNotAct(thrown) ? 'not_acted' : 'unknown');
  }
}

/** What every request of the resource browser has in common: its first answer is shown, not the one after retries. */
function sentOnce(what: string, signal: AbortSignal) {
  return {
    signal,
    about: BROWSED,
    purpose: `Resource browser: ${what}`,
    limits: { attempts: 1, rateLimited: 1, buildingDeadlineMs: 0 },
    maxBytes: BODY_LIMIT,
  };
}

async function answerTo(
  parts: BrowseParts,
  resource: Resource | undefined,
  url: string,
  send: () => Promise<HttpAnswer>,
): Promise<ResourceAnswer> {
  const began = parts.now();
  try {
    return await delivered(parts, resource, url, await send(), began);
  } catch (thrown) {
    if (!(thrown instanceof HttpError)) throw thrown;
    return refused(parts, resource, url, thrown, began);
  }
}

/**
 * The tokens of a source, remembered while they are used, so that a service that repeats one does not show it.
 * `scrub` takes them out of a text.
 */
export function rememberingTokens(source: TokenSource): { tokens: TokenSource; scrub: (text: string) => string } {
  const sent = new Set<string>();
  const keep = <T extends string | undefined>(token: T): T => {
    if (token) sent.add(token);
    return token;
  };
  return {
    tokens: {
      token: async (...about) => keep(await source.token(...about)),
      refresh: async (...about) => keep(await source.refresh(...about)),
      noted: (...about) => source.noted?.(...about),
    },
    scrub: (text) => [...sent].reduce((left, token) => left.replaceAll(token, '***'), text),
  };
}

function ownAddress({ client, base }: BrowseParts, path: string): string {
  let url: URL;
  try {
    url = new URL(client.resolve(path.trim()));
  } catch {
    throw new AppError({
      code: 'bad_address',
      message: 'That is not an address.',
      action: 'Write a path such as /ReadServiceStatus, or a whole address of this service.',
    });
  }
  const { origin } = new URL(base);
  if (url.origin === origin) return url.href;
  throw new AppError({
    code: 'foreign_origin',
    message: `The address belongs to ${url.origin}, and this workspace is connected to ${origin}.`,
    action: 'Open it in a browser, or in a workspace of that service.',
  });
}

/** Only the JSON API is documented to take requests that act; its token goes to no other address with one. */
function requireJsonApi({ base }: BrowseParts, url: string): void {
  const below = `${new URL(base).href.replace(/\/+$/, '')}/`;
  if (url.startsWith(below)) return;
  throw new AppError({
    code: 'not_json_api',
    message: `Only the JSON API takes requests that act, and its addresses begin with ${below}. Nothing was sent.`,
    action: 'Write a path such as /meters/historical-collection.',
    details: { outcome: 'not_acted' },
  });
}

/** What an answer and a refusal have in common. */
function base(
  parts: BrowseParts,
  resource: Resource | undefined,
  requestId: string | undefined,
  began: number,
): Omit<ResourceAnswer, 'url' | 'status' | 'headers'> {
  const logged = requestId === undefined ? undefined : parts.logged(requestId);
  return {
    tokenClass: logged?.tokenClass ?? 'none',
    needs: parts.api === 'json' ? 'api' : resource?.tokenClass,
    scope: logged?.tokenScope,
    requestId,
    at: logged?.at ?? began,
    durationMs: logged?.durationMs ?? parts.now() - began,
    ...(logged?.retryAfterMs === undefined ? {} : { retryAt: logged.at + (logged.headMs ?? 0) + logged.retryAfterMs }),
    bytes: logged?.bytes ?? 0,
    contentType: logged?.contentType,
    cut: false,
    entities: [],
    entityCount: 0,
    problems: [],
  };
}

async function delivered(
  parts: BrowseParts,
  resource: Resource | undefined,
  url: string,
  answer: HttpAnswer,
  began: number,
): Promise<ResourceAnswer> {
  const { status, headers, body } = answer;
  const common = {
    ...base(parts, resource, answer.requestId, began),
    url: answer.url,
    status,
    headers: shownHeaders(headers, parts.scrub),
    bytes: body.byteLength,
    contentType: headers['content-type'],
  };
  const type = headers['content-type'] ?? '';
  const isFile = resource?.answers === 'file' || !isText(type, body);
  const file = isFile ? { file: fileOf(url, body) } : {};
  if (!isText(type, body)) return { ...common, ...file };
  const text = parts.scrub(answer.text());
  const isXml = /^\s*(?:\uFEFF\s*)?</.test(text) && !/html/i.test(type);
  if (!isXml) return { ...common, ...file, ...capped(redactBody(text)) };
  // The reader looks for the encoding itself, so it gets the bytes as they came unless a token had to be taken out.
  const bytes = text === answer.text() ? body : new TextEncoder().encode(text);
  const document = parts.keep(answer.url, bytes);
  return {
    ...common,
    ...file,
    ...capped(redactBody(text)),
    ...(document === undefined ? {} : { document }),
    ...(await understood(parts, bytes, text)),
  };
}

async function understood(parts: BrowseParts, bytes: Uint8Array, text: string): Promise<Parsed> {
  try {
    return await parts.parse(bytes, ENTITY_LIMIT);
  } catch (thrown) {
    const { code, message } = toErrorValue(thrown);
    if (!code.startsWith('feed_')) throw thrown;
    const currentStatus = readServiceStatus(text);
    if (currentStatus === undefined) {
      return { entities: [], entityCount: 0, problems: [{ code, severity: 'error', message }] };
    }
    // ServiceStatus comes as a document of its own, outside of any entry (service-facts).
    const line = text.slice(0, text.search(/<(?:[\w.-]+:)?ServiceStatus/)).split('\n').length;
    const entity = { kind: 'ServiceStatus', links: [], fields: { currentStatus }, entry: 0, line };
    return { entities: [entity], entityCount: 1, problems: [] };
  }
}

function refused(
  parts: BrowseParts,
  resource: Resource | undefined,
  url: string,
  error: HttpError,
  began: number,
): ResourceAnswer {
  const { details = {}, ...value } = error.toValue();
  const requestId = typeof details.requestId === 'string' ? details.requestId : undefined;
  const { message, action } = value;
  return {
    ...base(parts, resource, requestId, began),
    url: typeof details.url === 'string' ? details.url : url,
    status: error.status,
    headers: shownHeaders(error.headers, parts.scrub),
    contentType: error.headers['content-type'],
    ...capped(redactBody(parts.scrub(error.bodyText))),
    refusal: { code: value.code, message: parts.scrub(message), ...(action === undefined ? {} : { action }) },
    ...(details.outcome === 'not_acted' || details.outcome === 'unknown' ? { outcome: details.outcome } : {}),
  };
}

function capped(text: string): Pick<ResourceAnswer, 'text' | 'cut'> {
  return { text: text.slice(0, TEXT_LIMIT), cut: text.length > TEXT_LIMIT };
}

/** Headers that hold no secret, without the tokens that a service may repeat in one. */
function shownHeaders(headers: Readonly<Record<string, string>>, scrub: (text: string) => string) {
  const shown = Object.entries(headers).filter(
    ([name]) => !/^(authorization|proxy-authorization|set-cookie)$/.test(name),
  );
  return redactHeaders(Object.fromEntries(shown.map(([name, value]) => [name, scrub(value)])));
}

function fileOf(url: string, body: Uint8Array): NonNullable<ResourceAnswer['file']> {
  const name = new URL(url).pathname.split('/').at(-1) || 'file';
  if (body.byteLength > FILE_LIMIT) return { name };
  return { name, base64: Buffer.from(body).toString('base64') };
}
