import { z } from 'zod';
import {
  AUTHORIZATION_COLUMNS,
  AUTHORIZATION_FILTERS,
  METER_COLUMNS,
  METER_FILTERS,
  UNATTACHED_COLUMNS,
  UNATTACHED_FILTERS,
} from '../list-columns.ts';
import { monthNumber } from './coverage.ts';
import { choices, epochMillis, epochSeconds, inWorkspace, narrowing, nothing, page, pageOf, store } from './define.ts';

/** A decoded code: its number (or text) as sent, and its words; unknown ones read `unknown (n)`. */
export const coded = z.object({ code: z.union([z.number(), z.string()]), label: z.string() });

const period = z.object({ start: epochSeconds, duration: z.number() });

/** Which part of a span is covered by readings: [from, to) pairs in epoch seconds, merged and sorted. */
export const spans = z.array(z.tuple([epochSeconds, epochSeconds]));

/** What the service's JSON API says of an authorization or a meter beside its Green Button entry. */
const serviceView = z.object({
  utility: z.string().optional(),
  status: z.string().optional(),
  /** The status in the service's own words, e.g. `found bill 4 of 13`. */
  message: z.string().optional(),
  statusAt: epochMillis.optional(),
  nickname: z.string().optional(),
  /** Codes that a customer's redirect carried. */
  referrals: z.array(z.string()),
  notes: z.array(
    z.object({
      type: z.string(),
      message: z.string().optional(),
      at: epochMillis.optional(),
      /** When the service expects to go on. */
      eta: epochMillis.optional(),
    }),
  ),
});
export type ServiceView = z.infer<typeof serviceView>;

/** A date of the meter's own calendar, `2026-02-04`. */
const localDay = z.string();

/** What the user marked it with. */
const marks = { tags: z.array(z.string()).optional(), note: z.string().optional() };

/** Which meters are meant: those of a group (its id), and those that carry a tag. */
const meterScope = { group: z.string().optional(), tag: z.string().max(200).optional() };

const authorizationRow = z.object({
  id: z.string(),
  /** Uid at the service; the last segment of its path. */
  uid: z.string(),
  title: z.string().optional(),
  status: coded,
  created: epochMillis.optional(),
  updated: epochMillis.optional(),
  authorizedPeriod: period.optional(),
  publishedPeriod: period.optional(),
  /** When the access token expires, epoch seconds. */
  expiresAt: epochSeconds.optional(),
  scope: z.string().optional(),
  customerName: z.string().optional(),
  usagePoints: z.number(),
  /** Kinds of service of its meters in words, e.g. `electricity, gas`, and their tariffs. */
  services: z.string().optional(),
  tariffs: z.string().optional(),
  readings: z.number(),
  firstReading: epochSeconds.optional(),
  lastReading: epochSeconds.optional(),
  firstDay: localDay.optional(),
  lastDay: localDay.optional(),
  /** Of its meters together, see {@link UsagePointRow}. */
  coverage: z.number().optional(),
  estimated: z.number().optional(),
  problems: z.number(),
  ...marks,
  service: serviceView.optional(),
  syncedAt: epochMillis.optional(),
});
export type AuthorizationRow = z.infer<typeof authorizationRow>;

const usagePointRow = z.object({
  id: z.string(),
  uid: z.string(),
  authorization: z.string().optional(),
  title: z.string().optional(),
  serviceKind: coded.optional(),
  status: coded.optional(),
  meterNumber: z.string().optional(),
  address: z.string().optional(),
  customerName: z.string().optional(),
  tariff: z.string().optional(),
  /** Name of the file that it is from. */
  file: z.string().optional(),
  /** The same meter under another authorization, which is counted instead of this one. */
  twinOf: z.string().optional(),
  /** Other authorizations (uids) that give the same meter. */
  alsoUnder: z.array(z.string()).optional(),
  series: z.number(),
  readings: z.number(),
  bills: z.number(),
  firstReading: epochSeconds.optional(),
  lastReading: epochSeconds.optional(),
  firstDay: localDay.optional(),
  lastDay: localDay.optional(),
  service: serviceView.optional(),
  /** Share of the time between first and last reading of its main series that has readings, 0..1, and what is missing of that time. */
  coverage: z.number().optional(),
  missingSeconds: z.number().optional(),
  /** Share of readings that are estimated, 0..1. */
  estimated: z.number().optional(),
  problems: z.number(),
  ...marks,
});
export type UsagePointRow = z.infer<typeof usagePointRow>;

