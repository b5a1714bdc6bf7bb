/** Contradictions between a document and the rest of the store: reported as problems of the document. */
import { SCHEMA_DIVISOR } from '#shared/espi/bill-evidence.ts';
import { scaled, unitOf } from '#shared/espi/units.ts';
import type { FeedProblem } from '../../reader/feed.ts';
import type { Connection } from '../database.ts';
import { restarts } from '../register.ts';
import { number, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { seriesOf } from '../stored-series.ts';
import type { JoinedDocument } from './document-join.ts';
import type { RefreshedSeries } from './series-refresh.ts';
import type { StagingSink } from './sink.ts';

/** Works on `st_map` of {@link mergeBlocks}; call it after that, with what it answered. */
export async function reportFindings(
  connection: Connection,
  sink: StagingSink,
  joined: JoinedDocument,
  refreshed: readonly RefreshedSeries[],
): Promise<void> {
  await unusedReadingTypes(connection, sink, joined);
  if (sink.blockCount > 0 && refreshed.some((series) => series.duplicates > 0)) await duplicates(connection, sink);
  // Every statement costs a document a millisecond or two; few have a register.
  const hasRegister = refreshed.some(({ behaviour }) => behaviour === 'register');
  if (sink.blockCount > 0 && hasRegister) await restartedRegisters(connection, sink);
  for (const repeated of repeatedSelves(sink, joined)) sink.problem(repeated);
  // What an answer of a service lacks may come with the next one; a file is all there is.
  if (!joined.alone) return;
  for (const missing of missingParts(joined)) sink.problem(missing);
  await repeatedIds(connection, sink);
  if (sink.blockCount > 0) await oddPrices(connection, sink);
}

/** What the readings of a file hang on, as far as the file does not have it. */
function missingParts(joined: JoinedDocument): FeedProblem[] {
  const { entities, families, readingTypes, parents, localTimes, inferredTimes } = joined;
  const present = new Set(entities.map(({ id }) => id));
  const has = (id: string | undefined) => id !== undefined && present.has(id);
  const count = (kind: string) => entities.filter((entity) => entity.kind === kind).length;
  const read = [...new Set(families.values())];
  const points = read.map((id) => parents.get(id)?.parent);
  const found: FeedProblem[] = [];
  if (read.some((id) => !has(readingTypes.get(id)))) {
    const message =
      count('ReadingType') > 1
        ? 'Readings have no link to one of the reading types: their unit and direction are not known.'
        : 'Readings have no reading type: their unit and direction are not known.';
    found.push(finding('reading_type_missing', 'warning', message));
  }
  if (points.some((id) => !has(id))) {
    found.push(finding('usage_point_missing', 'info', 'Readings belong to no usage point in the file.'));
  }
  if (points.some((id) => id === undefined || !has(localTimes.get(id)))) {
    const message =
      count('LocalTimeParameters') > 1
        ? 'There are several LocalTimeParameters, and no link says which belong to a meter with readings, so its days follow an assumed time zone.'
        : 'A meter with readings has no LocalTimeParameters, so its days follow an assumed time zone.';
    found.push(finding('local_time_missing', 'warning', message));
  }
  if (points.some((id) => id !== undefined && inferredTimes.has(id))) {
    const message =
      'No link says whose LocalTimeParameters these are. They are the only ones in the file, so its meters use them.';
    found.push(finding('local_time_inferred', 'info', message));
  }
  if (count('UsagePoint') === 0) return found;
  for (const { kind, id, line, entry, title, href } of entities) {
    if (kind !== 'MeterReading' || read.includes(id)) continue;
    const message = `A meter reading (${title || href || 'without name'}) has no interval blocks in this file.`;
    found.push({ ...finding('meter_reading_empty', 'info', message), line, entry });
  }
  return found;
}

/** Self links that several entries have: of versions of one entry one counts; others are kept apart in a file, lost in an answer. */
function repeatedSelves({ entities: read, apart }: StagingSink, { entities, alone }: JoinedDocument): FeedProblem[] {
  const kept = new Set(entities);
  const found: FeedProblem[] = [];
  const tell = (severity: FeedProblem['severity'], kind: string, count: number, rest: string) =>
    found.push(
      finding('repeated_self_link', severity, `Entries (${count}, ${kind}) share a self link with others${rest}`),
    );
  for (const [kind, count] of countByKind(apart)) {
    const outcome = alone ? 'all are kept' : 'only the newest counts, of equals the last';
    tell('warning', kind, count, `, but ids and content of their own: ${outcome}.`);
  }
  // That a service sends what it sent before is usual.
  if (!alone) return found;
  for (const [kind, count] of countByKind(read.filter((entity) => !kept.has(entity)))) {
    tell('info', kind, count, ': the newest of them counts, of equals the last.');
  }
  return found;
}

function countByKind(entities: readonly { kind: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of entities) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Atom ids that several entries carry: harmless, for links join them, but not what Atom wants. */
async function repeatedIds(connection: Connection, sink: StagingSink): Promise<void> {
  if (sink.entries.count === 0) return;
  const row = await connection.row(
    `SELECT count(*) AS count, min(atom_id) AS example FROM (
       SELECT atom_id FROM st_entries WHERE atom_id <> '' GROUP BY atom_id HAVING count(DISTINCT entry) > 1)`,
  );
  const repeated = number(row?.count);
  if (repeated === 0) return;
  const message = `${repeated} Atom ids (such as ${text(row?.example)}) appear on several entries; entries are distinguished by their links.`;
  sink.problem(finding('repeated_atom_id', 'info', message));
}

/** Documents of reading types alone (one resource) are not checked for who uses them. */
async function unusedReadingTypes(connection: Connection, sink: StagingSink, joined: JoinedDocument): Promise<void> {
  if (joined.families.size === 0) return;
  const used = new Set(joined.readingTypes.values());
  const unused = joined.entities.filter(({ kind, id }) => kind === 'ReadingType' && !used.has(id));
  if (unused.length === 0) return;
  const rows = joined.alone
    ? []
    : await connection.rows(
        `SELECT DISTINCT reading_type FROM meter_readings WHERE reading_type IN ${among(unused.map(({ id }) => id))}`,
      );
  for (const row of rows) used.add(text(row.reading_type));
  for (const { id, line, entry, title, href } of unused) {
    if (used.has(id)) continue;
    const name = title || href;
    const message = `No meter reading refers to this reading type${name ? ` (${name})` : ''}.`;
    sink.problem({ ...finding('unused_reading_type', 'info', message), line, entry });
  }
}

/** Readings of this document that lost against another one for the same time. */
async function duplicates(connection: Connection, sink: StagingSink): Promise<void> {
  const rows = await connection.rows(
    `SELECT s.series, count(*) AS count, min(s.start) AS first, max(s.start) AS last,
       count(*) FILTER (amount(r.value, r.value_scale) <> amount(s.value, s.value_scale)) AS others
     FROM superseded s LEFT JOIN readings r ON r.series = s.series AND r.start = s.start AND r.duration = s.duration
       AND (r.tou, r.tier, r.cpp) IS NOT DISTINCT FROM (s.tou, s.tier, s.cpp)
     WHERE s.series IN (SELECT series FROM st_affected) AND s.block IN (SELECT block FROM st_map) GROUP BY s.series ORDER BY others = 0, s.series`,
  );
  for (const { count, first, last, others } of rows) {
    const [from, to] = [first, last].map((at) => new Date(number(at) * 1000).toISOString());
    const message = `${number(count)} readings of one series, from ${from} to ${to}, are for times that another reading covers too; they are set aside and counted as duplicates.`;
    const differing = number(others);
    if (differing === 0) {
      sink.problem(finding('duplicate_readings', 'info', message));
      continue;
    }
    const which = `Of these ${differing} ${differing === 1 ? 'has' : 'have'} another value than the one that counts.`;
    sink.problem(finding('duplicate_readings', 'warning', `${message} ${which}`));
  }
}

/** Registers that begin anew with a reading of this document. */
async function restartedRegisters(connection: Connection, sink: StagingSink): Promise<void> {
  const registers = await connection.rows(
    `SELECT * FROM series WHERE behaviour = 'register' AND series IN (SELECT series FROM st_affected)`,
  );
  const rows = await connection.rows(
    `SELECT width IS NOT NULL AS known, count(*) AS count, min(start) AS first FROM ${restarts(registers.map(seriesOf))}
     WHERE block IN (SELECT block FROM st_map) GROUP BY series, known ORDER BY known, series`,
  );
  for (const { known, count, first } of rows) {
    const at = new Date(number(first) * 1000).toISOString();
    const times = number(count) === 1 ? `once, at ${at}` : `${number(count)} times, first at ${at}`;
    sink.problem(
      known === true
        ? finding(
            'register_rolled_over',
            'info',
            `A register rolls over ${times}: it goes on from 0 after its highest value, and what it counted in that step is in the totals.`,
          )
        : finding(
            'register_restarted',
            'warning',
            `A register falls to less than half ${times}: it was exchanged or started again. What it counted in that step is not known: the step is a gap, in no total and not covered.`,
          ),
    );
  }
}

/** Series whose costs are out of all proportion to their amounts: the scale of one of the two is wrong. */
async function oddPrices(connection: Connection, sink: StagingSink): Promise<void> {
  const rows = await connection.rows(
    `SELECT * FROM series WHERE behaviour = 'interval' AND sum_cost > 0 AND series IN (SELECT series FROM st_affected)`,
  );
  for (const row of rows) {
    const { type, power, oddlyPriced, costScale, currency } = seriesOf(row);
    if (!oddlyPriced) continue;
    const amount = scaled(number(row.costed_value), power).toLocaleString('en-US');
    const cost = (number(row.sum_cost) / SCHEMA_DIVISOR).toLocaleString('en-US', { maximumFractionDigits: 2 });
    const price = `${amount} ${unitOf(type.uom).label} for ${cost} ${currency ?? '(currency not stated)'} is no plausible price.`;
    const doubt = `The powerOfTenMultiplier of the reading type (${type.powerOfTenMultiplier ?? 'none'}) may be wrong, or the scale of the costs.`;
    sink.problem(finding('implausible_price', 'warning', `${price} ${doubt} ${costScale.reason}`));
  }
}

function finding(code: string, severity: FeedProblem['severity'], message: string): FeedProblem {
  return { code, severity, message, line: undefined, column: undefined, entry: undefined, raw: undefined };
}
