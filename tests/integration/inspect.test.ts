import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FileReport, inspectFile } from '../../electron/cli/inspect-report.ts';
import { Engine } from '../../electron/engine/engine.ts';
import { batchFeed } from '../fixtures/batch-feed.ts';

const CLI = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../../shared/samples', import.meta.url));
const present = existsSync(path.join(SAMPLES, 'EXPECTED.tsv'));

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function inspect(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [CLI, 'inspect', ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
    );
  });
}

describe('meterscope inspect', () => {
  it('reads what is piped into it', async () => {
    const run = promisify(execFile)(process.execPath, [CLI, 'inspect', '--json', '-']);
    run.child.stdin?.end(batchFeed({ days: 1 }));
    const [report] = JSON.parse((await run).stdout) as FileReport[];
    expect(report).toMatchObject({ file: '-', ok: true, readings: { count: 96 } });
  });

  it('refuses folders, devices and pipes that nobody writes to, each with a sentence', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-inspect-test-'));
    const pipe = path.join(folder, 'pipe.xml');
    await promisify(execFile)('mkfifo', [pipe]);
    const { code, stdout } = await inspect('--json', folder, pipe, '/dev/zero', path.join(folder, 'none.xml'));
    expect(code).toBe(1);
    const reports = JSON.parse(stdout) as FileReport[];
    expect(reports.map(({ ok, error }) => [ok, error?.code])).toEqual(Array(4).fill([false, 'file_unreadable']));
    expect(reports.map(({ error }) => error?.message)).toEqual([
      expect.stringMatching(/ is a folder\.$/),
      'pipe.xml is a pipe, not a file.',
      'zero is a device, not a file.',
      'There is no file none.xml.',
    ]);
    await rm(folder, { recursive: true });
  });

  it('asks about all meters of a file at once, however many there are', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-inspect-test-'));
    const file = path.join(folder, 'many.xml');
    const count = 12_000;
    const points = Array.from(
      { length: count },
      (_, index) =>
        `<entry><id>${index}</id><link rel="self" href="/Subscription/1/UsagePoint/${String(index).padStart(5, '0')}"/>
<content><UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint></content></entry>`,
    );
    const blocks = points.map((_, index) => {
      const meterReading = `/Subscription/1/UsagePoint/${String(index).padStart(5, '0')}/MeterReading/1`;
      return `<entry><id>b${index}</id><link rel="self" href="${meterReading}/IntervalBlock/1"/><content>
<IntervalBlock xmlns="http://naesb.org/espi"><interval><duration>900</duration><start>1700000000</start></interval><IntervalReading>
<timePeriod><duration>900</duration><start>1700000000</start></timePeriod><value>7</value></IntervalReading></IntervalBlock></content></entry>`;
    });
    await writeFile(file, `<feed xmlns="http://www.w3.org/2005/Atom">${points.join('\n')}${blocks.join('\n')}</feed>`);
    const asked = new Map<string, number>();
    const engine = new Engine();
    await engine.call('store.open', {
      workspace: 'w',
      file: ':memory:',
      rawFolder: path.join(folder, 'raw'),
      zone: 'UTC',
    });
    const call: Engine['call'] = (name, input, ...rest) => {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      return engine.call(name, input, ...rest);
    };
    const report = await inspectFile({ call }, 'w', file, file);
    await engine.close();
    expect(report.localTimes).toHaveLength(count);
    expect(report.series).toHaveLength(count);
    expect(report.localTimes.at(-1)).toEqual({
      usagePoint: '11999',
      source: 'assumed',
      label: 'UTC',
      inferred: false,
      warning: null,
    });
    expect([...asked.values()].every((times) => times === 1)).toBe(true);
    await rm(folder, { recursive: true });
  });

  it('prints a JSON object a file, exits 0 when all were read, 1 when one was not, 2 on wrong use', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-inspect-test-'));
    const good = path.join(folder, 'good.xml');
    const bad = path.join(folder, 'bad.xml');
    await writeFile(good, batchFeed({ days: 1, value: (index) => (index === 5 ? undefined : 1000) }));
    await writeFile(bad, '{"error": "maintenance"}');
    const one = await inspect('--json', good);
    expect(one.code).toBe(0);
    const [report] = JSON.parse(one.stdout) as FileReport[];
    expect(report).toMatchObject({
      file: good,
      ok: true,
      error: null,
      entries: { UsagePoint: 1, LocalTimeParameters: 1, MeterReading: 1, ReadingType: 1, IntervalBlock: 1 },
      readings: {
        blocks: 1,
        count: 95,
        sumValue: '95000',
        sumCost: '0',
        firstStart: 1_700_006_400,
        lastStart: 1_700_091_900,
      },
      series: [
        {
          usagePoint: '2001',
          commodity: 'electricity SecondaryMetered',
          unit: 'kWh',
          flow: 'forward',
          grid: 'fixed',
          intervalLength: 900,
          kind: 'energy',
          count: 95,
          sum: 95,
          first: 1_700_006_400,
          last: 1_700_091_900,
          gaps: 1,
          duplicates: 0,
          estimated: 0,
        },
      ],
      bills: [],
      // The feed of this test gives all its entries one id.
      problems: [{ code: 'repeated_atom_id', severity: 'info' }],
    });
    const both = await inspect('--json', good, bad, path.join(folder, 'none.xml'));
    expect(both.code).toBe(1);
    const reports = JSON.parse(both.stdout) as FileReport[];
    expect(reports.map(({ ok, error }) => [ok, error?.code ?? null])).toEqual([
      [true, null],
      [false, 'feed_not_xml'],
      [false, 'file_unreadable'],
    ]);
    expect((await inspect('--json')).code).toBe(2);
    expect((await inspect('--nonsense', good)).code).toBe(2);
    const page = path.join(folder, 'login.html');
    await writeFile(page, `<!DOCTYPE html><html><body>${'Please log in. '.repeat(10_000)}</body></html>`);
    const refused = await inspect(page, folder, good);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('This is a web page, not a Green Button feed.');
    expect(refused.stdout).toContain('is a folder.');
    expect(refused.stdout).toContain('95 readings, 95 kWh');
    const nowhere = await inspect('--zone', 'Mars/Olympus', good);
    expect(nowhere).toMatchObject({ code: 2, stdout: '' });
    expect(nowhere.stderr).toContain('such as America/New_York');
    const text = await inspect('--zone', 'America/Los_Angeles', good);
    expect(text.stdout).toContain('95 readings, 95 kWh');
    expect(text.stdout).toContain('1 gap');
    await rm(folder, { recursive: true });
  });
});