/** How local time is known: from the meter's own LocalTimeParameters, assumed from the workspace, or chosen by the user. */
const localTime = z.object({
  source: z.enum(['meter', 'assumed', 'user']),
  /** Shown in the badge, e.g. `UTC-8 (DST +1)` or `America/Los_Angeles`. */
  label: z.string(),
  /** IANA zone used for display, when one is known or assumed. */
  zone: z.string().optional(),
  /** Seconds; standard time offset and the rules of the meter. */
  tzOffset: z.number().optional(),
  dstOffset: z.number().optional(),
  dstStartRule: z.string().optional(),
  dstEndRule: z.string().optional(),
  /** No link names them: they are the only LocalTimeParameters of the file. */
  inferred: z.boolean().optional(),
  /** Why the meter's own rules were not used. */
  warning: z.string().optional(),
});
export type LocalTimeView = z.infer<typeof localTime>;

const authorizationList = inWorkspace.extend(narrowing(AUTHORIZATION_COLUMNS, AUTHORIZATION_FILTERS).shape);

const meterList = inWorkspace.extend({
  ...narrowing(METER_COLUMNS, METER_FILTERS).shape,
  authorization: z.string().optional(),
  ...meterScope,
  /** Only meters with a gap in this month of theirs (see `coverage.ts`). */
  gapsIn: monthNumber.optional(),
  /** Uids of the meters whose history is on its way, for the column `collecting`: the store does not know. */
  collecting: z.array(z.string()).max(100_000).optional(),
});

export const portfolioCalls = {
  'authorizations.list': store(['authorizations', 'usagePoints', 'readings', 'customers', 'problems', 'groups']).query(
    authorizationList.extend(page.shape),
    pageOf(authorizationRow),
  ),
  /** Ids of all that match, in the order of the list: what "choose all" takes. */
  'authorizations.ids': store(['authorizations', 'usagePoints', 'readings', 'customers', 'problems', 'groups']).query(
    authorizationList,
    z.array(z.string()),
  ),
  'authorizations.summary': store(['authorizations', 'usagePoints', 'problems']).query(
    inWorkspace,
    z.object({ choices }),
  ),
  'authorizations.get': store(['authorizations', 'usagePoints', 'readings', 'customers', 'groups']).query(
    inWorkspace.extend({ id: z.string() }),
    authorizationRow,
  ),
  'usagePoints.list': store(['usagePoints', 'series', 'readings', 'bills', 'customers', 'problems', 'groups']).query(
    meterList.extend(page.shape),
    pageOf(usagePointRow),
  ),
  /** All that match, in the order of the list: what "choose all" takes. */
  'usagePoints.ids': store(['usagePoints', 'series', 'readings', 'bills', 'customers', 'problems', 'groups']).query(
    meterList,
    z.array(z.object({ id: z.string(), uid: z.string() })),
  ),
  /** What can be said of all meters of a workspace or an authorization together. */
  'usagePoints.summary': store(['usagePoints', 'readings', 'customers']).query(
    inWorkspace.extend({ authorization: z.string().optional() }),
    z.object({
      /** Different ones, where some are listed under two or more authorizations, and how many of them are. */
      meters: z.number(),
      shared: z.number(),
      firstReading: epochSeconds.optional(),
      lastReading: epochSeconds.optional(),
      choices,
    }),
  ),
  'usagePoints.get': store(['usagePoints', 'series', 'readings', 'bills', 'customers', 'groups']).query(
    inWorkspace.extend({ id: z.string() }),
    usagePointRow.extend({ localTime }),
  ),
  /** The user's say in a meter's local time (an IANA zone); without `zone` its own parameters or the workspace's hold again. */
  'usagePoints.setZone': store(['usagePoints']).command(
    inWorkspace.extend({ id: z.string(), zone: z.string().min(1).max(100).optional() }),
    nothing,
  ),
  /** Entries that could not be joined to anything, listed rather than lost. */
  'unattached.list': store(['authorizations', 'usagePoints']).query(
    inWorkspace.extend({ ...narrowing(UNATTACHED_COLUMNS, UNATTACHED_FILTERS).shape, ...page.shape }),
    pageOf(z.object({ id: z.string(), kind: z.string(), title: z.string().optional(), href: z.string().optional() })),
  ),
  'unattached.choices': store(['authorizations', 'usagePoints']).query(inWorkspace, choices),
  /** An entry as it was received, for the "every number leads back" promise. */
  'entries.raw': store([]).query(
    inWorkspace.extend({ id: z.string() }),
    z.object({
      id: z.string(),
      kind: z.string(),
      href: z.string().optional(),
      xml: z.string(),
      /** True when the text was cut for display. */
      cut: z.boolean(),
      /** The request or file that it came from. */
      source: z.object({
        /** Of the document: see `conformance.check`. */
        id: z.string(),
        kind: z.enum(['request', 'file']),
        label: z.string(),
        requestId: z.string().optional(),
        at: epochMillis,
      }),
    }),
  ),
};
