/** Scenario files on the command line, against the simulator in a process of its own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../fixtures/simulator.ts';
import { type Rule, startFalsifyingService } from '../verdicts/falsifying-service.ts';
import { isAuthorizations, isEvents, isMeters } from '../verdicts/rules.ts';
import { startCommand } from './command-process.ts';

let folder: string;
let simulator: Simulator;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-files-'));
  simulator = await startSimulator(['--clock', '600']);
});

afterAll(async () => {
  await simulator.stop();
  await rm(folder, { recursive: true, force: true });
});

const RESIDENTIAL = {
  meterscope: 'scenario',
  version: 1,
  name: 'residential, twice collected',
  steps: [
    { submit: { scenario: 'residential' } },
    { wait: { events: ['authorization_update_finished_successful'], withinSeconds: 60 } },
    { collect: { months: 12 } },
    { collect: { months: 24 } },
  ],
  waits: { patienceSeconds: 30, quietSeconds: 1.5 },
};

const withOwn = (...own: unknown[]) => ({ ...RESIDENTIAL, expectations: { own } });
const SERVICES = { name: 'electricity', value: { of: 'each meter', path: 'utility', equals: 'DEMO' } };
const TWO_YEARS = { name: 'two years of bills', bills: { count: { atLeast: 23 }, days: { atLeast: 700 } } };

let files = 0;
async function place(content: unknown): Promise<string> {
  files += 1;
  const file = path.join(folder, `file-${files}.json`);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}

async function test(options: readonly string[], bootstrap: unknown = simulator.bootstrap) {
  const line = await place(bootstrap);
  return await startCommand(['test', '--bootstrap', line, '--look', '150', '--pace', '20', ...options]).ended;
}

async function submissions(): Promise<number> {
  const { requests } = (await simulator.control('GET', 'requests')) as { requests: { path: string }[] };
  return requests.filter((request) => request.path.includes('test-submit')).length;
}

describe('meterscope test --file', () => {
  it('does the steps of a file and passes where all of it holds; reports name the file and mark what is its own', async () => {
    const junit = path.join(folder, 'green.xml');
    const green = await place(withOwn(SERVICES, TWO_YEARS));
    const { code, output, error } = await test(['--file', green, '--json', '--junit', junit]);
    expect(error).toBe('');
    const [run] = JSON.parse(output);
    expect(run).toMatchObject({ scenario: 'residential', file: RESIDENTIAL.name, verdict: 'pass', reason: null });
    expect(code).toBe(0);
    const own = run.checks.filter((check: { own: boolean }) => check.own);
    expect(own.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      ['own.electricity', 'pass'],
      ['own.two years of bills', 'pass'],
    ]);
    const started = run.checks.find(({ id }: { id: string }) => /^meter\..*\.events$/.test(id));
    // It was collected twice, as the file says.
    expect(started.observed.match(/meter_historical_collection_started/g)).toHaveLength(2);
    expect(await readFile(junit, 'utf8')).toContain(`name="${RESIDENTIAL.name}"`);
  });

  it('ends with 1 and names the own expectation that does not hold, also beside scenarios and other files', async () => {
    const junit = path.join(folder, 'red.xml');
    const red = await place({ ...withOwn({ name: 'ten years', bills: { count: { atLeast: 120 } } }), name: 'red' });
    const green = await place({ ...RESIDENTIAL, name: 'green', steps: RESIDENTIAL.steps.slice(0, 1) });
    const options = ['--file', red, '--file', green, '--scenarios', 'badlogin', '--quiet', '1500', '--junit', junit];
    const { code, output } = await test(options);
    expect(output).toMatch(/fail red +DEMO {2}own expectation "ten years": expected at least 120 bills/);
    expect(output).toMatch(/pass green/);
    expect(output).toContain('2 of 3 passed, 1 failed');
    expect(code).toBe(1);
    expect(await readFile(junit, 'utf8')).toContain('message="own expectation &quot;ten years&quot;');
  });

  it('ends with 3 where an own expectation cannot be judged', async () => {
    const file = await place(
      withOwn({ name: 'tariff', value: { of: 'each meter', path: 'no_such_member', equals: 'A' } }),
    );
    const { code, output } = await test(['--file', file]);
    expect(output).toContain('could not be judged');
    expect(output).toContain('own expectation "tariff"');
    expect(code).toBe(3);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /^file-\d+\.json: is no JSON/],
    ['a wrong member', { ...RESIDENTIAL, wait: 1 }, /wait: is not known; did you mean waits\? Correct the file/],
    ['a secret', { ...RESIDENTIAL, api_token: 'x' }, /holds no secrets/],
  ])('ends with 2 and sends nothing: %s', async (_what, content, words) => {
    const before = await submissions();
    const { code, output, error } = await test(['--file', await place(content), '--scenarios', 'badlogin']);
    expect([code, output]).toEqual([2, '']);
    expect(error).toMatch(words);
    expect(error.trim().split('\n')).toHaveLength(1);
    expect(await submissions()).toBe(before);
  });

  it.each([
    ['neither scenarios nor a file', [], /Say what to test: --scenarios all/],
    ['a file that is not there', ['--file', '/no/such/file.json'], /cannot be read/],
    ['no scenario', ['--scenarios', ''], /There is nothing to test: the list of scenarios is empty\./],
    ['nothing but a comma', ['--scenarios', ' , '], /There is nothing to test: the list of scenarios is empty\./],
    ['no utility', ['--scenarios', 'badlogin', '--utilities', ''], /The list of utilities is empty\./],
  ])('ends with 2: %s', async (_what, options, words) => {
    const { code, error } = await test(options);
    expect(code).toBe(2);
    expect(error).toMatch(words);
  });
});

describe('a falsified service that no built-in expectation finds', () => {
  it.each<[string, unknown, Rule]>([
    [
      'bills of half the time',
      TWO_YEARS,
      (passing) => {
        if (isMeters(passing))
          for (const meter of passing.entries) meter.bill_count = Math.min(12, Number(meter.bill_count));
      },
    ],
    [
      'a meter of another utility',
      SERVICES,
      (passing) => {
        if (isMeters(passing)) for (const meter of passing.entries) meter.utility = 'ELSEWHERE';
      },
    ],
    [
      'a note beside the right ones',
      { name: 'no strange notes', notes: { of: 'authorization', none: ['strange'] } },
      (passing) => {
        if (!isAuthorizations(passing)) return;
        for (const authorization of passing.entries) {
          const { notes } = authorization;
          if (Array.isArray(notes)) authorization.notes = [...notes, { type: 'strange' }];
        }
      },
    ],
    [
      'an event that comes twice',
      { name: 'once', events: { types: ['authorization_created'], atMost: 1 } },
      (passing) => {
        const created = isEvents(passing) && passing.entries.find(({ type }) => type === 'authorization_created');
        if (created) passing.entries.unshift({ ...created, uid: `${created.uid}-again` });
      },
    ],
  ])('is found by an own one: %s', async (_what, own, rule) => {
    const service = await startFalsifyingService(simulator.bootstrap.api_base, () => rule);
    const bootstrap = { ...simulator.bootstrap, api_base: service.apiBase };
    try {
      const plain = await test(['--file', await place(RESIDENTIAL)], bootstrap);
      expect([plain.code, plain.output]).toEqual([0, expect.stringContaining('1 of 1 passed')]);
      const { code, output } = await test(['--file', await place(withOwn(own))], bootstrap);
      expect(output).toContain('own expectation "');
      expect(code).toBe(1);
    } finally {
      await service.stop();
    }
  });
});
