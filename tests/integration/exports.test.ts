/** Every export of the whole demo and of opened files: as many readings as the store has, with the same sums, whatever the format and the scope. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../electron/engine/engine.ts';
import type { EngineInput } from '../../electron/engine/protocol.ts';
import { storeFiles } from '../../electron/host/index.ts';
import type { SeriesRow } from '../../shared/contract/usage.ts';
import { query } from '../fixtures/duckdb-query.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';
import { type ServiceLine, startSyncBench, WORKSPACE } from './sync-bench.ts';

const CLI = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../../shared/samples', import.meta.url));
const FORMATS = ['parquet', 'csv', 'json'] as const;
const ABOUT = { program: 'test', version: '0', workspace: 'Demo' };

type Input = EngineInput<'export.run'>;

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'exports-'));
});
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

/** Readings by series: how many, and what those of intervals add up to. */
interface Share {
  series_id: string;
  readings: number;
  total: number | null;
}

function stored(series: readonly SeriesRow[]): Share[] {
  return series
    .map(({ id, count, sum, behaviour }) => ({
      series_id: id,
      readings: count,
      total: behaviour === 'interval' ? (sum ?? null) : null,
    }))
    .sort((a, b) => (a.series_id < b.series_id ? -1 : 1));
}

async function exported(folder: string, format: Input['format'], table = 'readings'): Promise<Share[]> {
  const from =
    format === 'parquet' ? `read_parquet('${folder}/${table}/**/*.parquet')` : `'${folder}/${table}.${format}'`;
  const series = existsSync(`${folder}/series`) ? `'${folder}/series/*.parquet'` : `'${folder}/series.${format}'`;
  const count = table === 'readings' ? 'count(*)' : 'sum(r.readings)';
  const rows = await query(
    `SELECT r.series_id, ${count}::INTEGER AS readings, CASE WHEN any_value(s.behaviour) = 'interval' THEN sum(r.value) END AS total
     FROM ${from} r JOIN ${series} s USING (series_id) GROUP BY ALL`,
  );
  // The query's own columns.
  return (rows as unknown as Share[]).sort((a, b) => (a.series_id < b.series_id ? -1 : 1));
}

function near(shares: readonly Share[]) {
  return shares.map((share) => ({
    ...share,
    total: share.total === null ? null : expect.closeTo(share.total, 4),
  }));
}

