/** What the address of the resource browser keeps: the API, the asked path and as whom, so that back and forward walk the links. */
import type { RequestView } from '#shared/contract/requests.ts';
import {
  matchResource,
  type PathValues,
  pathNames,
  RESOURCES,
  type Resource,
  resourcePath,
} from '#shared/resources.ts';

export const tokenClasses = ['registration', 'client', 'access'] as const;

export interface ResourcesSearch {
  /** Absent for the Green Button API. */
  api?: 'json';
  /** Relative to the base of the API, or an href as the service gave it. */
  path?: string;
  /** auth_uid whose token is sent where the path names none. */
  authorization?: string;
  /** Sent instead of the class that the address needs. */
  token?: (typeof tokenClasses)[number];
  /** Id of a request of the log, which fills the form; nothing is sent. With none of the others. */
  request?: string;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseResourcesSearch(search: Record<string, unknown>): ResourcesSearch {
  const words = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const path = words(search.path);
  const request = words(search.request);
  if (request) return { request };
  // The JSON API takes one token only.
  if (search.api === 'json') return { api: 'json', ...(path && { path }) };
  const authorization = words(search.authorization);
  const token = tokenClasses.find((one) => one === search.token);
  return { ...(path && { path }), ...(authorization && { authorization }), ...(token && { token }) };
}

/** The part of an href that people read: without host and base where the resource table knows it. */
export function shownPath(href: string): string {
  const match = matchResource(href);
  if (!match) return href;
  const query = /\?[^#]*/.exec(href)?.[0] ?? '';
  return resourcePath(match.resource, match.values) + query;
}

/** An address of the JSON API without host and base. */
export function shownJsonPath(href: string): string {
  return href.replace(/^https?:\/\/[^/]*.*?\/api\/v2(?=[/?]|$)/i, '') || '/';
}

/** What asks again for a line of the request log, such as the resource browser made. */
export function askedAgain({ url, tokenClass, tokenScope }: AskedRequest): ResourcesSearch & { path: string } {
  if (tokenClass === 'api') return { api: 'json', path: shownJsonPath(url) };
  const path = shownPath(url);
  const needs = matchResource(url)?.resource.tokenClass ?? 'access';
  const token = tokenClasses.find((one) => one === tokenClass && one !== needs);
  return { path, ...(tokenScope && { authorization: tokenScope }), ...(token && { token }) };
}

type AskedRequest = Pick<RequestView, 'url' | 'tokenClass' | 'tokenScope'>;

/** The path with its places filled, or undefined while one is missing. */
export function filledPath(resource: Resource, values: PathValues): string | undefined {
  return pathNames(resource).every((name) => values[name]?.trim()) ? resourcePath(resource, values) : undefined;
}

/** The resources by what they belong to, in the order of the specification. */
export function resourceGroups(): { group: string; items: { value: string; label: string }[] }[] {
  const groups = new Map<string, { value: string; label: string }[]>();
  for (const { name, path, title } of RESOURCES) {
    const group = groupOf(path);
    groups.set(group, [...(groups.get(group) ?? []), { value: name, label: title }]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}

function groupOf(path: string): string {
  if (path.startsWith('/Batch') || path.startsWith('/Bulk')) return 'Batches';
  if (path.startsWith('/RetailCustomer')) return 'Customer';
  if (path.startsWith('/Subscription') || /^\/(ReadingType|LocalTimeParameters)/.test(path)) return 'Usage';
  return 'Service';
}

interface KnownUids {
  form: string | undefined;
  authorizations: readonly string[] | undefined;
  meters: readonly string[] | undefined;
}

/** Addresses of the JSON API (specification 4.3, service-facts): its lists, and what of them is known by uid. */
export function jsonPaths({ form, authorizations = [], meters = [] }: KnownUids): string[] {
  const first = (uids: readonly string[]) => uids.slice(0, 20).map(encodeURIComponent);
  return [
    '/authorizations',
    '/authorizations?include=meters',
    '/meters',
    '/events',
    '/events?is_delivered=false',
    '/forms',
    ...(form ? [`/forms/${encodeURIComponent(form)}`] : []),
    ...first(authorizations).flatMap((uid) => [`/authorizations/${uid}`, `/meters?authorizations=${uid}`]),
    ...first(meters).map((uid) => `/meters/${uid}`),
  ];
}
