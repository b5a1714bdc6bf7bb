import {
  type BatchFilter,
  matchResource,
  type PathValues,
  type Resource,
  type ResourceName,
  resourceNamed,
  resourcePath,
  type TokenClass,
} from '#shared/resources.ts';
import { addressBelow } from '../common/service-address.ts';
import type { HttpAnswer, HttpClient, HttpRequest, HttpStream, TokenSource } from '../http/index.ts';
import { readServiceStatus, rootIsClosed } from './entry-links.ts';

/** Where and as whom to ask. */
export interface GreenButtonConnection {
  http: HttpClient;
  tokens: TokenSource;
  /** `{base_url}/DataCustodian/espi/1_1/resource` */
  espiBase: string;
  workspace: string;
}

/** Values as `YYYY-MM-DDTHH:MM:SSZ` (specification 4.1). */
export type Filters = Partial<Record<BatchFilter, string>>;

export interface GetOptions {
  filters?: Filters | undefined;
  signal?: AbortSignal | undefined;
  /** Job that the request belongs to. */
  job?: string | undefined;
  about?: HttpRequest['about'];
  purpose?: string | undefined;
  limits?: HttpRequest['limits'];
  maxBytes?: number | undefined;
  understand?: HttpRequest['understand'];
  /** auth_uid whose access_token is sent, for paths that do not name one (ReadingType, LocalTimeParameters, files). */
  authorization?: string | undefined;
  /** Sends another class than the table says, on purpose. */
  tokenClass?: TokenClass | undefined;
}

/** Thin client over the resource table: path and token class come from there. Errors are those of the HTTP client. */
export class GreenButtonClient {
  readonly #to: GreenButtonConnection;

  constructor(to: GreenButtonConnection) {
    this.#to = to;
  }

  /** One whole document, in memory. @throws RangeError when a place of its path has no value */
  async get(name: ResourceName, values: PathValues, options: GetOptions = {}): Promise<HttpAnswer> {
    return await this.#to.http.send({
      ...this.#request(resourceNamed(name), values, options),
      isComplete: rootIsClosed,
    });
  }

  /** One resource, its body as it comes; `consume` must be able to start over (see HttpClient.stream). */
  async stream<T>(
    name: ResourceName,
    values: PathValues,
    consume: (answer: HttpStream) => Promise<T>,
    options: GetOptions = {},
  ): Promise<T> {
    return await this.#to.http.stream(this.#request(resourceNamed(name), values, options), consume);
  }

  /** Any address: a link, a notification's Bulk URL, a file. A token goes only to the service's own origin. */
  async getHref(href: string, options: GetOptions = {}): Promise<HttpAnswer> {
    return await this.#to.http.send(this.#hrefRequest(href, options));
  }

  /** As {@link getHref}, its body as it comes. */
  async streamHref<T>(href: string, consume: (answer: HttpStream) => Promise<T>, options: GetOptions = {}): Promise<T> {
    return await this.#to.http.stream(this.#hrefRequest(href, options), consume);
  }

  /** Whether the service says that it is up: `normal` is undefined where its answer is not understood. */
  async serviceStatus(options: GetOptions = {}): Promise<{ normal: boolean | undefined; answer: HttpAnswer }> {
    const answer = await this.get('ReadServiceStatus', {}, options);
    const status = readServiceStatus(answer.text());
    return { normal: status === undefined ? undefined : status === 1, answer };
  }

  /** The absolute address of a resource. */
  url(resource: Resource, values: PathValues, filters: Filters = {}): string {
    const url = new URL(this.#base() + resourcePath(resource, values));
    for (const [name, value] of Object.entries(filters)) url.searchParams.set(name, value);
    return url.href;
  }

  /** An href as an absolute address of this service; a bare path counts from `{espi_base}`. */
  resolve(href: string): string {
    return addressBelow(this.#base(), href);
  }

  #request(resource: Resource, values: PathValues, options: GetOptions): HttpRequest {
    const url = this.url(resource, values, options.filters);
    return this.#finish(url, resource, options.authorization ?? values.auth_uid, options);
  }

  #hrefRequest(href: string, options: GetOptions): HttpRequest {
    const url = this.resolve(href);
    const match = matchResource(url);
    const own = new URL(url).origin === new URL(this.#base()).origin;
    const scope = options.authorization ?? match?.values.auth_uid;
    return this.#finish(url, match?.resource, scope, options, own);
  }

  #finish(
    url: string,
    resource: Resource | undefined,
    scope: string | undefined,
    options: GetOptions,
    own = true,
  ): HttpRequest {
    const { tokens: source, workspace } = this.#to;
    const needs = resource?.tokenClass ?? 'access';
    const tokenClass = options.tokenClass ?? needs;
    const anyToken = resource === undefined || resource.answers === 'status';
    const auth = { source, tokenClass, needs, scope: tokenClass === 'access' ? scope : undefined, anyToken };
    return {
      method: 'GET',
      url,
      purpose: options.purpose ?? resource?.title ?? 'Address of the service',
      auth: own ? auth : undefined,
      headers: { accept: 'application/atom+xml, application/xml;q=0.9, */*;q=0.5' },
      workspace,
      signal: options.signal,
      job: options.job,
      about: options.about,
      limits: options.limits,
      maxBytes: options.maxBytes,
      understand: options.understand,
    };
  }

  #base(): string {
    return this.#to.espiBase.replace(/\/+$/, '');
  }
}

/** An instant as the filters of a batch want it: whole seconds, UTC. `ms` in epoch milliseconds. */
export function filterTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
