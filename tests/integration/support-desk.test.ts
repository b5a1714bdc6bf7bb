/** The support desk on the command line: every scenario passes against the simulator, and no falsified one does. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot, type Simulator, startSimulator } from '../fixtures/simulator.ts';
import { type Rule, startFalsifyingService } from '../verdicts/falsifying-service.ts';
import { SABOTAGE } from '../verdicts/sabotage.ts';

/** Simulated seconds a second: minutes of a collection pass in a moment. */
const CLOCK = ['--clock', '600'];
/** An indefinite wait must last so long: more simulated time than any scenario's steps lie apart. */
const FAST = ['--look', '150', '--pace', '20', '--quiet', '1500', '--patience', '30000'];

let folder: string;
let simulator: Simulator;

interface Result {
  scenario: string;
  verdict: string;
  reason: string | null;
  checks: { id: string; state: string }[];
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-scenarios-'));
  simulator = await startSimulator(CLOCK);
});

afterAll(async () => {
  await simulator.stop();
  await rm(folder, { recursive: true, force: true });
});

async function runTests(
  bootstrap: unknown,
  options: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const file = path.join(folder, `bootstrap-${Math.random().toString(36).slice(2)}.json`);
  await writeFile(file, JSON.stringify(bootstrap), { mode: 0o600 });
  const cli = path.join(projectRoot, 'dist', 'electron', 'cli.js');
  const child = spawn(process.execPath, [cli, 'test', '--bootstrap', file, '--data', folder, ...FAST, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    output += piece;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const resultsOf = (output: string): Result[] => JSON.parse(output);

describe('meterscope test', () => {
  it('gives all 28 scenarios and the community-choice one the verdict pass, and writes a JUnit file', async () => {
    const junit = path.join(folder, 'junit.xml');
    const { code, output } = await runTests(simulator.bootstrap, ['--scenarios', 'all', '--json', '--junit', junit]);
    const failed = resultsOf(output).filter((result) => result.verdict !== 'pass');
    expect(failed.map(({ scenario, verdict, reason }) => ({ scenario, verdict, reason }))).toEqual([]);
    expect(resultsOf(output)).toHaveLength(28);
    expect(code).toBe(0);
    expect(await readFile(junit, 'utf8')).toContain('<testsuite name="meterscope" tests="28" failures="0" errors="0"');

    const described = (await simulator.control('GET', '')) as { utilities: { utility: string; scenarios: string[] }[] };
    const withCca = described.utilities.find(({ scenarios }) =>
      scenarios.some((name) => name.endsWith('_cca_service')),
    );
    const name = withCca?.scenarios.find((scenario) => scenario.endsWith('_cca_service')) ?? 'none';
    const cca = await runTests(simulator.bootstrap, [
      '--scenarios',
      name,
      '--utilities',
      withCca?.utility ?? 'none',
      '--json',
    ]);
    expect(resultsOf(cca.output)[0]).toMatchObject({ scenario: name, verdict: 'pass' });
  });

  it('refuses scenarios that nobody knows', async () => {
    const { code } = await runTests(simulator.bootstrap, ['--scenarios', 'residential,nonsense']);
    expect(code).toBe(2);
  });
});

describe('a service that cannot be judged', () => {
  async function against(rule: Rule, options: readonly string[]) {
    const falsifying = await startFalsifyingService(simulator.bootstrap.api_base, () => rule);
    try {
      return await runTests({ ...simulator.bootstrap, api_base: falsifying.apiBase }, [...options, '--json']);
    } finally {
      await falsifying.stop();
    }
  }

  it('ends with a code of its own, and is an error in the JUnit file', async () => {
    const junit = path.join(folder, 'unjudged.xml');
    const refused: Rule = (passing) => {
      if (passing.path === '/events') passing.status = 401;
    };
    const { code, output } = await against(refused, ['--scenarios', 'residential,badlogin', '--junit', junit]);
    expect(resultsOf(output).map(({ verdict }) => verdict)).toEqual(['unjudged', 'unjudged']);
    expect(code).toBe(3);
    const report = await readFile(junit, 'utf8');
    expect(report).toContain('failures="0" errors="2"');
    expect(report).toContain('<error type="unjudged"');
  });

  it('passes no other reason in silence, unless it is told to', async () => {
    const renamed: Rule = (passing) => {
      for (const { notes } of passing.entries) for (const note of Array.isArray(notes) ? notes : []) note.type = 'gone';
    };
    const { code, output } = await against(renamed, ['--scenarios', 'websitedown']);
    expect(resultsOf(output)[0]).toMatchObject({
      verdict: 'differs',
      reason: expect.stringContaining('the reason differs'),
    });
    expect(code).toBe(1);
    expect((await against(renamed, ['--scenarios', 'websitedown', '--accept-other-reasons'])).code).toBe(0);
  });
});

describe('runs as one HTML page', () => {
  it('hold what happened, and no token, no script and no reference, whatever the service says', async () => {
    const { api_token, api_base } = simulator.bootstrap;
    const hostile = `<script>alert(1)</script> ${api_token} jane.doe@example.com`;
    const falsifying = await startFalsifyingService(api_base, () => (passing) => {
      for (const { notes } of passing.entries)
        for (const note of Array.isArray(notes) ? notes : []) note.message = hostile;
    });
    const file = path.join(folder, 'runs.html');
    try {
      const bootstrap = { ...simulator.bootstrap, api_base: falsifying.apiBase };
      const { code } = await runTests(bootstrap, ['--scenarios', 'badlogin_after,residential', '--html', file]);
      expect(code).toBe(0);
    } finally {
      await falsifying.stop();
    }
    const page = await readFile(file, 'utf8');
    expect(page).toContain('<title>2 of 2 test submissions passed</title>');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; *** [email]');
    expect(page).not.toContain('<script');
    expect(page).not.toContain(api_token);
    expect(page).not.toContain('jane.doe');
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base|form)\b|\ssrc=|url\(|@import/i);
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(['#run-1', '#run-2']);
    // What the program asked stands between what it saw.
    expect(page).toContain('/test-submit → 200');
    expect(page).toContain('GET /api/v2/authorizations?');
  });
});

describe('two commands at the same time', () => {
  it('fail nothing of a service that is right: a run whose meters the other took is superseded', async () => {
    const slower = await startSimulator(['--clock', '60']);
    try {
      const test = () => runTests(slower.bootstrap, ['--scenarios', 'commercial,revoked,residential', '--json']);
      const results = await Promise.all([test(), test()]);
      const verdicts = results.flatMap(({ output }) => resultsOf(output));
      for (const scenario of ['commercial', 'revoked', 'residential']) {
        const both = verdicts.filter((result) => result.scenario === scenario).map(({ verdict }) => verdict);
        expect(both, scenario).toContain('pass');
        expect(['pass', 'superseded'], scenario).toEqual(expect.arrayContaining(both));
      }
      for (const { code, output } of results) {
        expect(code).toBe(resultsOf(output).every(({ verdict }) => verdict === 'pass') ? 0 : 3);
      }
    } finally {
      await slower.stop();
    }
  });
});

describe('a falsified service', () => {
  it.each(SABOTAGE)('%s is found in %s', async (_what, scenario, rule, check) => {
    const service = await startFalsifyingService(simulator.bootstrap.api_base, () => rule);
    try {
      const { code, output } = await runTests({ ...simulator.bootstrap, api_base: service.apiBase }, [
        '--scenarios',
        scenario,
        '--json',
        '--patience',
        '4000',
      ]);
      const [result] = resultsOf(output);
      expect(result?.verdict).toBe('fail');
      expect(result?.checks.filter(({ state }) => state === 'fail').map(({ id }) => id)).toContainEqual(
        expect.stringMatching(check),
      );
      expect(code).toBe(1);
    } finally {
      await service.stop();
    }
  });
});
