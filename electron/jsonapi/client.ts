import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import { addressBelow } from '../common/service-address.ts';
import type { AnswerHead, HttpAnswer, HttpClient, HttpMethod, HttpRequest, TokenSource } from '../http/index.ts';
import { type Endpoint, explained, unexpectedAnswer } from './errors.ts';
import {
  type ApiAuthorization,
  type ApiEvent,
  type ApiForm,
  type ApiMeter,
  anyEvent,
  authorizationPage,
  type BrokenEntry,
  collectionStarted,
  eventPage,
  formPage,
  meterPage,
  type Page,
  referral,
} from './schemas.ts';

/** Where and as whom to ask. */
export interface JsonApiConnection {
  http: HttpClient;
  tokens: TokenSource;
  /** `{base_url}/api/v2` */
  apiBase: string;
  workspace: string;
  /** Asked before a request that changes something at the service; throws where that may not be. */
  mayAct: () => void;
  /** Told what of a list was left out because it could not be read. */
  onBroken?: ((left: { workspace: string; what: string; entries: readonly BrokenEntry[] }) => void) | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Job that the request belongs to. */
  job?: string | undefined;
  /** What the request is made for. */
  about?: HttpRequest['about'];
  /** Told the head of a good answer, e.g. for its Date. */
  onAnswer?: ((head: AnswerHead) => void) | undefined;
}

export interface EventFilter {
  isDelivered?: boolean | undefined;
}

export interface AuthorizationFilter {
  uids?: readonly string[] | undefined;
  referrals?: readonly string[] | undefined;
  utility?: string | undefined;
  isTest?: boolean | undefined;
  /** Nests each authorization's meters. */
  withMeters?: boolean | undefined;
}

export interface MeterFilter {
  uids?: readonly string[] | undefined;
  authorizations?: readonly string[] | undefined;
}

export interface CollectionStarted {
  /** Meters that the service took. */
  accepted: string[];
  /** Meters that were asked for and are missing in the answer: dropped in silence (revoked or expired). */
  dropped: string[];
  /** Months, where the service says them. */
  months: number | undefined;
}

type HrefOptions = Pick<HttpRequest, 'signal' | 'about' | 'purpose' | 'limits' | 'maxBytes'>;

type Query = Record<string, string | undefined>;

interface Call<T extends z.ZodType> {
  endpoint: Endpoint;
  method: HttpMethod;
  url: string;
  purpose: string;
  schema: T;
  body?: unknown;
}

/**
 * The JSON API (specification 4.2 to 4.5, and the lists of service-facts.md). All calls take the API token.
 * Every method throws AppError: what the HTTP client throws, the endpoint's own refusals (see errors.ts),
 * `unexpected_answer` for a shape that cannot be used.
 */
export class JsonApiClient {
  readonly #to: JsonApiConnection;
  /** Broken entries that were told. */
  readonly #reported = new Set<string>();

  constructor(to: JsonApiConnection) {
    this.#to = to;
  }

  /** Creates a test authorization; not idempotent, so it is never sent twice unless the service said it did not act. */
  async testSubmit(form: string, utility: string, scenario: string, options?: CallOptions): Promise<string> {
    const url = this.#url(`/forms/${encodeURIComponent(form)}/test-submit`);
    const purpose = `Test submission ${scenario} of ${utility}`;
    const body = { utility, scenario };
    const call = { endpoint: 'test_submit', method: 'POST', url, purpose, schema: referral, body } as const;
    return (await this.#call(call, options)).referral;
  }

  /** One event as the service has it, any members; error `event_not_found`. */
  async event(uid: string, options?: CallOptions): Promise<Record<string, unknown>> {
    const url = this.#url(`/events/${encodeURIComponent(uid)}`);
    return await this.#call(
      { endpoint: 'events', method: 'GET', url, purpose: `Event ${uid}`, schema: anyEvent },
      options,
    );
  }

