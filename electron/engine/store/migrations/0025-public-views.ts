/**
 * The views that queries of users, scripts and other tools are written for (docs/store.md): the schema `v1`. Tables may change, these
 * do not: a migration that changes a table makes its views again, with the same columns of the same meaning.
 *
 * What SQL cannot work out (units, scales of money, local time, words of codes) lies beside them in tables that are filled before a
 * query, where they are not up to date (`query/facts.ts`).
 */
import type { Migration } from './migration.ts';

/** Times that a timestamp of four digits for the year can show: years 1 to 9999, in seconds. */
const SHOWN = 'BETWEEN -62135596800 AND 253402300799';

/** Longer readings, in seconds, say nothing of a day: a tenth more than it has. */
const LONGER_THAN_A_DAY = 95_040;
/** They say nothing of a month that is less than three tenths shorter. */
const MONTHS = 1.3;

/** SQL of the offset of a clock at an instant; `week` is the row of `clock_weeks` that has it. */
const offset = (week: string, instant: string) =>
  `CASE WHEN ${instant} < ${week}.changes_at THEN ${week}.seconds ELSE ${week}.then_seconds END`;
/** SQL that joins the row of `clock_weeks` that has an instant. */
const weekOf = (week: string, clock: string, instant: string) =>
  `LEFT JOIN main.clock_weeks ${week} ON ${week}.clock = ${clock} AND ${week}.week = ${instant} // 604800`;
const localAt = (week: string, instant: string) => `main.utc_at(${instant} + ${offset(week, instant)})`;
/** SQL that joins the words of a code, and these words. */
const joinWords = (words: string, list: string, code: string) =>
  `LEFT JOIN main.code_words ${words} ON ${words}.list = '${list}' AND ${words}.code = ${code}`;
const wordsOf = (words: string, code: string) =>
  `CASE WHEN ${code} IS NOT NULL THEN coalesce(${words}.words, 'unknown (' || ${code} || ')') END`;

/**
 * CTE `long_spans`: what readings say nothing of a day, because they are longer than it, from `first_day` to `last_day` (days since
 * 1970-01-01 of the meter's calendar). What a register shows counts until its next reading.
 */
const LONG_SPANS = `spans AS (
    SELECT r.series, f.clock, r.start,
      CASE WHEN f.behaviour = 'register' THEN lead(r.start) OVER (PARTITION BY r.series ORDER BY r.start) ELSE r.start + r.duration END AS stop
    FROM main.readings r JOIN main.series_facts f ON f.series = r.series JOIN main.series s ON s.series = r.series
    WHERE NOT s.day_whole AND (s.longest > ${LONGER_THAN_A_DAY} OR f.behaviour = 'register') AND (f.behaviour <> 'register' OR r.value IS NOT NULL)),
  long_spans AS (
    SELECT l.series, l.stop - l.start AS seconds, ((l.start + ${offset('w', 'l.start')}) // 86400)::INTEGER AS first_day,
      ((l.stop - 1 + ${offset('x', '(l.stop - 1)')}) // 86400)::INTEGER AS last_day
    FROM spans l ${weekOf('w', 'l.clock', 'l.start')} ${weekOf('x', 'l.clock', '(l.stop - 1)')}
    WHERE l.stop - l.start > ${LONGER_THAN_A_DAY})`;

/** What the sums of a period come to: columns of `daily` and `monthly`. Alias `t` has the sums, `f` the series; `l` is there where a reading is too long. */
const SUMS = `CASE WHEN l.series IS NULL THEN main.scaled_to(CASE WHEN f.behaviour = 'sample' THEN t.total / nullif(t.weight, 0) ELSE t.total END, f.power) END AS value,
    CASE WHEN f.behaviour = 'sample' THEN 'mean' ELSE 'total' END AS value_is, f.unit,
    CASE WHEN l.series IS NULL THEN main.scaled_to(t.least, f.power) END AS minimum,
    CASE WHEN l.series IS NULL THEN main.scaled_to(t.peak, f.power) END AS maximum,
    CASE WHEN l.series IS NULL AND NOT f.is_level THEN main.scaled_to(t.cost, f.cost_power) END AS cost,
    CASE WHEN l.series IS NULL AND NOT f.is_level AND t.cost IS NOT NULL THEN f.currency END AS currency,
    t.readings, CASE WHEN t.weight > 0 THEN t.estimated / t.weight END AS estimated_share`;

