/**
 * What the JSON API answers (specification 2.1 to 2.4, service-facts.md). The specification shows only parts, so all
 * objects keep members that are not listed here, and everything but the uid may be missing or null.
 */
import { z } from 'zod';

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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
  meters: z.looseObject({ meters: z.array(apiMeter), next: text }).nullish(),
});
export type ApiAuthorization = z.infer<typeof apiAuthorization>;

export const apiForm = z.looseObject({
  uid: z.string(),
  created: timestamp,
  updated: timestamp,
  template_uid: text,
  is_archived: flag,
  disabled: z.unknown(),
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

export interface Page<T> {
  items: T[];
  /** URL of the next page; undefined on the last one. */
  next: string | undefined;
}

const next = text;

function page<T>(items: T[], following: string | null | undefined): Page<T> {
  return { items, next: following ?? undefined };
}

export const eventPage = z
  .looseObject({ events: z.array(apiEvent), next })
  .transform((answer) => page(answer.events, answer.next));
export const authorizationPage = z
  .looseObject({ authorizations: z.array(apiAuthorization), next })
  .transform((answer) => page(answer.authorizations, answer.next));
export const meterPage = z
  .looseObject({ meters: z.array(apiMeter), next })
  .transform((answer) => page(answer.meters, answer.next));
export const formPage = z
  .looseObject({ forms: z.array(apiForm), next })
  .transform((answer) => page(answer.forms, answer.next));
