/**
 * A team's PostgreSQL server (docs/postgres.md), as a workspace reads it: lists, totals, coverage and rankings are answered there, a meter is
 * taken over to be looked at. Errors of all: `team_server_missing`, `team_server`, `team_too_slow`, `team_other_version`, `publish_address`, `cancelled`.
 */
import { z } from 'zod';
import { TEAM_COLUMNS, TEAM_FILTERS, TEAM_RANKED_BY } from '../list-columns.ts';
import { monthNumber, monthShares, months, portfolioMonths } from './coverage.ts';
import {
  choices,
  core,
  epochMillis,
  epochSeconds,
  inWorkspace,
  namedMeter,
  narrowing,
  nothing,
  page,
  pageOf,
} from './define.ts';
import { figures } from './overview.ts';
import { rankedMeter } from './ranking.ts';

/**
 * `here`: this workspace took what the server has of the meter. `newer`: the server has something else by now. `own`: the meter is one of the
 * workspace's own, which it may have published itself; it is never taken.
 */
const TEAM_STATES = ['here', 'newer', 'own'] as const;
export type TeamState = (typeof TEAM_STATES)[number];

/** Its `id` is that on the server. */
const teamMeter = namedMeter.extend({
  service: z.string().optional(),
  tariff: z.string().optional(),
  readings: z.number(),
  firstReading: epochSeconds.optional(),
  /** End of the last reading. */
  lastReading: epochSeconds.optional(),
  /** Of its series with the most readings, from its first to its last reading: 0..1. */
  coverage: z.number().optional(),
  /** Name of the workspace that published it, and when its last whole run ended. */
  publisher: z.string().optional(),
  publishedAt: epochMillis.optional(),
  /** Undefined where this workspace does not have it. */
  state: z.enum(TEAM_STATES).optional(),
  /** Its id here. */
  here: z.string().optional(),
});
export type TeamMeter = z.infer<typeof teamMeter>;

const list = inWorkspace.extend(narrowing(TEAM_COLUMNS, TEAM_FILTERS).shape);

/** Names a question for `team.cancel`. */
const asked = { token: z.string().min(1).max(100).optional() };

/**
 * Meters that lack what a share is made of: their coverage by month is not known on the server, for their time zone has no certain name
 * there, or they have gaps and their readings are not all equally long, an hour at most, or some of them may have no value.
 */
const unplaced = z.number();

/** Service, direction and unit: what adds up. */
const teamMeasure = figures.extend({
  key: z.string(),
  service: z.string().optional(),
  /** "Electricity delivered", and its unit. */
  label: z.string(),
  unit: z.string(),
  /** Meters whose amount of some month is not known: a reading is much longer than the month. */
  unknown: z.number(),
  unplaced,
  /** The months with readings. */
  first: monthNumber,
  count: z.number(),
});
export type TeamMeasure = z.infer<typeof teamMeasure>;

/** Asked again where the server is another, and what tells what of it is here where that changed. */
const team = core(['connections', 'workspaces']);
const teamAndHere = core(['connections', 'workspaces', 'files', 'usagePoints']);

export const teamCalls = {
  'team.meters': teamAndHere.query(list.extend({ ...page.shape, ...asked }), pageOf(teamMeter)),
  /** What the list can be narrowed down to, and the months that any meter has readings in. */
  'team.summary': teamAndHere.query(
    inWorkspace.extend(asked),
    z.object({
      meters: z.number(),
      firstReading: epochSeconds.optional(),
      lastReading: epochSeconds.optional(),
      choices,
    }),
  ),
  /**
   * Amounts by month of each meter's own calendar. Of each meter the series with the most readings counts, of each service, direction and
   * unit; a meter under two authorizations counts once. Nothing of unlike units is added.
   */
  'team.totals': team.query(
    inWorkspace.extend({
      /** Without it the last of the months is the last one with readings. */
      first: monthNumber.optional(),
      count: z.number().int().min(1).max(120),
      /** What most meters have, without it. */
      measure: z.string().max(1000).optional(),
      /** Only meters with this tariff; null: with none. */
      tariff: z.string().max(1000).nullable().optional(),
      ...asked,
    }),
    z.object({
      span: z.object({ first: monthNumber, count: z.number() }),
      measures: z.array(teamMeasure),
      /** Of all below. */
      measure: teamMeasure.optional(),
      months: z.array(figures.extend({ month: monthNumber, unknown: z.number(), unplaced })),
      tariffs: z.array(figures.extend({ value: z.string().nullable(), unknown: z.number(), unplaced })),
      /** Meters with nothing that adds up. */
      unmeasured: z.number(),
    }),
  ),
  /** As `coverage.portfolio`, of all meters of the server: of the series of each with the most readings. */
  'team.coverage': team.query(
    inWorkspace.extend({ ...months.shape, ...asked }),
    portfolioMonths.extend({ meters: z.number(), unplaced }),
  ),
  /** As `coverage.meters`; meters whose coverage by month is not known are left out. */
  'team.shares': team.query(
    inWorkspace.extend({ meters: z.array(z.string()).min(1).max(500), ...months.shape, ...asked }),
    z.array(monthShares),
  ),
  /**
   * Meters in order of a figure of a period of days of each meter's own calendar, both included. `lastYear` is the change against as many
   * days 52 weeks before (more, where the period is longer), of the days that are whole in both, where these are half of the period.
   */
  'team.ranking': teamAndHere.query(
    inWorkspace.extend({
      measure: z.string().max(1000),
      from: z.iso.date(),
      until: z.iso.date(),
      by: z.enum(TEAM_RANKED_BY),
      descending: z.boolean(),
      search: z.string().max(500).optional(),
      ...page.shape,
      ...asked,
    }),
    z.object({
      rows: z.array(
        rankedMeter
          .pick({
            place: true,
            id: true,
            uid: true,
            number: true,
            title: true,
            customer: true,
            address: true,
            step: true,
            amount: true,
            peak: true,
            estimated: true,
            lastYear: true,
            lastYearDays: true,
          })
          .extend({ missing: z.number().optional(), here: z.string().optional() }),
      ),
      matching: z.number(),
      total: z.number(),
      /** Meters of which the figure is not known: they have no place. */
      unknown: z.number(),
      days: z.number(),
      lastYearFrom: z.iso.date(),
    }),
  ),
  /** Ends a question; nothing happens where it is over. */
  'team.cancel': core([]).command(z.object({ token: z.string().min(1).max(100) }), nothing),
  /** Takes meters from the server, each whole, and what changed of those that are here; answers the job. */
  'team.pull': core([]).command(
    inWorkspace.extend({
      meters: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .min(1)
        .max(500),
    }),
    z.object({ job: z.string() }),
  ),
  /** The id here of a meter of the server; undefined where this workspace does not have it. */
  'team.here': teamAndHere.query(inWorkspace.extend({ meter: z.string() }), z.string().optional()),
};