describe('exports of the whole demo', () => {
  let service: ServiceProcess;
  let bench: Awaited<ReturnType<typeof startSyncBench>>;
  let data: string;
  let series: SeriesRow[];

  beforeAll(async () => {
    // More than one row group, so that exports read and write in pieces.
    service = await startService(['--months', '12']);
    data = path.join(scratch, 'data');
    const { file } = storeFiles(data, WORKSPACE);
    // The whole line has what the tests' own schema leaves out.
    bench = await startSyncBench(path.dirname(file), service.line as unknown as ServiceLine);
    const stop = bench.http.waits.subscribe((waits) => {
      for (const wait of waits) queueMicrotask(() => bench.http.waits.askNow(wait.id));
    });
    const job = await bench.jobs.start('sync', WORKSPACE, {});
    expect((await bench.jobs.ended(job.id)).error).toBeUndefined();
    stop();
    series = await bench.engine.call('series.list', { workspace: WORKSPACE });
  }, 300_000);
  afterAll(async () => {
    await bench?.close();
    await service?.stop();
  });

  const run = async (name: string, input: Omit<Input, 'workspace' | 'folder' | 'about'>) => {
    const folder = path.join(scratch, name);
    const result = await bench.engine.call('export.run', { workspace: WORKSPACE, folder, about: ABOUT, ...input });
    return { folder, ...result };
  };

  it.each(FORMATS)(
    'hold all of it as %s',
    async (format) => {
      const { folder, readings, meters } = await run(`whole-${format}`, { format });
      expect(readings).toBeGreaterThan(480_000);
      expect(meters).toBe(new Set(series.map(({ usagePoint }) => usagePoint)).size);
      expect(await exported(folder, format)).toEqual(near(stored(series)));
      await rm(folder, { recursive: true });
    },
    300_000,
  );

  it.each(FORMATS)(
    'hold one meter, chosen meters, an authorization, some series and a span as %s',
    async (format) => {
      const points = [...new Set(series.flatMap(({ usagePoint }) => usagePoint ?? []))].slice(0, 3);
      const [one = ''] = points;
      const { rows } = await bench.engine.call('usagePoints.list', { workspace: WORKSPACE, limit: 1000 });
      const authorization = rows.find(({ id }) => id === one)?.authorization ?? '';
      const ofAuthorization = rows.filter((row) => row.authorization === authorization).map(({ id }) => id);
      const [first] = series;
      if (!first) throw new Error('The demo has no series.');
      const scopes: [Input['selection'], SeriesRow[]][] = [
        [{ usagePoints: [one] }, series.filter(({ usagePoint }) => usagePoint === one)],
        [{ usagePoints: points }, series.filter(({ usagePoint }) => points.includes(usagePoint ?? ''))],
        [{ authorization }, series.filter(({ usagePoint }) => ofAuthorization.includes(usagePoint ?? ''))],
        [{ series: [first.id] }, [first]],
      ];
      for (const [index, [selection, chosen]] of scopes.entries()) {
        const { folder } = await run(`scope-${index}-${format}`, { format, selection });
        expect(await exported(folder, format), JSON.stringify(selection)).toEqual(near(stored(chosen)));
        await rm(folder, { recursive: true });
      }
      const from = (first.first ?? 0) + 86_400 * 30;
      const span = { series: [first.id], from, to: from + 86_400 * 10 };
      const asked = { workspace: WORKSPACE, series: first.id, from: span.from, to: span.to };
      const shown = await bench.engine.call('usage.statistics', asked);
      const { folder, readings } = await run(`span-${format}`, { format, selection: span });
      expect(readings).toBe(shown.count);
      expect((await exported(folder, format))[0]?.total).toBeCloseTo(shown.total ?? 0, 6);
    },
    300_000,
  );

  it.each([
    ['parquet', 'daily'],
    ['csv', 'monthly'],
    ['json', 'daily'],
  ] as const)(
    'hold its values as %s, %s, with the same sums',
    async (format, values) => {
      const { folder } = await run(`${values}-${format}`, { format, values });
      // A reading that is longer than a day and a bit is no value of a day.
      const tooLong = new Set(series.flatMap(({ id, grid }) => (values === 'daily' && grid === 'month' ? id : [])));
      const expected = stored(series).map((share) =>
        tooLong.has(share.series_id) ? { ...share, total: null } : share,
      );
      expect(tooLong.size > 0).toBe(values === 'daily');
      expect(await exported(folder, format, values)).toEqual(near(expected));
      const unseen = await query(
        `SELECT count(*)::INTEGER AS odd FROM ${format === 'parquet' ? `'${folder}/${values}/*.parquet'` : `'${folder}/${values}.${format}'`}
       WHERE (readings + shared_readings = 0 AND value IS NOT NULL) OR coverage > 1 OR coverage < 0`,
      );
      expect(unseen).toEqual([{ odd: 0 }]);
    },
    300_000,
  );

  it('of everything hold the store, the answers and the settings beside the readings', async () => {
    const { folder } = await run('everything', { format: 'parquet', everything: { settings: '{"id":"demo"}' } });
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['readings', 'raw', 'store.duckdb', 'workspace.json']),
    );
    const [copy] = await query(
      `ATTACH '${folder}/store.duckdb' AS c (READ_ONLY); SELECT count(*)::INTEGER AS readings FROM c.readings`,
    );
    expect(copy).toEqual({ readings: series.reduce((sum, { count }) => sum + count, 0) });
  }, 300_000);

  it('name meters, customers, zones and currencies, and say of every reading which document it came in', async () => {
    const { folder } = await run('context', { format: 'parquet', values: 'raw' });
    const { rows } = await bench.engine.call('usagePoints.list', { workspace: WORKSPACE, limit: 1000 });
    const points = await query(
      `SELECT id, meter_number, customer, address, clock IS NOT NULL AS has_clock FROM '${folder}/usage_points.parquet' ORDER BY id`,
    );
    expect(points).toEqual(
      rows
        .map(({ id, meterNumber = null, customerName = null, address = null }) => ({
          id,
          meter_number: meterNumber,
          customer: customerName,
          address,
          has_clock: true,
        }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    expect(points.filter(({ meter_number: numbered }) => numbered !== null).length).toBeGreaterThan(10);
    expect(await query(`SELECT DISTINCT currency FROM '${folder}/bills.parquet' ORDER BY 1`)).toEqual(
      expect.arrayContaining([{ currency: 'AUD' }, { currency: 'USD' }]),
    );
    expect(
      await query(
        `SELECT DISTINCT currency FROM '${folder}/bills.parquet' WHERE NOT regexp_full_match(currency, '[A-Z]{3}')`,
      ),
    ).toEqual([]);
    const names = (await query(`SELECT DISTINCT name FROM '${folder}/series.parquet'`)).map(({ name }) => String(name));
    expect(names.some((name) => name.startsWith('Temperature'))).toBe(true);
    expect(names.filter((name) => /none/i.test(name))).toEqual([]);
    expect(
      await query(
        `SELECT count(*)::INTEGER AS lost FROM '${folder}/readings/**/*.parquet' r ANTI JOIN '${folder}/sources.parquet' s USING (source_id)`,
      ),
    ).toEqual([{ lost: 0 }]);
    const zones = await query(`SELECT DISTINCT zone FROM '${folder}/usage_points.parquet' ORDER BY 1`);
    expect(zones.map(({ zone }) => zone)).toEqual(
      expect.arrayContaining(['America/Los_Angeles', 'Australia/Adelaide']),
    );
    // A local time and its offset are the instant again.
    expect(
      await query(
        `SELECT count(*)::INTEGER AS wrong FROM '${folder}/readings/**/*.parquet' WHERE epoch(start_local::TIMESTAMPTZ) <> start_epoch OR epoch(start_utc) <> start_epoch`,
      ),
    ).toEqual([{ wrong: 0 }]);
  }, 300_000);

  describe('by the command line', () => {
    beforeAll(async () => {
      await bench.engine.close();
    });

    const exportTo = (folder: string, ...choices: string[]) =>
      cli('export', '--data', data, '--workspace', WORKSPACE, '--to', folder, ...choices);

    it('hold all of it as Parquet where nothing else is said', async () => {
      const folder = path.join(scratch, 'cli');
      const { code, stdout } = await exportTo(folder);
      const readings = series.reduce((sum, { count }) => sum + count, 0);
      expect(stdout).toMatch(new RegExp(`^${readings} readings of \\d+ meters in \\d+ files: ${folder}\\n$`));
      expect(code).toBe(0);
      expect(await exported(folder, 'parquet')).toEqual(near(stored(series)));
    }, 300_000);

    it('keep a data set that is whole, and grows by nothing where nothing came', async () => {
      const folder = path.join(scratch, 'cli-dataset');
      const readings = series.reduce((sum, { count }) => sum + count, 0);
      const first = await exportTo(folder, '--format', 'dataset');
      expect(first.stdout).toMatch(
        new RegExp(`^Export 1: ${readings} added, 0 corrected, 0 removed, in \\d+ files; ${readings} readings of `),
      );
      expect(await exported(folder, 'parquet')).toEqual(near(stored(series)));
      const again = await exportTo(folder, '--format', 'dataset', '--compact');
      expect(again.stdout).toContain(`Export 2: 0 added, 0 corrected, 0 removed, in 0 files; ${readings} readings of `);
      expect(await exported(folder, 'parquet')).toEqual(near(stored(series)));
      const part = await exportTo(`${folder}2`, '--format', 'dataset', '--from', '2025-03-01');
      expect(part).toMatchObject({ code: 1, stderr: expect.stringContaining('A data set holds all readings') });
    }, 300_000);

    it('take a span, meters and values', async () => {
      const [{ meter_number: meter } = {}] = await query(
        `SELECT meter_number FROM '${scratch}/cli/usage_points.parquet' ORDER BY id LIMIT 1`,
      );
      const folder = path.join(scratch, 'cli-daily');
      const choices = [
        '--format',
        'csv',
        '--values',
        'daily',
        '--from',
        '2025-03-01',
        '--until',
        '2025-03-31',
        '--meters',
        String(meter),
      ];
      const { code } = await exportTo(folder, ...choices);
      expect(code).toBe(0);
      expect(
        await query(
          `SELECT DISTINCT min(period)::VARCHAR AS first, max(period)::VARCHAR AS last FROM '${folder}/daily.csv'`,
        ),
      ).toEqual([{ first: '2025-03-01', last: '2025-03-31' }]);
      const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
      expect(manifest).toMatchObject({ values: 'daily', meters: 1, span_from: '2025-03-01', span_to: '2025-03-31' });
      const wrong = await exportTo(`${folder}2`, '--from', '2025-02-30');
      expect(wrong.code).toBe(2);
      // A variable that is empty asks neither for an empty export nor for all meters.
      const empty = await exportTo(`${folder}2`, '--meters', '');
      expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('The list of meters is empty.') });
      const unknown = await exportTo(`${folder}2`, '--meters', 'nobody');
      expect(unknown).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is no meter nobody in the workspace.'),
      });
      expect(existsSync(`${folder}2`)).toBe(false);
    }, 300_000);

    it('take a group, whose meters a file of tags has put into it', async () => {
      const [{ id, meter_number: meter } = {}] = await query(
        `SELECT id, meter_number FROM '${scratch}/cli/usage_points.parquet' ORDER BY id LIMIT 1`,
      );
      const file = path.join(scratch, 'tags.csv');
      const tags = () => cli('tags', 'import', file, '--data', data, '--workspace', WORKSPACE);
      await writeFile(file, 'meter,tag,group\nnobody,North,Pilot\n');
      expect(await tags()).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('Line 2: there is no meter nobody in the workspace.'),
      });
      await writeFile(file, `meter,tag,note,group\n${id},North; Client A,The key is at the desk,Pilot\n`);
      expect(await tags()).toMatchObject({ code: 0, stdout: '1 line: 2 tags, 1 note and 1 group\n' });
      const folder = path.join(scratch, 'cli-group');
      expect((await exportTo(folder, '--group', 'pilot', '--format', 'csv', '--values', 'monthly')).code).toBe(0);
      expect(
        await query(`SELECT meter_number::VARCHAR AS meter, tags, note, groups FROM '${folder}/usage_points.csv'`),
      ).toEqual([{ meter, tags: 'Client A; North', note: 'The key is at the desk', groups: 'Pilot' }]);
      const unknown = await exportTo(`${folder}2`, '--group', 'nobody');
      expect(unknown).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('This group is not in the workspace.'),
      });
    }, 300_000);

    it('that were killed leave nothing that is taken for an export, and the next one is whole', async () => {
      const folder = path.join(scratch, 'killed');
      const args = ['export', '--data', data, '--workspace', WORKSPACE, '--to', folder, '--format', 'csv'];
      const child = spawn(process.execPath, [CLI, ...args], { stdio: 'ignore' });
      const partial = path.join(folder, '.meterscope-unfinished', 'readings.csv');
      await expect.poll(() => existsSync(partial), { timeout: 60_000, interval: 10 }).toBe(true);
      await killed(child);
      expect(readdirSync(folder)).toEqual(['.meterscope-unfinished']);
      expect((await cli(...args)).code).toBe(0);
      expect(await exported(folder, 'csv')).toEqual(near(stored(series)));
    }, 300_000);
  });
});

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
    );
  });
}

