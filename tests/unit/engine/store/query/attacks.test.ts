/** What a query may not do, tried: each is refused before DuckDB binds it, and nothing of the store or the disk is another after it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS, TABLE_FUNCTIONS } from '../../../../../electron/engine/store/query/functions.ts';
import { reading } from '../../../../../electron/engine/store/query/run.ts';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ file: 'store.duckdb' });
  await store.batch({ days: 1 });
  await writeFile(path.join(store.folder, 'secret.csv'), 'a,b\nsecret,1\n');
  await writeFile(path.join(store.folder, 'secret.json'), '[{"a":"secret"}]');
  await writeFile(path.join(store.folder, 'feed.xml'), batchFeed({ days: 1 }));
  await store.call('query.run', { sql: 'SELECT count(*) FROM readings' });
});
afterAll(async () => await store.dispose());

/** FOLDER stands for the folder of the store. */
// biome-ignore format: a table
const ATTACKS: readonly (readonly [string, string])[] = [
  // Files
  ['a CSV file by its name', `SELECT * FROM 'FOLDER/secret.csv'`],
  ['a JSON file by its name', `SELECT * FROM 'FOLDER/secret.json'`],
  ['a Parquet file by its name', `SELECT * FROM "FOLDER/secret.parquet"`],
  ['a file with FROM first', `FROM 'FOLDER/secret.csv'`],
  ['many files', `SELECT * FROM 'FOLDER/*.csv'`],
  ['read_csv', `SELECT * FROM read_csv('FOLDER/secret.csv')`],
  ['read_csv, in capitals', `SELECT * FROM READ_CSV('FOLDER/secret.csv')`],
  ['read_csv, quoted', `SELECT * FROM "read_csv"('FOLDER/secret.csv')`],
  ['read_csv, with a schema', `SELECT * FROM main.read_csv('FOLDER/secret.csv')`],
  ['read_csv, with a catalog', `SELECT * FROM system.main.read_csv('FOLDER/secret.csv')`],
  ['read_csv_auto', `SELECT * FROM read_csv_auto('FOLDER/secret.csv')`],
  ['sniff_csv', `SELECT * FROM sniff_csv('FOLDER/secret.csv')`],
  ['read_text', `SELECT content FROM read_text('FOLDER/secret.csv')`],
  ['read_blob', `SELECT content FROM read_blob('FOLDER/store.duckdb')`],
  ['read_json', `SELECT * FROM read_json('FOLDER/secret.json')`],
  ['read_json_objects', `SELECT * FROM read_json_objects('FOLDER/secret.json')`],
  ['read_ndjson', `SELECT * FROM read_ndjson('FOLDER/secret.json')`],
  ['read_parquet', `SELECT * FROM read_parquet('FOLDER/x.parquet')`],
  ['parquet_metadata', `SELECT * FROM parquet_metadata('FOLDER/x.parquet')`],
  ['parquet_kv_metadata', `SELECT * FROM parquet_kv_metadata('FOLDER/x.parquet')`],
  ['glob', `SELECT * FROM glob('FOLDER/*')`],
  ['a file in a subquery', `SELECT (SELECT content FROM read_text('FOLDER/secret.csv'))`],
  ['a file in WHERE', `SELECT 1 WHERE EXISTS (FROM read_text('FOLDER/secret.csv'))`],
  ['a file in a CTE', `WITH f AS (SELECT * FROM read_text('FOLDER/secret.csv')) SELECT * FROM f`],
  ['a file in a recursive CTE', `WITH RECURSIVE f AS (SELECT content FROM read_text('FOLDER/secret.csv') UNION SELECT content FROM f) FROM f`],
  ['a file in a join', `SELECT * FROM readings JOIN 'FOLDER/secret.csv' ON true`],
  ['a file in a lateral join', `SELECT * FROM meters, LATERAL (SELECT * FROM read_text('FOLDER/secret.csv'))`],
  ['a file in a set operation', `SELECT 'a' UNION ALL SELECT content FROM read_text('FOLDER/secret.csv')`],
  ['a file in ORDER BY', `SELECT 1 ORDER BY (SELECT content FROM read_text('FOLDER/secret.csv'))`],
  ['a file in LIMIT', `SELECT 1 LIMIT (SELECT length(content) FROM read_text('FOLDER/secret.csv'))`],
  ['a file in a pivot', `SELECT * FROM (PIVOT 'FOLDER/secret.csv' ON a IN ('secret') USING count(*))`],
  ['a file described', `DESCRIBE 'FOLDER/secret.csv'`],
  ['a file summarised', `SUMMARIZE 'FOLDER/secret.csv'`],
  ['a file described in FROM', `SELECT * FROM (DESCRIBE SELECT * FROM 'FOLDER/secret.csv')`],
  ['a file explained', `EXPLAIN SELECT * FROM 'FOLDER/secret.csv'`],
  ['a file explained and read', `EXPLAIN ANALYZE SELECT * FROM read_text('FOLDER/secret.csv')`],
  ['a file by a name that the query has elsewhere', `SELECT * FROM 'FOLDER/secret.csv', (WITH "FOLDER/secret.csv" AS (SELECT 1) SELECT 1)`],
  ['a file by the name of a query', `WITH "FOLDER/secret.csv" AS (SELECT 1) SELECT * FROM "FOLDER/secret.csv"`],
  ['a file in the list of a pivot', `SELECT * FROM (PIVOT readings ON quality IN (SELECT content FROM read_text('FOLDER/secret.csv')) USING count(*))`],
  ['a file in the order of a window', `SELECT sum(value) OVER w FROM readings WINDOW w AS (ORDER BY (SELECT content FROM read_text('FOLDER/secret.csv')))`],
  ['a file in the order of an aggregate', `SELECT list(value ORDER BY (SELECT content FROM read_text('FOLDER/secret.csv'))) FROM readings`],
  ['a file in DISTINCT ON', `SELECT DISTINCT ON ((SELECT content FROM read_text('FOLDER/secret.csv'))) 1`],
  ['a file in a grouping set', `SELECT 1 GROUP BY GROUPING SETS (((SELECT content FROM read_text('FOLDER/secret.csv'))), ())`],
  ['a file in what replaces a column', `SELECT * REPLACE ((SELECT content FROM read_text('FOLDER/secret.csv')) AS unit) FROM readings`],
  ['a file in the choice of columns', `SELECT COLUMNS(c -> (SELECT true FROM read_text('FOLDER/secret.csv'))) FROM readings`],
  ['a file side by side', `FROM readings POSITIONAL JOIN read_text('FOLDER/secret.csv')`],
  ['a file shown', `SHOW 'FOLDER/secret.csv'`],
  ['what there is, shown', 'SHOW TABLES'],
  ['what there is, shown in FROM', 'SELECT * FROM (SHOW ALL TABLES)'],
  ['a table of another time', `SELECT * FROM readings AT (VERSION => (SELECT content FROM read_text('FOLDER/secret.csv')))`],
  ['a file that is written', `COPY (SELECT 1) TO 'FOLDER/out.csv'`],
  ['a file that is read into a table', `COPY main.tags FROM 'FOLDER/secret.csv'`],
  ['a whole database written', `EXPORT DATABASE 'FOLDER/out'`],
  ['a whole database read', `IMPORT DATABASE 'FOLDER/out'`],
  ['another database', `ATTACH 'FOLDER/other.duckdb' AS other`],
  ['a database copied', `COPY FROM DATABASE store TO other`],
  // Network and extensions
  ['a file of the network', `SELECT * FROM 'https://example.test/a.csv'`],
  ['a file of the network by function', `SELECT * FROM read_csv('https://example.test/a.csv')`],
  ['an object store', `SELECT * FROM 's3://bucket/a.parquet'`],
  ['an extension installed', 'INSTALL httpfs'],
  ['an extension loaded', 'LOAD httpfs'],
  ['an extension of a file', `LOAD 'FOLDER/evil.duckdb_extension'`],
  ['extensions listed', 'SELECT * FROM duckdb_extensions()'],
  // Settings, secrets and surroundings
  ['a setting changed', `SET memory_limit = '100GB'`],
  ['a setting reset', 'RESET memory_limit'],
  ['a pragma', 'PRAGMA database_list'],
  ['settings listed', 'SELECT * FROM duckdb_settings()'],
  ['a setting read', `SELECT current_setting('temp_directory')`],
  ['settings by the catalog of PostgreSQL', 'SELECT * FROM pg_catalog.pg_settings'],
  ['secrets listed', 'SELECT * FROM duckdb_secrets()'],
  ['a secret made', `CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')`],
  ['which secret', `SELECT * FROM which_secret('s3://a', 's3')`],
  ['an environment variable', `SELECT getenv('HOME')`],
  ['a variable set', 'SET VARIABLE x = 1'],
  ['a variable read', `SELECT getvariable('x')`],
  ['where the file lies', 'SELECT * FROM pragma_database_list'],
  ['where the file lies, by a function', 'SELECT * FROM duckdb_databases()'],
  ['where the file lies, by a name given elsewhere', 'SELECT * FROM pragma_database_list, (WITH pragma_database_list AS (SELECT 1) SELECT 1)'],
  ['where the file lies, before the name is given', 'WITH a AS (SELECT * FROM pragma_database_list), pragma_database_list AS (SELECT 1) SELECT * FROM a'],
  ['temporary files', 'SELECT * FROM duckdb_temporary_files()'],
  ['logs', 'SELECT * FROM duckdb_logs'],
  ['a log written', `SELECT write_log('x')`],
  ['the catalog of the system', 'SELECT * FROM system.main.duckdb_tables'],
  ['the schema of information', 'SELECT * FROM information_schema.schemata'],
  // Queries in disguise
  ['a query as text', `SELECT * FROM query('SELECT * FROM read_text(''FOLDER/secret.csv'')')`],
  ['a table as text', `SELECT * FROM query_table('FOLDER/secret.csv')`],
  ['a query as JSON', `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))`],
  ['a plan as JSON', `SELECT json_serialize_plan('SELECT * FROM read_text(''FOLDER/secret.csv'')')`],
  ['a function that is none of ours', 'SELECT nextval(1)'],
  ['a prepared query', 'PREPARE p AS SELECT 1'],
  ['a prepared query run', 'EXECUTE p'],
  ['a function called', `CALL pragma_version()`],
  // Changes
  ['a table made', 'CREATE TABLE main.x (a INTEGER)'],
  ['a table made of a query', 'CREATE TABLE main.x AS SELECT 1 AS a'],
  ['a temporary table', 'CREATE TEMP TABLE x AS SELECT 1 AS a'],
  ['a view made again', 'CREATE OR REPLACE VIEW v1.readings AS SELECT 1'],
  ['a macro', 'CREATE MACRO main.abs(x) AS 1'],
  ['a type', `CREATE TYPE main.t AS ENUM ('a')`],
  ['rows removed', 'DELETE FROM main.readings'],
  ['rows changed', 'UPDATE main.readings SET value = 0'],
  ['rows added', `INSERT INTO main.tags VALUES ('meter', 'x', 'y', 0)`],
  ['rows merged', 'MERGE INTO main.tags t USING (SELECT 1 AS a) s ON false WHEN NOT MATCHED THEN INSERT DEFAULT VALUES'],
  ['rows removed inside WITH', 'WITH d AS (DELETE FROM main.readings RETURNING *) SELECT * FROM d'],
  ['a table emptied', 'TRUNCATE main.readings'],
  ['a table dropped', 'DROP TABLE main.readings'],
  ['a table altered', 'ALTER TABLE main.readings ADD COLUMN x INTEGER'],
  ['a comment', `COMMENT ON TABLE main.readings IS 'x'`],
  ['a checkpoint', 'CHECKPOINT'],
  ['a checkpoint by a function', 'SELECT * FROM force_checkpoint()'],
  ['a vacuum', 'VACUUM'],
  ['a plan for a change', 'EXPLAIN DELETE FROM main.readings'],
  ['a change that is explained and made', 'EXPLAIN ANALYZE DELETE FROM main.readings'],
  ['another transaction', 'COMMIT'],
  ['another schema', 'USE main'],
  // More than one statement, and what is none
  ['a second statement', 'SELECT 1; DELETE FROM main.readings'],
  ['a second query', 'SELECT 1; SELECT 2'],
  ['a second statement behind a comment', 'SELECT 1 /* ; */; DROP TABLE main.readings --'],
  ['a statement behind an explained one', 'EXPLAIN SELECT 1; DROP TABLE main.readings'],
  ['a statement behind a character that ends texts', 'SELECT 1\0; DROP TABLE main.readings'],
  ['a way out of brackets', `SELECT 1) TO 'FOLDER/out.csv'; --`],
  ['nothing', ' '],
  ['a comment', '-- nothing'],
  ['no SQL', 'please'],
  // Values of any size
  ['a text of any length', `SELECT repeat('x', 4000000000)`],
  ['a list of any length', 'SELECT range(4000000000)'],
  ['a text that is filled up', `SELECT lpad('x', 2000000000, 'y')`],
];

