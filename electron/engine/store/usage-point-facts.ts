/**
 * What lists say of a usage point, kept in `usage_point_facts` by the transaction that changes it: what its entry and the service say
 * of it, whose and where it is, what its series add up to, how many bills it has, and which others are the same meter. A list then reads
 * one table: to plan a join and to scan another table takes longer than to find the rows of a page.
 */
import type { Connection } from './database.ts';
import { ESTIMATED_CODES } from './decisions.ts';
import type { Tell } from './opening.ts';
import { text } from './row.ts';
import { among, sqlText } from './sql-text.ts';
import { codeWords, naturalKey, pointStatusWords, pointTitle, tariffWords } from './sql-words.ts';
import { takesZeros } from './stored-series.ts';

/** What has changed about usage points, by their ids. */
export interface ChangedFacts {
  points: Iterable<string>;
  /** Who lives where with which meter, and what the service says of it. */
  places: boolean;
  /** Readings, or the usage points themselves. */
  usage: boolean;
  bills: boolean;
}

/**
 * SQL: of entities that say the same of one thing, the one that was sent last counts. One that was replaced under another name (an
 * exchanged meter, a location with a new id) stays in the store, but no later document has it. @param alias of `customer_entities`
 */
export const lastSent = (alias: string): string =>
  `(${alias}.source, ${alias}.address IS NOT NULL, coalesce(${alias}.updated, 0), ${alias}.id)`;

/**
 * Customer, address and meter: from the service location that names the usage point, up and down its tree. No meter below what several usage
 * points share, for nothing says whose it is.
 */
const located = (chosen: string) => `WITH above AS (
  SELECT location AS parent, usage_point FROM location_points
  UNION SELECT l.parent, x.usage_point FROM location_points x JOIN customer_entities l ON l.id = x.location WHERE l.parent IS NOT NULL),
meters AS (
  SELECT parent, max_by(coalesce(serial, name), ${lastSent('d')}) FILTER (kind = 'Meter') AS meter,
    max_by(coalesce(serial, name), ${lastSent('d')}) FILTER (kind = 'EndDevice') AS device
  FROM customer_entities d JOIN (SELECT parent FROM above GROUP BY parent HAVING count(*) = 1) USING (parent)
  WHERE kind IN ('Meter', 'EndDevice') GROUP BY parent)
SELECT x.usage_point, arg_max_null(l.address, ${lastSent('l')}) AS address, arg_max_null(c.name, ${lastSent('l')}) AS customer,
  arg_max_null(coalesce(m.meter, n.meter, m.device, n.device), ${lastSent('l')}) AS meter
FROM location_points x JOIN customer_entities l ON l.id = x.location
LEFT JOIN customer_entities g ON g.id = l.parent
LEFT JOIN customer_entities a ON a.id = g.parent
LEFT JOIN customer_entities c ON c.id = a.parent AND c.kind = 'Customer'
LEFT JOIN meters m ON m.parent = l.id
LEFT JOIN meters n ON n.parent = g.id
WHERE x.usage_point IN ${chosen} GROUP BY x.usage_point`;

/** What the service says of a meter: columns of the facts, and of its row of `service_records`. */
export const RECORD_FACTS = { record: 'shown', record_words: 'words', utility: 'utility', note: 'note' } as const;

const TITLE = pointTitle('p');

/** What its own entry says of a usage point: columns of the facts, and where they come from. */
const ENTRY = {
  ...Object.fromEntries(
    ['uid', 'authorization_uid', 'service_kind', 'status', 'tariff', 'source', 'local_time'].map((name) => [
      name,
      `p.${name}`,
    ]),
  ),
  title: TITLE,
};

const TARIFF = tariffWords('p.tariff');

/** What a list is ordered by, as columns and the texts that their keys are made of. */
const ORDERED = {
  name_key: 'coalesce(l.meter, p.uid)',
  customer_key: 'l.customer',
  address_key: 'l.address',
  title_key: TITLE,
  uid_key: 'p.uid',
  authorization_key: 'p.authorization_uid',
  tariff_key: TARIFF,
};

/**
 * Those, with keys that order a list by them, and the words that a search looks through. The keys are one expression over a list: to
 * plan it seven times would take more than all the rest.
 */
const places = (chosen: string) => `SELECT * EXCLUDE (keys), ${Object.keys(ORDERED)
  .map((name, index) => `keys[${index + 1}] AS ${name}`)
  .join(', ')}
FROM (SELECT p.id AS usage_point, l.address, l.customer, l.meter,
    list_transform([${Object.values(ORDERED).join(', ')}], lambda t: ${naturalKey('t')}) AS keys,
    lower(concat_ws(chr(10), 'meter ' || coalesce(l.meter, p.uid), p.uid, l.customer, l.address, ${TITLE}, ${TARIFF},
      ${codeWords('ServiceKind', 'p.service_kind')}, ${pointStatusWords('p.status')}, p.authorization_uid)) AS words,
    ${columns(ENTRY)}, ${columns(RECORD_FACTS, 'v.')}
  FROM usage_points p LEFT JOIN (${located(chosen)}) l ON l.usage_point = p.id
  LEFT JOIN service_records v ON v.kind = 'meter' AND v.uid = p.uid AND v.authorization_uid = p.authorization_uid WHERE p.id IN ${chosen})`;