/** A day or month may have several rows of `day_sums`. */
const ADDED = `sum(d.count)::BIGINT AS readings, sum(d.weight) AS weight, sum(d.total) AS total, sum(d.cost) AS cost, min(d.least) AS least,
    max(d.peak) AS peak, sum(d.estimated) AS estimated`;

const MONTH = `date_trunc('month', DATE '1970-01-01' + d.day)::DATE`;

/** SQL of the view of bills. @param end SQL of when the period of bill `b` ends */
export function billsEndingAt(end: string): string {
  return `SELECT b.id AS bill_id, b.usage_point, main.utc_at(b.start) AS start_utc, ${localAt('s', 'b.start')} AS start_local,
    main.utc_at(${end}) AS end_utc, ${localAt('t', end)} AS end_local,
    b.total / b.money_scale AS total, b.additional / b.money_scale AS additional, ${wordsOf('c', 'b.currency')} AS currency,
    b.money_scale, b.money_reason, b.money_warning, b.consumption_value AS consumption, b.consumption_unit, b.tariff, b.source AS source_id
  FROM main.usage_summaries b LEFT JOIN main.point_clocks x ON x.usage_point = b.usage_point
  ${weekOf('s', 'x.clock', 'b.start')} ${weekOf('t', 'x.clock', end)} ${joinWords('c', 'currency', 'b.currency')}`;
}

