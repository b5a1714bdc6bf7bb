import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, START } from '../../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { query } from '../../../../fixtures/duckdb-query.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { ABOUT, type ExportBench, exportBench, type Format, manifestIn, tableIn } from './export-harness.ts';

const FORMATS = ['parquet', 'csv', 'json'] as const satisfies Format[];
const TABLES = ['bill_lines', 'bills', 'series', 'sources', 'usage_points'];

let store: TestStore;
let bench: ExportBench;
beforeEach(async () => {
  store = await openTestStore();
  bench = exportBench(store);
  await store.batch({ days: 2, meter: '2001' });
  await store.batch({ days: 1, meter: '2002', start: START + 60 * 86_400 });
});
afterEach(async () => {
  await store.dispose();
});

describe('an export', () => {
  it('as CSV has the separator and the decimal sign that are chosen', async () => {
    const folder = await bench.run('out', { format: 'csv', csv: { separator: ';', decimal: ',' } });
    const [head, first] = (await readFile(path.join(folder, 'readings.csv'), 'utf8')).split('\n');
    expect(head).toContain('usage_point;');
    const value = first?.split(';')[head?.split(';').indexOf('value') ?? -1];
    expect(value).toMatch(/^0,\d+$/);
    const all = `read_csv('${folder}/readings.csv', delim = ';', decimal_separator = ',')`;
    expect(await query(`SELECT count(*)::INTEGER AS count, sum(value) AS sum FROM ${all}`)).toEqual([
      { count: 288, sum: expect.closeTo(42.48) },
    ]);
    expect(await manifestIn(folder)).toMatchObject({ separator: ';', decimal_sign: ',' });
    const both = await bench.run('both', { format: 'csv', csv: { separator: ',', decimal: ',' } });
    expect(await readFile(path.join(both, 'readings.csv'), 'utf8')).toContain(',"0,1');
  });

  it('has the decimal comma in amounts as they were sent, too, where they are plain numbers', async () => {
    await store.batch({ days: 1, meter: '2003', value: () => 1.234 });
    const lines = ['1.234', '-5'].map((amount) => ({ note: amount, kind: 2, amount }));
    await store.ingest(billFeed([{ start: START, total: 5, lines }], { meter: '2004' }));
    const folder = await bench.run('out', { format: 'csv', csv: { separator: ';', decimal: ',' } });
    const texts = async (table: string, column: string, condition: string) => {
      const file = `read_csv('${folder}/${table}.csv', delim = ';', all_varchar = true)`;
      const rows = await query(`SELECT DISTINCT ${column} AS sent FROM ${file} WHERE ${condition} ORDER BY ALL`);
      return rows.map(({ sent }) => sent);
    };
    expect(await texts('readings', 'raw_value', "usage_point = '1001~2003'")).toEqual(['1,234']);
    expect(await texts('bill_lines', 'raw_amount', 'true')).toEqual(['-5', '1,234']);
    // A note that looks like a number is a text.
    expect(await texts('bill_lines', 'note', "note NOT LIKE '%5'")).toEqual(['1.234']);
  });

  it.each(FORMATS)(
    'as %s holds every reading once, in the order of time, with what it takes to understand it alone',
    async (format) => {
      const folder = await bench.run('out', { format });
      const readings = tableIn(folder, 'readings', format);
      expect(
        await query(
          `SELECT usage_point, count(*)::INTEGER AS count, count(DISTINCT start_epoch)::INTEGER AS different, sum(value) AS sum, min(start_epoch)::INTEGER AS first
         FROM ${readings} GROUP BY ALL ORDER BY ALL`,
        ),
      ).toEqual([
        { usage_point: '1001~2001', count: 192, different: 192, sum: expect.closeTo(28.32), first: START },
        { usage_point: '1001~2002', count: 96, different: 96, sum: expect.closeTo(14.16), first: START + 60 * 86_400 },
      ]);
      const [one] = await query(
        `SELECT series, strftime(start_utc::TIMESTAMP, '%Y-%m-%dT%H:%M:%SZ') AS start_utc, ${format === 'parquet' ? 'start_local' : "strftime(start_local::TIMESTAMP, '%Y-%m-%d %H:%M:%S')"} AS start_local, zone, duration_seconds::INTEGER AS duration,
         unit, raw_value::VARCHAR AS raw_value, quality, quality_code::INTEGER AS code, source_id::INTEGER AS source_id
       FROM ${readings} ORDER BY start_epoch LIMIT 1`,
      );
      expect(one).toEqual({
        series: 'Electricity delivered, 15 min',
        start_utc: '2023-11-15T00:00:00Z',
        // DuckDB reads it as an instant where the file says no type.
        start_local: format === 'parquet' ? '2023-11-14T16:00:00-08:00' : '2023-11-15 00:00:00',
        zone: 'America/Los_Angeles',
        duration: 900,
        unit: 'kWh',
        raw_value: '100',
        quality: 'valid',
        code: 17,
        source_id: 1,
      });
      expect(
        await query(
          `SELECT source_id::INTEGER AS id, document FROM ${tableIn(folder, 'sources', format)} ORDER BY ALL`,
        ),
      ).toEqual([
        { id: 1, document: 'https://example.test/batch' },
        { id: 2, document: 'https://example.test/batch' },
      ]);
    },
  );

  it('as CSV is written as a person would read it', async () => {
    const selection = { usagePoints: ['1001~2001'], from: START, to: START + 900 * 10 };
    const folder = await bench.run('out', { format: 'csv', selection });
    const lines = (await readFile(path.join(folder, 'readings.csv'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe(
      'usage_point,series_id,series,start_utc,start_local,zone,start_epoch,duration_seconds,value,unit,raw_value,cost,currency,quality,quality_code,tou,tier,cpp,source_id',
    );
    expect(lines[2]).toMatch(
      /^1001~2001,[^,]+,"Electricity delivered, 15 min",2023-11-15T00:15:00Z,2023-11-14T16:15:00-08:00,America\/Los_Angeles,1700007300,900,0\.101,kWh,101,,,valid,17,,,,1$/,
    );
  });

  it('says in its manifest and in the metadata of Parquet what it is, and what every column of every table means', async () => {
    for (const format of FORMATS) {
      const folder = await bench.run(format, {
        format,
        selection: { firstDay: '2023-11-01', lastDay: '2024-12-31' },
        token: 't',
      });
      const manifest = await manifestIn(folder);
      expect(manifest).toMatchObject({
        program: 'Meterscope',
        program_version: '1.2.3',
        schema_version: '2',
        workspace: 'Small',
        values: 'raw',
        span_from: '2023-11-01',
        span_to: '2024-12-31',
        readings: 288,
        meters: 2,
      });
      expect(Date.parse(String(manifest.exported_at))).not.toBeNaN();
      const tables = manifest.tables as Record<string, { rows: number; columns: { name: string; is: string }[] }>;
      expect(Object.keys(tables).sort()).toEqual([...TABLES, 'readings'].sort());
      for (const [table, { rows, columns }] of Object.entries(tables)) {
        for (const { is } of columns) expect(is).toBeTruthy();
        const found = await query(`SELECT count(*)::INTEGER AS rows FROM ${tableIn(folder, table, format)}`);
        if (rows > 0 || format !== 'json') expect(found, `${table} ${format}`).toEqual([{ rows }]);
        const described = await query(`DESCRIBE FROM ${tableIn(folder, table, format)}`);
        if (rows > 0)
          expect(described.map((row) => row.column_name).sort()).toEqual(columns.map(({ name }) => name).sort());
      }
    }
    const kv = await query(
      `SELECT DISTINCT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${store.folder}/parquet/**/*.parquet') ORDER BY key`,
    );
    const files = await query(
      `SELECT count(DISTINCT file_name)::INTEGER AS files FROM parquet_kv_metadata('${store.folder}/parquet/**/*.parquet')`,
    );
    expect(Object.fromEntries(kv.map(({ key, value }) => [key, value]))).toMatchObject({
      program: 'Meterscope',
      schema_version: '2',
      workspace: 'Small',
      span_from: '2023-11-01',
    });
    expect(files).toEqual([{ files: TABLES.length + 2 }]);
  });

  it('takes meters by their uid, and days of their own calendar, both included', async () => {
    const selection = { meters: ['2001'], firstDay: '2023-11-15', lastDay: '2023-11-15' };
    const folder = await bench.run('out', { format: 'parquet', selection });
    expect(
      await query(
        `SELECT usage_point, count(*)::INTEGER AS count, min(start_local) AS first, max(start_local) AS last FROM ${tableIn(folder, 'readings', 'parquet')} GROUP BY ALL`,
      ),
    ).toEqual([
      { usage_point: '1001~2001', count: 96, first: '2023-11-15T00:00:00-08:00', last: '2023-11-15T23:45:00-08:00' },
    ]);
    await expect(bench.run('no', { format: 'csv', selection: { meters: ['2001', '7'] } })).rejects.toMatchObject({
      code: 'meter_unknown',
      message: 'There is no meter 7 in the workspace.',
    });
    await expect(
      bench.run('no', { format: 'csv', selection: { firstDay: '2023-11-15', lastDay: '2023-11-14' } }),
    ).rejects.toMatchObject({ code: 'span_empty' });
    expect(await readdir(store.folder)).not.toContain('no');
  });

  it('as CSV defuses what a spreadsheet would run, unless it is told not to; other formats hold texts as they are', async () => {
    const hostile = batchFeed({ meter: '=2003', days: 1, value: () => -5, authorization: '+1+1' }).replaceAll(
      '<title>t<',
      '<title>@SUM(1)<',
    );
    await store.ingest(hostile);
    const selection = { authorization: '+1+1' };
    const texts = async (folder: string, format: Format) =>
      await query(
        `SELECT p.uid, p.title, r.usage_point, min(r.value) AS least, count(*)::INTEGER AS readings
         FROM ${tableIn(folder, 'usage_points', format)} p JOIN ${tableIn(folder, 'readings', format)} r ON r.usage_point = p.id GROUP BY ALL`,
      );
    const raw = { uid: '=2003', title: '@SUM(1)', usage_point: '+1+1~=2003', least: -0.005, readings: 96 };
    const safe = { ...raw, uid: "'=2003", title: "'@SUM(1)", usage_point: "'+1+1~=2003" };
    expect(await texts(await bench.run('csv', { format: 'csv', selection }), 'csv')).toEqual([safe]);
    expect(await texts(await bench.run('asis', { format: 'csv', selection, rawText: true }), 'csv')).toEqual([raw]);
    expect(await texts(await bench.run('json', { format: 'json', selection }), 'json')).toEqual([raw]);
    expect(await texts(await bench.run('parquet', { format: 'parquet', selection }), 'parquet')).toEqual([raw]);
    const daily = await bench.run('daily', { format: 'csv', selection, values: 'daily' });
    expect(await query(`SELECT DISTINCT usage_point FROM ${tableIn(daily, 'daily', 'csv')}`)).toEqual([
      { usage_point: safe.usage_point },
    ]);
  });

  it('of nothing is whole, too', async () => {
    const folder = await bench.run('out', {
      format: 'csv',
      selection: { firstDay: '1999-01-01', lastDay: '1999-12-31' },
    });
    expect((await readdir(folder)).sort()).toEqual([...TABLES.map((name) => `${name}.csv`), 'manifest.json'].sort());
    expect(await manifestIn(folder)).toMatchObject({ readings: 0, meters: 0 });
  });
});

describe('the folder of an export', () => {
  it('is never written over, and is gone when the export that made it is cancelled', async () => {
    const folder = path.join(store.folder, 'mine');
    await mkdir(folder);
    await writeFile(path.join(folder, 'mine.txt'), 'x');
    await expect(bench.run('mine', { format: 'json' })).rejects.toMatchObject({ code: 'export_target_not_empty' });
    for (const format of FORMATS) {
      const abort = new AbortController();
      const input = { workspace: WORKSPACE, folder: path.join(store.folder, 'deep', format), format, about: ABOUT };
      const running = store.engine.call('export.run', input, abort.signal);
      abort.abort();
      await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    }
    expect(await readdir(store.folder)).not.toContain('deep');
  });
});