const PLACES = ['address', 'customer', 'meter', 'words', ...[ENTRY, RECORD_FACTS, ORDERED].flatMap(Object.keys)];

/** SQL of columns by these names. @param of what stands before each value */
function columns(values: Readonly<Record<string, string>>, of = ''): string {
  return Object.entries(values)
    .map(([name, value]) => `${of}${value} AS ${name}`)
    .join(', ');
}

const USAGE = ['series', 'readings', 'first', 'last', 'coverage', 'missing_seconds', 'estimated'];

const ESTIMATED_KEYS = ESTIMATED_CODES.split(', ').map(sqlText).join(', ');

/** SQL, of the series with the most readings: what it comes to, where it has a span. */
const ofMain = (zeros: string, gaps: string) =>
  `max_by(CASE WHEN last_end > first AND ${takesZeros()} THEN ${zeros} WHEN last_end > first THEN ${gaps} END, (count, -series))`;

/** What the series add up to; coverage and what is missing are of the one with the most readings, `estimated` is a share of all readings. */
const usage = (
  chosen: string,
) => `SELECT usage_point, count(*) AS series, sum(count) AS readings, min(first) AS first, max(last) AS last,
  ${ofMain('1', '1 - gap_seconds / (last_end - first)')} AS coverage, ${ofMain('0', 'gap_seconds')} AS missing_seconds,
  sum(coalesce(list_sum([(qualities->>code)::BIGINT FOR code IN [${ESTIMATED_KEYS}] IF qualities->>code IS NOT NULL]), 0)) / sum(count) AS estimated
FROM series WHERE count > 0 AND usage_point IN ${chosen} GROUP BY usage_point`;

const bills = (chosen: string) =>
  `SELECT usage_point, count(*) AS bills FROM usage_summaries WHERE usage_point IN ${chosen} GROUP BY usage_point`;

/**
 * CTE `known`: usage points of the service by uid, and by `place`: their meter at its address. Files are worlds of their own:
 * "UsagePoint/1" of two files is not one meter.
 */
const KNOWN = `known AS (
  SELECT p.id, p.uid, p.authorization_uid, coalesce(p.updated, 0) AS updated, coalesce(f.readings, 0) AS readings,
    CASE WHEN f.meter IS NOT NULL AND f.address IS NOT NULL THEN concat_ws('|', p.service_kind, f.meter, lower(f.address)) END AS place
  FROM usage_points p JOIN usage_point_facts f ON f.usage_point = p.id
  WHERE p.authorization_uid IS NOT NULL AND p.uid <> '' AND p.source NOT IN (SELECT source FROM sources WHERE scope <> ''))`;

/**
 * Usage points that are one meter: a customer who authorises twice gives the same meter under two authorizations. It is
 * known by its place, else by its uid. The one with the most readings counts, of equals the newest; `twin_of` of the others
 * is its id, `others` are the other authorizations.
 */
const TWINS = `${KNOWN},
same_uid AS (
  SELECT uid, max(place) AS place FROM known GROUP BY uid HAVING min(authorization_uid) <> max(authorization_uid)),
identities AS (
  SELECT k.* EXCLUDE (place), coalesce(u.place, k.place, u.uid) AS identity FROM known k LEFT JOIN same_uid u USING (uid)
  WHERE k.place IS NOT NULL OR u.uid IS NOT NULL),
meters_of_many AS (
  SELECT identity, arg_max(id, (readings, updated, id)) AS counted,
    list(DISTINCT authorization_uid ORDER BY authorization_uid) AS under
  FROM identities GROUP BY identity HAVING min(authorization_uid) <> max(authorization_uid)),
twins AS (
  SELECT i.id, CASE WHEN i.id <> m.counted THEN m.counted END AS twin_of,
    to_json(list_filter(m.under, lambda u: u <> i.authorization_uid))::VARCHAR AS others
  FROM identities i JOIN meters_of_many m USING (identity))`;

/**
 * Brings the facts of usage points up to date, inside the caller's transaction.
 * @param tell hears which part comes next, of four
 */