  /** Tells the service that an event arrived, so that it stops resending it. */
  async setDelivered(uid: string, delivered: boolean, options?: CallOptions): Promise<void> {
    const url = this.#url(`/events/${encodeURIComponent(uid)}`);
    const purpose = `Delivery status of event ${uid}`;
    const body = { is_delivered: delivered };
    await this.#call({ endpoint: 'events', method: 'PATCH', url, purpose, schema: anyEvent, body }, options);
  }

  /** A page of events, newest first. `next` of a page gives the following one. */
  async events(filter: EventFilter | { next: string } = {}, options?: CallOptions): Promise<Page<ApiEvent>> {
    const url =
      'next' in filter ? this.#next(filter.next) : this.#url('/events', { is_delivered: flag(filter.isDelivered) });
    return await this.#page({ endpoint: 'events', method: 'GET', url, purpose: 'Events', schema: eventPage }, options);
  }

  /** A page of authorizations, also by the referral of a test submission. */
  async authorizations(
    filter: AuthorizationFilter | { next: string } = {},
    options?: CallOptions,
  ): Promise<Page<ApiAuthorization>> {
    const url = 'next' in filter ? this.#next(filter.next) : this.#url('/authorizations', authorizationQuery(filter));
    const purpose = 'Authorizations';
    return await this.#page(
      { endpoint: 'authorizations', method: 'GET', url, purpose, schema: authorizationPage },
      options,
    );
  }

  /** A page of meters. */
  async meters(filter: MeterFilter | { next: string } = {}, options?: CallOptions): Promise<Page<ApiMeter>> {
    const url = 'next' in filter ? this.#next(filter.next) : this.#url('/meters', meterQuery(filter));
    return await this.#page({ endpoint: 'meters', method: 'GET', url, purpose: 'Meters', schema: meterPage }, options);
  }

  /** A page of forms. */
  async forms(next?: string, options?: CallOptions): Promise<Page<ApiForm>> {
    const url = next === undefined ? this.#url('/forms') : this.#next(next);
    return await this.#page({ endpoint: 'forms', method: 'GET', url, purpose: 'Forms', schema: formPage }, options);
  }

  /**
   * Triggers historical collection for meters of any authorizations, all in one request.
   * `months` from 1 to 36; without it the plan's default applies (12 or 36).
   */
  async collectHistory(
    meters: readonly string[],
    months: number | undefined,
    options?: CallOptions,
  ): Promise<CollectionStarted> {
    const body = { meters, ...(months === undefined ? {} : { collection_duration: months }) };
    const url = this.#url('/meters/historical-collection');
    const purpose = `Historical collection of ${meters.length} meters`;
    const call = {
      endpoint: 'historical_collection',
      method: 'POST',
      url,
      purpose,
      schema: collectionStarted,
      body,
    } as const;
    const answer = await this.#call(call, options);
    const accepted = new Set(answer.meters);
    return {
      accepted: [...accepted],
      dropped: meters.filter((meter) => !accepted.has(meter)),
      months: answer.collection_duration ?? undefined,
    };
  }

  /** A page of a list; what of it cannot be read is told and left out of `items`. */
  async #page<T>(call: Call<z.ZodType<Page<T>>>, options?: CallOptions): Promise<Page<T>> {
    const page = await this.#call(call, options);
    // Lists are asked for again and again; each entry is told once.
    const entries = page.broken.filter((entry) => !this.#reported.has(sameness(call, entry)));
    if (this.#reported.size > REPORTED_KEPT) this.#reported.clear();
    for (const entry of entries) this.#reported.add(sameness(call, entry));
    const { workspace, onBroken } = this.#to;
    if (entries.length > 0) onBroken?.({ workspace, what: call.purpose, entries });
    return page;
  }

  async #call<T extends z.ZodType>(call: Call<T>, options: CallOptions = {}): Promise<z.output<T>> {
    const { http, tokens, workspace, mayAct } = this.#to;
    const { onAnswer, ...others } = options;
    const understood: { data?: z.output<T> } = {};
    if (call.method !== 'GET') mayAct();
    const sent = call.body === undefined ? undefined : JSON.stringify(call.body);
    const answer = await http
      .send({
        method: call.method,
        url: call.url,
        purpose: call.purpose,
        auth: { source: tokens, tokenClass: 'api' },
        headers: { accept: 'application/json', ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
        body: sent,
        workspace,
        isComplete: call.method === 'GET' ? isWholeJson : undefined,
        understand: (text) => {
          const parsed = call.schema.safeParse(readJson(text, call.purpose));
          if (!parsed.success) throw unexpectedAnswer(call.purpose, parsed.error.issues);
          understood.data = parsed.data;
        },
        ...others,
      })
      .catch((error: unknown) => {
        throw explained(call.endpoint, error);
      });
    onAnswer?.(answer);
    // Set by `understand`, without which nothing is answered.
    return understood.data as z.output<T>;
  }

  /** Any address of the API, as it is answered; nothing of it is read. */
  async getHref(href: string, options: HrefOptions): Promise<HttpAnswer> {
    const { http, tokens, workspace } = this.#to;
    return await http.send({
      ...options,
      method: 'GET',
      url: this.resolve(href),
      auth: { source: tokens, tokenClass: 'api' },
      headers: { accept: 'application/json' },
      workspace,
    });
  }

  /** Any request that acts, sent as it is written and answered likewise. */
  async sendHref(
    method: Exclude<HttpMethod, 'GET'>,
    href: string,
    body: string | undefined,
    options: HrefOptions,
  ): Promise<HttpAnswer> {
    const { http, tokens, workspace, mayAct } = this.#to;
    mayAct();
    return await http.send({
      ...options,
      method,
      url: this.resolve(href),
      auth: { source: tokens, tokenClass: 'api' },
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body,
      workspace,
    });
  }

  /** An href as an absolute address; a bare path counts from `{api_base}`. */
  resolve(href: string): string {
    return addressBelow(this.#to.apiBase.replace(/\/+$/, ''), href);
  }

  #url(path: string, query: Query = {}): string {
    const url = new URL(`${this.#to.apiBase.replace(/\/+$/, '')}${path}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  /** A `next` of the service. It gets the API token, so it must stay where the API is. */
  #next(next: string): string {
    const base = this.#url('/');
    const url = URL.canParse(next, base) ? new URL(next, base) : undefined;
    if (url?.origin === new URL(base).origin) return url.href;
    throw new AppError({
      code: 'foreign_next',
      message: 'The service named a next page at another origin, where the API token is not sent.',
      action: 'Check the base URL in the settings of the workspace.',
    });
  }
}

const REPORTED_KEPT = 1_000;

function sameness({ purpose }: { purpose: string }, { uid, issues }: BrokenEntry): string {
  return JSON.stringify([purpose, uid, issues]);
}

/** False for what begins as JSON and does not end as such, and for nothing at all. */
function isWholeJson(text: string): boolean {
  return !/^\s*([[{]|$)/.test(text) || parsedJson(text) !== undefined;
}

function readJson(text: string, what: string): unknown {
  const value = parsedJson(text);
  if (value === undefined) throw unexpectedAnswer(what, [{ path: [], message: 'not JSON' }]);
  return value;
}

function authorizationQuery(filter: AuthorizationFilter): Query {
  return {
    uids: list(filter.uids),
    referrals: list(filter.referrals),
    utility: filter.utility,
    is_test: flag(filter.isTest),
    include: filter.withMeters ? 'meters' : undefined,
  };
}

function meterQuery(filter: MeterFilter): Query {
  return { uids: list(filter.uids), authorizations: list(filter.authorizations) };
}

function list(values: readonly string[] | undefined): string | undefined {
  return values === undefined || values.length === 0 ? undefined : values.join(',');
}

function flag(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
