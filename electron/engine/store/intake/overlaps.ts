/**
 * Two blocks of one series that speak of the same time: the reading whose entry has the newest `updated` stays in
 * `readings`, the others go to `superseded`, where they are counted and shown.
 */
import type { Connection } from '../database.ts';
import { number } from '../row.ts';
import { mayReach } from './gap-rule.ts';

/** A partly overlapping reading can hide the next one; each pass uncovers one more. */
const MAX_PASSES = 50;

/**
 * Works on the series in `st_affected`; leaves those with anything odd in `st_dirty` and answers whether there are any.
 * @param alone none of them was there before.
 */
export async function settleOverlaps(connection: Connection, alone: boolean): Promise<boolean> {
  if (!alone) await bringBack(connection);
  const count = await connection.create(
    `CREATE TEMP TABLE st_dirty AS
     SELECT series FROM (
       SELECT series, first, last_end,
         max(last_end) OVER before AS previous_end, max(last) OVER before AS previous_last
       FROM interval_blocks WHERE series IN (SELECT series FROM st_affected) AND readings > 0
       WINDOW before AS (PARTITION BY series ORDER BY first, block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
     WHERE first < previous_end OR first <= previous_last
     UNION SELECT series FROM st_map WHERE NOT plain
     UNION SELECT series FROM series WHERE overlapping AND series IN (SELECT series FROM st_affected)`,
  );
  if (count === 0) return false;
  await setAside(connection, NESTED);
  await setAside(connection, SAME_START);
  await connection.run(`CREATE OR REPLACE TEMP TABLE st_misstated AS ${MISSTATED}`);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) if ((await setAside(connection, PARTLY)) === 0) return true;
  // A longer chain than there are passes gives way as a whole.
  for (let pass = 0; pass < MAX_PASSES; pass += 1) if ((await setAside(connection, ANY_PARTLY)) === 0) break;
  return true;
}

/** Earlier losers may be needed again: their winner may just have been replaced. */
async function bringBack(connection: Connection): Promise<void> {
  const condition = 'WHERE series IN (SELECT series FROM st_affected)';
  const row = await connection.row(`SELECT count(*) AS count FROM superseded ${condition}`);
  if (number(row?.count) === 0) return;
  await connection.run(`INSERT INTO readings SELECT * FROM superseded ${condition}`);
  await connection.run(`DELETE FROM superseded ${condition}`);
}

/** What one custodian wrote at once: a block, or the blocks of a document that have one reading each. */
const PART = 'CASE WHEN b.readings = 1 THEN -b.source ELSE b.block END';

const RANKED = `SELECT r.rowid AS id, r.series, r.start, r.duration, r.block, r.ordinal, b.source, coalesce(b.updated, 0) AS updated,
    coalesce(r.tou, 0) AS tou, coalesce(r.tier, 0) AS tier, coalesce(r.cpp, 0) AS cpp, ${PART} AS part
  FROM readings r JOIN interval_blocks b USING (block) WHERE r.series IN (SELECT series FROM st_dirty)`;

/**
 * Within one block, readings of one start but of different time-of-use, tier or peak buckets belong together; so do those of several blocks
 * that one document brought as equally new, a block for each bucket. One without a bucket is then rather the sum of the others. A newer document
 * clears what older ones have of the start, for it may have put the readings into other buckets.
 */
const SAME_START = `SELECT id FROM (
    SELECT id, block, document, bucketed, first_value(block) OVER best AS winner, first_value(document) OVER best AS winning_document,
      first_value(bucketed) OVER best AS winner_bucketed,
      row_number() OVER (PARTITION BY series, start, document, tou, tier, cpp ORDER BY block DESC, ordinal DESC) AS rank
    FROM (SELECT *, (source, updated) AS document, greatest(tou, tier, cpp) > 0 AS bucketed FROM (${RANKED}))
    WINDOW best AS (PARTITION BY series, start ORDER BY updated DESC, block DESC, ordinal DESC))
  WHERE rank > 1 OR block <> winner AND (document <> winning_document OR NOT bucketed OR NOT winner_bucketed)`;

/** This share of a reading's time is all of it: a second is often missing at the end of the ones inside. */
const FILLED = 0.99;

