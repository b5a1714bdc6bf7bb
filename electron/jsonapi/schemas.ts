/**
 * What the JSON API answers (specification 2.1 to 2.4, service-facts.md). The specification shows only parts, so all
 * objects keep members that are not listed here, and everything but the uid may be missing or null. Lists are read entry
 * by entry: an entry that cannot be read does not affect the others.
 */
import { z } from 'zod';
import { isObject } from '#shared/json.ts';

const text = z.string().nullish();
const flag = z.boolean().nullish();
const count = z.number().nullish();
/** ISO 8601; kept as text, because events count in microseconds and a Date would drop them. */
const timestamp = z.string().nullish();

/** Keys with blanks around them were seen (`"eta "`): trimmed. */
const trimmedKeys = z.preprocess(
  (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k.trim(), v])) : value),
  z.looseObject({ type: text, msg: text, ts: timestamp, eta: timestamp }),
);

const notes = z.array(trimmedKeys).nullish();

/** [from, to] pairs, as sent. */
const coverage = z.array(z.tuple([z.string(), z.string()]).rest(z.unknown())).nullish();

export const apiEvent = z.looseObject({
  uid: z.string(),
  type: z.string(),
  ts: z.string(),
  delivery_method: text,
  delivery_target: text,
  is_delivered: flag,
  authorization_uid: text,
  meter_uid: text,
  form_uid: text,
});
export type ApiEvent = z.infer<typeof apiEvent>;

/** An event as it was sent, with any content; the event log reads it more tolerantly than {@link apiEvent}. */
export const anyEvent = z.looseObject({});

const apiMeter = z.looseObject({
  uid: z.string(),
  authorization_uid: text,
  created: timestamp,
  is_archived: flag,
  is_activated: flag,
  notes,
  status: text,
  status_message: text,
  status_ts: timestamp,
  utility: text,
  bill_count: count,
  bill_coverage: coverage,
  interval_count: count,
  interval_coverage: coverage,
  blocks: z.array(z.string()).nullish(),
  base: z.looseObject({}).nullish(),
  suppliers: z.array(z.looseObject({})).nullish(),
});
export type ApiMeter = z.infer<typeof apiMeter>;

export const apiAuthorization = z.looseObject({
  uid: z.string(),
  created: timestamp,
  customer_email: text,
  declined: timestamp,
  is_declined: flag,
  expires: timestamp,
  is_expired: flag,
  form_uid: text,
  referrals: z.array(z.string()).nullish(),
  is_archived: flag,
  is_test: flag,
  notes,
  nickname: text,
  revoked: timestamp,
  is_revoked: flag,
  status: text,
  status_message: text,
  status_ts: timestamp,
  utility: text,
  meters: z
    .looseObject({
      meters: z.array(z.unknown()).transform((entries) => entries.flatMap((entry) => readable(apiMeter, entry) ?? [])),
      next: text,
    })
    .nullish(),
});
export type ApiAuthorization = z.infer<typeof apiAuthorization>;

const apiForm = z.looseObject({
  uid: z.string(),
  created: timestamp,
  updated: timestamp,
  template_uid: text,
  is_archived: flag,
  disabled: z.unknown().optional(),
  url: text,
  customer_email: text,
  utility: text,
});
export type ApiForm = z.infer<typeof apiForm>;

export const referral = z.looseObject({ referral: z.string() });

export const collectionStarted = z.looseObject({
  success: z.boolean(),
  meters: z.array(z.string()),
  collection_duration: z.number().nullish(),
});

/** An entry of a list that could not be read. */
export interface BrokenEntry {
  /** Its place on the page, from 0. */
  index: number;
  uid: string | undefined;
  /** What is wrong, by member; never a value. */
  issues: string[];
}

export interface Page<T> {
  /** What could be read, in the order of the page. */
  items: T[];
  broken: BrokenEntry[];
  /** All entries as they were sent, the broken ones among them. */
  entries: readonly unknown[];
  /** URL of the next page; undefined on the last one. */
  next: string | undefined;
}

function readable<T extends z.ZodType>(schema: T, entry: unknown): z.output<T> | undefined {
  return schema.safeParse(entry).data;
}

/** A page whose list is the member `name`. */
function pageOf<T extends z.ZodType>(name: string, schema: T) {
  return z
    .looseObject({ [name]: z.array(z.unknown()), next: text })
    .transform((answer): Page<z.output<T>> => readPage(schema, answer[name] as unknown[], answer.next)); // checked above
}

function readPage<T extends z.ZodType>(schema: T, entries: unknown[], next: unknown): Page<z.output<T>> {
  const items: z.output<T>[] = [];
  const broken: BrokenEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = schema.safeParse(entry);
    if (parsed.success) items.push(parsed.data);
    else broken.push({ index, uid: uidOf(entry), issues: issuesInWords(parsed.error.issues) });
  }
  return { items, broken, entries, next: typeof next === 'string' ? next : undefined };
}

function uidOf(entry: unknown): string | undefined {
  return isObject(entry) && typeof entry.uid === 'string' ? entry.uid : undefined;
}

/** The first few issues as `member: what is wrong`. Messages of zod name types, never values. */
export function issuesInWords(issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  return issues.slice(0, 5).map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
}

export const eventPage = pageOf('events', apiEvent);
export const authorizationPage = pageOf('authorizations', apiAuthorization);
export const meterPage = pageOf('meters', apiMeter);
export const formPage = pageOf('forms', apiForm);
