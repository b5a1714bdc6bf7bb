/** The batch parameters published-min/max and updated-min/max (section 4.1). */
import type { Millis } from '../world/types.ts';

/** All in epoch milliseconds; open ends are infinite. `published*` bounds the time of the data, `updated*` its arrival. */
export interface BatchFilter {
  readonly publishedMin: Millis;
  readonly publishedMax: Millis;
  readonly updatedMin: Millis;
  readonly updatedMax: Millis;
}

export const NO_FILTER: BatchFilter = {
  publishedMin: Number.NEGATIVE_INFINITY,
  publishedMax: Number.POSITIVE_INFINITY,
  updatedMin: Number.NEGATIVE_INFINITY,
  updatedMax: Number.POSITIVE_INFINITY,
};

const NAMES = {
  'published-min': 'publishedMin',
  'published-max': 'publishedMax',
  'updated-min': 'updatedMin',
  'updated-max': 'updatedMax',
} as const;
/** Of ESPI, too: a batch is not paged here, but what is no number is refused (test book, QRY002). */
const COUNTS = ['max-results', 'start-index', 'depth'];
type ParameterName = keyof typeof NAMES;

/** The filter of a query, or the sentence that says which parameter is malformed. Other parameters are ignored. */
export function parseFilter(query: URLSearchParams): BatchFilter | { error: string } {
  const filter = { ...NO_FILTER };
  for (const name of COUNTS) {
    if (Number.isNaN(Number(query.get(name)))) return { error: `${name} must be a number` };
  }
  for (const name of Object.keys(NAMES) as ParameterName[]) {
    // the keys of the table above
    const given = query.getAll(name);
    if (given.length === 0) continue;
    const at = given.length === 1 ? parseInstant(given[0] ?? '') : null;
    if (at === null) return { error: `${name} must be given once, as YYYY-MM-DDTHH:MM:SSZ` };
    filter[NAMES[name]] = at;
  }
  return filter;
}

/** Exactly YYYY-MM-DDTHH:MM:SSZ, of a day and time that exist; else null. */
function parseInstant(text: string): Millis | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== text.slice(0, 19) ? null : at;
}

/** True when something that arrived at `updated` is asked for: after the minimum, before the maximum. */
export function wantsUpdated(filter: BatchFilter, updated: Millis): boolean {
  return updated > filter.updatedMin && updated < filter.updatedMax;
}

/** True when a period of time (epoch seconds) lies wholly in what is asked for. */
export function wantsPeriod(filter: BatchFilter, from: number, to: number): boolean {
  return from * 1000 >= filter.publishedMin && to * 1000 <= filter.publishedMax;
}