describe.skipIf(!present)('meterscope inspect on the real files (left out where ../shared/samples is missing)', () => {
  const expected = present
    ? readFileSync(path.join(SAMPLES, 'EXPECTED.tsv'), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
    : [];
  let reports: FileReport[] = [];

  beforeAll(async () => {
    const run = await inspect('--json', ...expected.map(([file = '']) => path.join(SAMPLES, file)));
    expect(run.code).toBe(1); // bad_not_xml.xml
    reports = JSON.parse(run.stdout) as FileReport[];
  });

  it.each(expected)(
    '%s',
    (file = '', parse = '', blocks = '', count = '', sumValue = '', sumCost = '', first = '', last = '') => {
      const report = reports.find((candidate) => path.basename(candidate.file) === file);
      expect(report?.ok).toBe(parse === 'ok');
      if (parse !== 'ok') return;
      const start = (text: string) => (text === '' ? null : Number(text));
      expect(report?.readings).toEqual({
        blocks: Number(blocks),
        count: Number(count),
        sumValue,
        sumCost,
        firstStart: start(first),
        lastStart: start(last),
      });
      // Every reading is in a series or counted as a duplicate there: none is lost between reading and store.
      const stored = report?.series.reduce((sum, series) => sum + series.count + series.duplicates, 0);
      expect(stored).toBe(Number(count));
    },
  );

  /** What samples/README.md lists as wrong and only shows when a file is looked at as a whole. */
  it.each([
    ['trestles_no_usagepoint.xml', ['reading_type_missing', 'usage_point_missing', 'local_time_missing']],
    ['natgas_billing_nationalgrid_opower.xml', ['local_time_missing']],
    ['bad_service_batch_no_intervalblock.xml', ['meter_reading_empty']],
    ['ameren_bidgely_15min_1day.xml', ['unused_reading_type']],
    ['opower_pge_dup_timestamps_15min.xml', ['duplicate_readings']],
  ])('%s reports %j', (file, codes) => {
    const report = reports.find((candidate) => path.basename(candidate.file) === file);
    expect(report?.problems.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
  });

  it('names units, buckets and doubts of the files that are known for them', () => {
    const of = (file: string) => reports.find((candidate) => path.basename(candidate.file) === file);
    expect(of('opower_gas_therms_pow-3.xml')?.series[0]).toMatchObject({ unit: 'therm', sum: 3.582 });
    expect(of('bad_electricity_in_cubic_feet.xml')?.series[0]?.unit).toBe('ft3');
    expect(of('opower_pge_dup_timestamps_15min.xml')?.series[0]).toMatchObject({ count: 1000, duplicates: 2 });
    expect(of('service_batch_electric_reverse_15min.xml')?.series[0]).toMatchObject({
      flow: 'reverse',
      gaps: 1,
      sum: 726.24,
    });
    expect(of('service_dashboard_export_hourly.xml')?.series[0]).toMatchObject({ count: 300, sum: 248.53 });
    expect(of('electric_daily_binned_monthly.xml')?.series[0]).toMatchObject({
      grid: 'day',
      intervalLength: null,
      gaps: 0,
    });
    expect(of('sce_bulk_intervals.xml')?.localTimes[0]).toMatchObject({ source: 'assumed' });
    expect(of('pge_usagesummaries_lineitems_ns0.xml')?.bills[0]?.items).toHaveLength(5);
  });
});