const VIEWS: Readonly<Record<string, string>> = {
  meters: `SELECT p.id AS usage_point, p.uid, p.authorization_uid, k.meter AS meter_number, k.customer, k.address, p.title,
      ${wordsOf('w', 'p.service_kind')} AS service,
      CASE p.status WHEN 0 THEN 'off' WHEN 1 THEN 'on' ELSE 'unknown (' || p.status || ')' END AS status, p.tariff,
      c.zone, c.zone_from, c.words AS clock, g.tags, n.note, k.twin_of, k.readings, main.utc_at(k.first) AS first_utc,
      main.utc_at(k.last) AS last_utc, k.bills, p.source AS source_id
    FROM main.usage_points p LEFT JOIN main.usage_point_facts k ON k.usage_point = p.id
    LEFT JOIN main.point_clocks x ON x.usage_point = p.id LEFT JOIN main.clocks c ON c.clock = x.clock
    ${joinWords('w', 'service', 'p.service_kind')}
    LEFT JOIN (SELECT subject, string_agg(tag, '; ' ORDER BY lower(tag)) AS tags FROM main.tags WHERE kind = 'meter' GROUP BY subject) g ON g.subject = p.id
    LEFT JOIN (SELECT subject, note FROM main.notes WHERE kind = 'meter') n ON n.subject = p.id`,
  series: `SELECT f.series_id, f.usage_point, f.name, f.unit, f.currency, f.behaviour, f.holes_are, s.grid,
      CASE WHEN s.grid = 'fixed' THEN nullif(s.interval_length, 0) END AS interval_seconds, s.count AS readings, c.zone
    FROM main.series s JOIN main.series_facts f ON f.series = s.series LEFT JOIN main.clocks c ON c.clock = f.clock`,
  readings: `SELECT f.usage_point, f.series_id, f.name AS series, main.utc_at(r.start) AS start_utc, ${localAt('w', 'r.start')} AS start_local,
      ${offset('w', 'r.start')} AS utc_offset_seconds, r.start AS start_epoch, r.duration AS duration_seconds,
      main.scaled_to(main.amount(r.value, r.value_scale), f.power) AS value, f.unit,
      CASE WHEN r.value_scale = 0 THEN r.value::VARCHAR ELSE main.amount(r.value, r.value_scale)::VARCHAR END AS raw_value,
      main.scaled_to(main.amount(r.cost, r.cost_scale), f.cost_power) AS cost, CASE WHEN r.cost IS NOT NULL THEN f.currency END AS currency,
      CASE WHEN r.value IS NULL THEN 'missing' WHEN coalesce(r.quality, -1) < 0 THEN 'valid' ELSE coalesce(q.words, 'unknown') END AS quality,
      r.quality AS quality_code, r.tou, r.tier, r.cpp
    FROM main.readings r JOIN main.series_facts f ON f.series = r.series ${weekOf('w', 'f.clock', 'r.start')}
    ${joinWords('q', 'quality', 'r.quality')}`,
  daily: `WITH ${LONG_SPANS},
      too_long AS (SELECT DISTINCT series, unnest(range(first_day, last_day + 1))::INTEGER AS day FROM long_spans),
      sums AS (SELECT d.series, d.day, ${ADDED} FROM main.day_sums d GROUP BY d.series, d.day)
    SELECT f.usage_point, f.series_id, f.name AS series, DATE '1970-01-01' + t.day AS day, ${SUMS}
    FROM sums t JOIN main.series_facts f ON f.series = t.series LEFT JOIN too_long l ON l.series = t.series AND l.day = t.day`,
  monthly: `WITH ${LONG_SPANS},
      long_months AS (SELECT series, seconds, unnest(generate_series(
          date_trunc('month', DATE '1970-01-01' + first_day)::TIMESTAMP, (DATE '1970-01-01' + last_day)::TIMESTAMP, INTERVAL 1 MONTH))::DATE AS month
        FROM long_spans),
      too_long AS (SELECT DISTINCT series, month FROM long_months WHERE seconds > ${MONTHS} * 86400 * day(last_day(month))),
      sums AS (SELECT d.series, ${MONTH} AS month, ${ADDED} FROM main.day_sums d GROUP BY d.series, ${MONTH})
    SELECT f.usage_point, f.series_id, f.name AS series, t.month, ${SUMS}
    FROM sums t JOIN main.series_facts f ON f.series = t.series LEFT JOIN too_long l ON l.series = t.series AND l.month = t.month`,
  coverage: `SELECT f.usage_point, f.series_id, f.name AS series, main.utc_at(s.first) AS first_utc, main.utc_at(s.last_end) AS end_utc,
      s.last_end - s.first AS span_seconds, CASE WHEN f.holes_are = 'zeros' THEN 0 ELSE s.gaps END AS gaps,
      CASE WHEN f.holes_are = 'zeros' THEN 0 ELSE s.gap_seconds END AS gap_seconds,
      CASE WHEN s.last_end > s.first THEN CASE WHEN f.holes_are = 'zeros' THEN 1 ELSE 1 - s.gap_seconds / (s.last_end - s.first) END END::DOUBLE AS coverage,
      s.count AS readings, s.duplicates
    FROM main.series s JOIN main.series_facts f ON f.series = s.series`,
  bills: billsEndingAt('(b.start + b.duration)'),
  bill_lines: `SELECT l.usage_summary AS bill_id, b.usage_point, l.ordinal AS line, l.note, ${wordsOf('w', 'l.kind')} AS kind, l.role, l.counted, l.amount,
      ${wordsOf('c', 'b.currency')} AS currency, l.raw_amount,
      CASE WHEN l.measurement_unit <> 'money' AND l.role NOT IN ('date', 'code') THEN l.measurement_value END AS quantity,
      CASE WHEN l.measurement_unit <> 'money' AND l.role NOT IN ('date', 'code') THEN l.measurement_unit END AS quantity_unit,
      l.unit_cost, l.price_unit, CASE WHEN l.role = 'code' THEN l.measurement_value END AS code, main.utc_at(l.dated_at) AS date_utc
    FROM main.line_items l JOIN main.usage_summaries b ON b.id = l.usage_summary
    ${joinWords('w', 'item', 'l.kind')} ${joinWords('c', 'currency', 'b.currency')}`,
  sources: `SELECT source AS source_id, kind, label AS document, main.utc_at(read_at // 1000) AS fetched_utc, request_id, authorization_uid, bytes, ok, readings
    FROM main.sources`,
  findings: `SELECT p.source AS source_id, s.label AS document, main.utc_at(s.read_at // 1000) AS fetched_utc, s.authorization_uid, p.severity, p.code,
      p.message, p.line, p.col, p.entry, p.raw
    FROM main.problems p JOIN main.sources s ON s.source = p.source`,
  events: `SELECT seq, uid, type, main.utc_at_micros(happened_at) AS happened_utc, main.utc_at_micros(arrived_at * 1000) AS arrived_utc, way, late,
      late_us / 1000000 AS late_seconds, signed, deliveries, delivered, main.utc_at_micros(listed_at * 1000) AS listed_utc,
      main.utc_at_micros(denied_at * 1000) AS denied_utc, authorization_uid, meter_uid, form_uid, json
    FROM main.events`,
  requests: `SELECT id AS request_id, job, call, main.utc_at_micros(started_at * 1000) AS started_utc, purpose, method, url, status, sent_bytes, received_bytes,
      duration_ms, waited_ms, queued_ms, retry_after_ms, attempt, token_class, error
    FROM main.requests`,
  runs: `SELECT id AS run_id, kind, batch, over, main.utc_at_micros(created_at * 1000) AS created_utc, main.utc_at_micros(fired_at * 1000) AS fired_utc,
      scenario, utility, verdict
    FROM main.runs`,
};

