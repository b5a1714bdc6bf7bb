import { expect, it } from 'vitest';
import { Database } from '../../../../../electron/engine/store/database.ts';
import { ENTITY_COLUMNS } from '../../../../../electron/engine/store/intake/entity-tables.ts';
import { METER_READING_COLUMNS } from '../../../../../electron/engine/store/intake/series-assignment.ts';
import { SERIES_COLUMNS } from '../../../../../electron/engine/store/intake/series-book.ts';
import { MEMBER_COLUMNS } from '../../../../../electron/engine/store/intake/sources.ts';
import { migrate } from '../../../../../electron/engine/store/migrations/index.ts';

// Rows are appended by position: a column at another place would take its neighbour's value.
it.each(
  Object.entries({
    ...ENTITY_COLUMNS,
    meter_readings: METER_READING_COLUMNS,
    series: SERIES_COLUMNS,
    spool_members: MEMBER_COLUMNS,
  }),
)('rows of %s have the columns of the table, in its order', async (table, columns) => {
  const database = await Database.open(':memory:', 'unused');
  const connection = await database.connect();
  await migrate(connection);
  const rows = await connection.rows(
    `SELECT column_name AS name, data_type AS type FROM duckdb_columns()
     WHERE schema_name = 'main' AND table_name = ? ORDER BY column_index`,
    [table],
  );
  expect(columns).toEqual(rows.map(({ name, type }) => [name, type]));
  await connection.close();
  await database.close();
});