const all = (sql: string) => sql.replaceAll('FOLDER', store.folder.replaceAll('\\', '/'));

/** What a query must leave as it is: every table's rows, what there is in the catalog, settings, and files. */
async function state(): Promise<unknown> {
  return await store.engine.store(WORKSPACE).write(async (connection) => {
    const catalog = await connection.rows(
      `SELECT schema_name, table_name AS name, estimated_size AS rows, sql FROM duckdb_tables() UNION ALL
       SELECT schema_name, view_name, 0, sql FROM duckdb_views() WHERE NOT internal ORDER BY ALL`,
    );
    const settings = await connection.rows('SELECT name, value FROM duckdb_settings() ORDER BY name');
    const readings = await connection.rows('SELECT count(*) AS count, sum(value) AS sum FROM readings');
    const files = (await readdir(store.folder)).filter((name) => !name.endsWith('.wal') && name !== 'temporary').sort();
    return { catalog, settings, readings, files };
  });
}

describe('a query', () => {
  it('is tried in at least a hundred ways that are not allowed', () => {
    expect(new Set(ATTACKS.map(([, sql]) => sql)).size).toBeGreaterThanOrEqual(100);
  });

  it.each(ATTACKS)('is refused: %s', async (_, sql) => {
    const before = await state();
    await expect(store.call('query.run', { sql: all(sql) })).rejects.toMatchObject({ code: 'query_refused' });
    const written = store.call('query.write', { sql: all(sql), folder: store.folder, name: 'rows', format: 'csv' });
    await expect(written).rejects.toMatchObject({ code: 'query_refused' });
    const chart = store.call('query.chart', { sql: all(sql), wish: {}, width: 100 });
    await expect(chart).rejects.toMatchObject({ code: 'query_refused' });
    expect(await state()).toEqual(before);
  });

  it.each([
    'SELECT count(*) FROM readings',
    'FROM meters',
    'SELECT count(*) FROM v1.readings r JOIN v1.series s USING (series_id)',
    'SELECT count(*) FROM main.day_sums',
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT sum(i) FROM n',
    'WITH readings AS (SELECT 1 AS a) SELECT a FROM readings',
    `SELECT day, sum(value) OVER (ORDER BY day), rank() OVER (ORDER BY value DESC) FROM daily QUALIFY row_number() OVER () < 10`,
    `SELECT date_trunc('hour', start_local) AS hour, avg(value), quantile_cont(value, 0.9), max(value) FILTER (value > 0) FROM readings GROUP BY ALL HAVING count(*) > 1 ORDER BY 1`,
    `SELECT CASE WHEN value BETWEEN 0 AND 1 THEN 'low' ELSE 'high' END, extract(hour FROM start_local), value::INTEGER % 2 FROM readings LIMIT 3`,
    `SELECT uid LIKE '20%', uid ~ '2.*', regexp_extract(uid, '[0-9]+'), uid || '!', substring(uid FROM 1 FOR 2), trim(uid) FROM meters`,
    `SELECT [x * 2 FOR x IN [1, 2, 3] IF x > 1], {'a': 1}.a, [1, 2][1], list_transform([1], lambda x: x + 1), MAP {'k': 1}['k']`,
    `SELECT start_utc + INTERVAL 1 DAY, start_utc AT TIME ZONE 'UTC', now() > start_utc, DATE '2025-01-01' + 1 FROM readings LIMIT 1`,
    `SELECT * EXCLUDE (title), COLUMNS(c -> c LIKE '%utc') FROM meters`,
    'SELECT i, j FROM range(3) a(i), generate_series(1, 2) b(j), unnest([1, 2])',
    'SELECT * FROM (VALUES (1, 2), (3, 4)) v(a, b) UNION SELECT 5, 6 EXCEPT SELECT 1, 2',
    `SELECT * FROM (PIVOT readings ON quality IN ('valid') USING count(*) GROUP BY series)`,
    'SELECT * FROM readings r ASOF JOIN daily d ON r.usage_point = d.usage_point AND r.start_local >= d.day LIMIT 2',
    `SELECT json->>'a', json_extract(json, '$.b') FROM events`,
    'SELECT unit, count(*) FROM readings GROUP BY GROUPING SETS ((unit), ())',
    'DESCRIBE readings',
    'SUMMARIZE meters',
    'EXPLAIN SELECT * FROM readings',
    'EXPLAIN ANALYZE SELECT count(*) FROM readings',
    'SELECT 1; ',
    'SELECT 1 -- a comment;',
    'SELECT (SELECT max(value) FROM readings), EXISTS (SELECT 1), 1 IN (SELECT 1)',
    'SELECT amount FROM bill_lines WHERE main.amount(1, 0) = 1',
  ])('may be: %s', async (sql) => {
    const { columns } = await store.call('query.run', { sql });
    expect(columns.length).toBeGreaterThan(0);
  });

  it('loads no extension that lies on the disk for a type that DuckDB knows of', async () => {
    const asked = store.call('query.run', { sql: `SELECT '1.1.1.1'::INET` });
    await expect(asked).rejects.toMatchObject({
      code: 'query_wrong',
      message: expect.stringContaining('not in the catalog, but it exists in the inet extension'),
    });
  });

  it('that was let through by mistake could change nothing: its transaction is read-only', async () => {
    const { signal } = new AbortController();
    const asked = { store: store.engine.store(WORKSPACE), sql: 'SELECT 1', seconds: undefined, signal };
    for (const sql of [
      'CREATE TABLE main.x (a INTEGER)',
      'DELETE FROM main.readings',
      'UPDATE main.tags SET tag = 1',
    ]) {
      await expect(reading(asked, (connection) => connection.run(sql))).rejects.toMatchObject({
        code: 'query_wrong',
        message: expect.stringMatching(/read-only/),
      });
    }
  });

  it('that was let through by mistake would have to be one statement that selects or explains', async () => {
    const { reader } = store.engine.store(WORKSPACE).database;
    await expect(reader.head('SELECT 1; SELECT 2', [], 1)).rejects.toThrow('more than one');
    const copy = `COPY (SELECT 1) TO '${store.folder}/out.csv'`;
    for (const sql of ['CREATE TEMP TABLE x (a INTEGER)', copy, 'DELETE FROM readings']) {
      await expect(reader.head(sql, [], 1), sql).rejects.toThrow();
    }
    expect(await readdir(store.folder)).not.toContain('out.csv');
  });

  it('calls functions that DuckDB has, and none that reads anything but its arguments', async () => {
    const rows = await store.engine
      .store(WORKSPACE)
      .database.reader.rows('SELECT DISTINCT function_name AS name, function_type AS type FROM duckdb_functions()');
    const known = new Set(rows.map(({ name }) => String(name)));
    // These are the parser's own, or operators that it writes otherwise.
    const parsers = new Set([...FUNCTIONS].filter((name) => !/^[a-z0-9_]+$/.test(name)));
    const own = new Set(
      `coalesce count_star if ifnull nullif current_date current_localtime current_localtimestamp current_time current_timestamp
       position unnest typeof`.split(/\s+/),
    );
    const called = [...FUNCTIONS, ...TABLE_FUNCTIONS];
    expect(called.filter((name) => !known.has(name) && !parsers.has(name) && !own.has(name))).toEqual([]);
    const tables = rows.filter(({ type }) => type === 'table' || type === 'pragma').map(({ name }) => String(name));
    expect(tables.filter((name) => FUNCTIONS.has(name) && name !== 'unnest')).toEqual([]);
  });

  it('is not in the way of the files of the program', async () => {
    expect(await readFile(path.join(store.folder, 'secret.csv'), 'utf8')).toContain('secret');
    await store.call('ingest.file', { path: path.join(store.folder, 'feed.xml'), label: 'feed.xml' });
  });
});
