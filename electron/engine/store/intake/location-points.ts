/** Which usage points a service location names: `location_points`, a row each. */
import type { EntityModel } from '#shared/espi/entities.ts';
import { linkKey } from '#shared/espi/links.ts';
import type { Connection } from '../database.ts';
import { usagePointId } from '../identity.ts';
import { json, number, text } from '../row.ts';
import { among } from '../sql-text.ts';
import type { JoinedDocument } from './document-join.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';

type Location = EntityModel['ServiceLocation'];

const COLUMNS: ColumnList = [
  ['location', 'VARCHAR'],
  ['usage_point', 'VARCHAR'],
  ['source', 'INTEGER'],
];

/** Rows of one location. @param scope of the document that it came with */
function rows(id: string, location: Location, source: number, scope: string): StagedCell[][] {
  const named = location.usagePoints?.flatMap((list) => list.usagePoint ?? []) ?? [];
  const points = named.flatMap((uri) => (uri.trim() === '' ? [] : usagePointId(scope, linkKey(uri))));
  return [...new Set(points)].map((point) => [id, point, source]);
}

/** Writes what the locations of a document name, in place of what they named before. */
export async function writeLocationPoints(
  connection: Connection,
  joined: JoinedDocument,
  source: number,
  scope: string,
): Promise<void> {
  const locations = joined.entities.filter(({ kind }) => kind === 'ServiceLocation');
  if (locations.length === 0) return;
  if (!joined.alone) {
    await connection.run(`DELETE FROM location_points WHERE location IN ${among(locations.map(({ id }) => id))}`);
  }
  // The reader decoded the data with the decoder of their kind.
  const named = locations.flatMap(({ id, data }) => rows(id, data as Location, source, scope));
  if (named.length > 0) await appendRows(connection, 'location_points', COLUMNS, named);
}

/** A store of a version before 41 has locations, but no rows of what they name. */
export async function fillLocationPoints(connection: Connection): Promise<void> {
  const filled = await connection.row('SELECT 1 AS one FROM location_points LIMIT 1');
  if (filled !== undefined) return;
  const locations = await connection.rows(
    `SELECT e.id, e.data, e.source, s.scope FROM customer_entities e JOIN sources s USING (source) WHERE e.kind = 'ServiceLocation'`,
  );
  const named = locations.flatMap((row) =>
    rows(text(row.id), json(row.data) as Location, number(row.source), text(row.scope)),
  );
  if (named.length > 0) {
    await connection.transaction(() => appendRows(connection, 'location_points', COLUMNS, named));
  }
}