export async function refreshFacts(
  connection: Connection,
  changed: ChangedFacts,
  tell: Tell = () => undefined,
): Promise<void> {
  const ids = [...new Set(changed.points)];
  if (ids.length === 0) return;
  const chosen = among(ids);
  const next = (done: number) => tell({ done, of: 4, noun: 'parts' });
  await connection.run(
    `INSERT INTO usage_point_facts (usage_point) SELECT id FROM usage_points
     WHERE id IN ${chosen} AND id NOT IN (SELECT usage_point FROM usage_point_facts WHERE usage_point IN ${chosen})`,
  );
  next(0);
  if (changed.places) await update(connection, PLACES, places(chosen), chosen);
  next(1);
  if (changed.usage) await update(connection, USAGE, usage(chosen), chosen);
  next(2);
  if (changed.bills) await update(connection, ['bills'], bills(chosen), chosen);
  next(3);
  await refreshTwins(connection, chosen);
}

/** Works out all facts anew. */
async function rebuildFacts(connection: Connection, tell: Tell): Promise<void> {
  await connection.run('DELETE FROM usage_point_facts');
  const rows = await connection.rows('SELECT id FROM usage_points');
  await refreshFacts(
    connection,
    { points: rows.map(({ id }) => text(id)), places: true, usage: true, bills: true },
    tell,
  );
}

/** A store of an earlier version has usage points without facts. */
export async function fillFacts(connection: Connection, tell: Tell = () => undefined): Promise<void> {
  const missing = await connection.row(
    'SELECT 1 AS one FROM usage_points WHERE id NOT IN (SELECT usage_point FROM usage_point_facts) LIMIT 1',
  );
  if (missing !== undefined) await connection.transaction(() => rebuildFacts(connection, tell));
}

/** The usage points that customers' entities (ids) have a say in, as they stand in the store now. */
export async function pointsOfPlaces(connection: Connection, entities: readonly string[]): Promise<string[]> {
  if (entities.length === 0) return [];
  const changed = among(entities);
  const rows = await connection.rows(
    `WITH above AS (SELECT parent FROM customer_entities WHERE id IN ${changed} AND parent IS NOT NULL)
     SELECT DISTINCT x.usage_point FROM location_points x JOIN customer_entities l ON l.id = x.location
     LEFT JOIN customer_entities g ON g.id = l.parent LEFT JOIN customer_entities a ON a.id = g.parent
     WHERE (l.id IN ${changed} OR l.id IN (FROM above) OR l.parent IN ${changed} OR l.parent IN (FROM above)
         OR g.parent IN ${changed} OR a.parent IN ${changed})`,
  );
  return rows.map(({ usage_point }) => text(usage_point));
}

/** The usage points that bills (ids) are of, as they stand in the store now. */
export async function pointsOfBills(connection: Connection, bills: readonly string[]): Promise<string[]> {
  if (bills.length === 0) return [];
  const rows = await connection.rows(
    `SELECT DISTINCT usage_point FROM usage_summaries WHERE usage_point IS NOT NULL AND id IN ${among(bills)}`,
  );
  return rows.map(({ usage_point }) => text(usage_point));
}

/** @param source a query with the columns to set, by `usage_point`; those that it does not name get NULL */
async function update(
  connection: Connection,
  columns: readonly string[],
  source: string,
  chosen: string,
): Promise<void> {
  await connection.run(
    `UPDATE usage_point_facts SET ${columns.map((name) => `${name} = x.${name}`).join(', ')}
     FROM (SELECT c.id, s.* FROM (SELECT usage_point AS id FROM usage_point_facts WHERE usage_point IN ${chosen}) c
       LEFT JOIN (${source}) s ON s.usage_point = c.id) x
     WHERE usage_point_facts.usage_point = x.id`,
  );
}

/** Few meters have a twin: whether one of these usage points has, or had, is asked first. */
async function refreshTwins(connection: Connection, chosen: string): Promise<void> {
  const some = await connection.row(
    `WITH ${KNOWN}, touched AS (SELECT * FROM known WHERE id IN ${chosen})
     SELECT 1 AS one WHERE EXISTS (SELECT 1 FROM usage_point_facts WHERE others IS NOT NULL AND usage_point IN ${chosen})
       OR EXISTS (SELECT 1 FROM known k JOIN touched t USING (uid) WHERE k.authorization_uid <> t.authorization_uid)
       OR EXISTS (SELECT 1 FROM known k JOIN touched t USING (place) WHERE k.authorization_uid <> t.authorization_uid)`,
  );
  if (some === undefined) return;
  await connection.run(
    `WITH ${TWINS} UPDATE usage_point_facts SET twin_of = x.twin_of, others = x.others
     FROM (SELECT f.usage_point, t.twin_of, t.others FROM usage_point_facts f LEFT JOIN twins t ON t.id = f.usage_point
       WHERE f.twin_of IS DISTINCT FROM t.twin_of OR f.others IS DISTINCT FROM t.others) x
     WHERE usage_point_facts.usage_point = x.usage_point`,
  );
}