export const publicViews: Migration = {
  version: 25,
  name: 'public-views',
  statements: [
    // What series and meters are shown as. `power` takes an amount to `unit`, `cost_power` a cost to `currency`: powers of ten.
    `CREATE TABLE series_facts (series INTEGER NOT NULL, series_id VARCHAR NOT NULL, usage_point VARCHAR, clock INTEGER NOT NULL, name VARCHAR, unit VARCHAR,
       power INTEGER NOT NULL, cost_power INTEGER NOT NULL, currency VARCHAR, behaviour VARCHAR NOT NULL, is_level BOOLEAN NOT NULL, holes_are VARCHAR NOT NULL)`,
    'CREATE TABLE point_clocks (usage_point VARCHAR NOT NULL, clock INTEGER NOT NULL)',
    'CREATE TABLE clocks (clock INTEGER NOT NULL, zone VARCHAR, zone_from VARCHAR, words VARCHAR)',
    // The offset of a clock from UTC in a week of UTC (weeks since 1970-01-01): `seconds` before `changes_at` (epoch seconds), `then_seconds` from then on.
    'CREATE TABLE clock_weeks (clock INTEGER NOT NULL, week INTEGER NOT NULL, seconds INTEGER NOT NULL, changes_at BIGINT NOT NULL, then_seconds INTEGER NOT NULL)',
    'CREATE TABLE code_words (list VARCHAR NOT NULL, code INTEGER NOT NULL, words VARCHAR NOT NULL)',
    // What these were made of, as a hash; no row where they never were.
    'CREATE TABLE facts_stamp (made_of VARCHAR NOT NULL)',
    'CREATE MACRO scaled_to(v, p) AS CASE WHEN p < 0 THEN v / pow(10.0, -p) ELSE v * pow(10.0, p) END',
    `CREATE MACRO utc_at(s) AS CASE WHEN s ${SHOWN} THEN make_timestamp(s::BIGINT * 1000000) END`,
    `CREATE MACRO utc_at_micros(u) AS CASE WHEN u // 1000000 ${SHOWN} THEN make_timestamp(u::BIGINT) END`,
    'CREATE SCHEMA v1',
    ...Object.entries(VIEWS).map(([name, query]) => `CREATE VIEW v1.${name} AS ${query}`),
  ],
};
