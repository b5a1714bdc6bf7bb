import { invalid } from './errors.ts';

/** Most items that a page holds, and how many it holds unless `limit` says so (service-facts.md: up to 1,000). */
const PAGE_SIZE = 1_000;

/** `true` or `false`, in any case (some languages print `True`); undefined when left out. @throws ApiError 400 invalid_param */
export function readBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)?.toLowerCase();
  if (value === undefined) return undefined;
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw invalid(name, 'it must be true or false');
}

/** A list parted by commas, as a set; undefined when left out. */
export function readList(query: URLSearchParams, name: string): ReadonlySet<string> | undefined {
  const values = query.getAll(name);
  if (values.length === 0) return undefined;
  return new Set(values.flatMap((value) => value.split(',')).filter((part) => part !== ''));
}

/** A page of a list and the address of the next one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/**
 * Cuts one page out of a list that stands newest first. `after` is the uid of the last item of the page before, so a
 * list that grows at its head between two requests repeats and loses nothing.
 * @param all the whole list, newest first
 * @param keep the other filters of the request
 * @param listUrl absolute address of the list, without a query
 * @param cursorOf what `after` of the next page says, where a uid may stand in the list twice
 * @throws ApiError 400 invalid_param for an `after` that is not in the list, or a bad `limit`
 */
export function cutPage<T extends { readonly uid: string }>(
  all: readonly T[],
  keep: (item: T) => boolean,
  query: URLSearchParams,
  listUrl: string,
  cursorOf: (item: T) => string = (item) => item.uid,
): Page<T> {
  const limit = readLimit(query);
  const from = startOf(all, cursorOf, query.get('after'));
  const items: T[] = [];
  for (let index = from; index < all.length; index++) {
    const item = all[index];
    if (item === undefined || !keep(item)) continue;
    const last = items.at(-1);
    // There is one more than the page holds: only then a next page is promised.
    if (items.length === limit && last !== undefined) return { items, next: nextUrl(listUrl, query, cursorOf(last)) };
    items.push(item);
  }
  return { items, next: null };
}

function readLimit(query: URLSearchParams): number {
  const value = query.get('limit');
  if (value === null) return PAGE_SIZE;
  if (!/^[1-9]\d{0,3}$/.test(value) || Number(value) > PAGE_SIZE) {
    throw invalid('limit', `it must be a whole number from 1 to ${PAGE_SIZE}`);
  }
  return Number(value);
}

function startOf<T extends { readonly uid: string }>(
  all: readonly T[],
  cursorOf: (item: T) => string,
  after: string | null,
): number {
  if (after === null) return 0;
  const index = all.findIndex((item) => cursorOf(item) === after || item.uid === after);
  if (index < 0) throw invalid('after', 'it must be the uid of the last item of a page');
  return index + 1;
}

function nextUrl(listUrl: string, query: URLSearchParams, after: string): string {
  const next = new URLSearchParams(query);
  next.set('after', after);
  return `${listUrl}?${next}`;
}
