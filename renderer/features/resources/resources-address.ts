/** What the address of the resource browser keeps: the asked path and as whom, so that back and forward walk the links. */
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
  /** Relative to the ESPI base, or an href as the service gave it. */
  path?: string;
  /** auth_uid whose token is sent where the path names none. */
  authorization?: string;
  /** Sent instead of the class that the address needs. */
  token?: (typeof tokenClasses)[number];
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseResourcesSearch(search: Record<string, unknown>): ResourcesSearch {
  const words = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const path = words(search.path);
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