/**
 * Within one block, shorter readings inside of a longer one, as quarters of an hour beside their hour, are for the same time twice:
 * they stay where they fill it, else the longer one does. A length that only one reading of the block has is rather a wrong number than
 * another kind of reading: that one goes. Equal lengths are left alone: some custodians write a wrong one everywhere.
 */
const NESTED = `WITH placed AS (
    SELECT *, max(start + duration) OVER before AS reach, arg_max(id, start + duration) OVER before AS outer_id,
      arg_max(duration, start + duration) OVER before AS outer_duration, arg_max(alike, start + duration) OVER before AS outer_alike,
      row_number() OVER (PARTITION BY series, block, tou, tier, cpp, start, duration) = 1 AS first
    FROM (SELECT *, count(*) OVER (PARTITION BY series, block, duration) AS alike FROM (${RANKED}))
    WINDOW before AS (PARTITION BY series, block, tou, tier, cpp ORDER BY start, duration DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
  nested AS (
    SELECT id, outer_id, outer_alike = 1 OR sum(duration) FILTER (first) OVER (PARTITION BY outer_id) >= ${FILLED} * outer_duration AS outer_goes
    FROM placed WHERE duration > 0 AND start + duration <= reach AND outer_duration > duration)
  SELECT DISTINCT CASE WHEN outer_goes THEN outer_id ELSE id END AS id FROM nested`;

/**
 * Lengths that are written too long throughout a part, with the usual time from one such reading to the next: these readings
 * reach into each other, and at the end of their block into the next one, without being of the same time.
 */
const MISSTATED = `SELECT series, part, duration, arg_max(step, times) AS usual FROM (
    SELECT series, part, duration, step, count(*) AS times FROM (
      SELECT series, part, duration, lead(start) OVER (PARTITION BY series, part, duration ORDER BY start) - start AS step
      FROM (SELECT DISTINCT series, part, duration, start FROM (${RANKED})))
    WHERE step IS NOT NULL GROUP BY ALL)
  GROUP BY series, part, duration HAVING sum(times) >= 3 AND max(times) * 2 >= sum(times) AND usual < duration`;

/** Readings that reach into a neighbour of another, better entry, or are reached into by one. */
const REACHING = `SELECT id, series, start, duration, block, ordinal, updated,
      lag(start) OVER line AS previous_start, lead(start) OVER line AS following_start,
      lag(start + duration) OVER line - ${mayReach('least(duration, lag(duration) OVER line)')} AS previous_end,
      lag(block) OVER line AS previous_block, lag(updated) OVER line AS previous_updated,
      lead(start) OVER line + ${mayReach('least(duration, lead(duration) OVER line)')} AS next_start, lead(block) OVER line AS next_block, lead(updated) OVER line AS next_updated
    FROM (SELECT t.* REPLACE (coalesce(m.usual, t.duration) AS duration) FROM (${RANKED}) t LEFT JOIN st_misstated m USING (series, part, duration))
    WINDOW line AS (PARTITION BY series ORDER BY start, block, ordinal)`;
const BEATEN = `SELECT *,
    coalesce(previous_end > start AND previous_start < start AND previous_block <> block AND (previous_updated, previous_block) > (updated, block), false) AS by_previous,
    coalesce(next_start < start + duration AND following_start > start AND next_block <> block AND (next_updated, next_block) > (updated, block), false) AS by_next
  FROM (${REACHING})`;
const ANY_PARTLY = `SELECT id FROM (${BEATEN}) WHERE by_previous OR by_next`;

/** Only what gives way to a neighbour that stays: what it reached into may have given way itself. */
const PARTLY = `SELECT id FROM (
    SELECT *, lag(by_previous OR by_next) OVER line AS previous_goes, lead(by_previous OR by_next) OVER line AS next_goes
    FROM (${BEATEN}) WINDOW line AS (PARTITION BY series ORDER BY start, block, ordinal))
  WHERE by_previous AND NOT previous_goes OR by_next AND NOT next_goes`;

async function setAside(connection: Connection, losers: string): Promise<number> {
  const count = await connection.create(`CREATE OR REPLACE TEMP TABLE st_losers AS ${losers}`);
  if (count === 0) return 0;
  await connection.run('INSERT INTO superseded SELECT * FROM readings WHERE rowid IN (SELECT id FROM st_losers)');
  await connection.run('DELETE FROM readings WHERE rowid IN (SELECT id FROM st_losers)');
  return count;
}