describe.runIf(existsSync(path.join(SAMPLES, 'EXPECTED.tsv')))('exports of opened files', () => {
  it('hold every reading of every sample, in every format and by day and month', async () => {
    const engine = new Engine();
    const workspace = 'files';
    await engine.call('store.open', { workspace, file: ':memory:', rawFolder: scratch, zone: 'America/Los_Angeles' });
    try {
      for (const name of readdirSync(SAMPLES).filter((one) => one.endsWith('.xml'))) {
        // Some samples are refused; the others are what this is about.
        await engine
          .call('ingest.file', { workspace, path: path.join(SAMPLES, name), label: name })
          .catch(() => undefined);
      }
      const series = await engine.call('series.list', { workspace });
      expect(series.length).toBeGreaterThan(20);
      for (const format of FORMATS) {
        const folder = path.join(scratch, `files-${format}`);
        await engine.call('export.run', { workspace, folder, format, about: ABOUT });
        const found = await exported(folder, format);
        expect(found.map(({ series_id, readings }) => ({ series_id, readings }))).toEqual(
          stored(series).map(({ series_id, readings }) => ({ series_id, readings })),
        );
        for (const values of ['daily', 'monthly'] as const) {
          const periods = path.join(scratch, `files-${format}-${values}`);
          await engine.call('export.run', { workspace, folder: periods, format, values, about: ABOUT });
          const counted = await exported(periods, format, values);
          expect(counted.map(({ readings }) => readings)).toEqual(stored(series).map(({ readings }) => readings));
        }
      }
    } finally {
      await engine.close();
    }
  }, 300_000);
});
