/**
 * `npm test`: everything that this machine can run, and one line for each thing that it left out and why.
 * With METERSCOPE_TEST_ALL=1 (CI) nothing may be left out, and what failed among processes and windows is tried once more and
 * named: one bad moment of a busy machine must not look like a defect, nor be hidden. The last line counts: `N passed, M failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const reports = mkdtempSync(path.join(os.tmpdir(), 'meterscope-test-'));
const all = process.env.METERSCOPE_TEST_ALL === '1';
const totals = { passed: 0, failed: 0 };
const leftOut = [];
const secondTry = [];

if (!existsSync(path.join(root, '..', 'shared', 'samples'))) {
  leftOut.push('tests on real Green Button files and schemas: ../shared is missing');
}
if (!existsSync(process.env.METERSCOPE_POSTGRES_BIN ?? '/usr/lib/postgresql')) {
  leftOut.push(
    'publishing: PostgreSQL is missing (Debian: postgresql; elsewhere METERSCOPE_POSTGRES_BIN names the folder of its programs)',
  );
}
if (!onPath('xmllint')) leftOut.push('schema validation: xmllint is missing (Debian: libxml2-utils)');

await timed('unit tests', () => vitest('unit'));
await timed('integration tests', () => vitest('integration'));
await timed('end-to-end tests', endToEnd);

rmSync(reports, { recursive: true, force: true });
for (const title of secondTry) console.log(`Passed at the second try only: ${title}`);
for (const line of new Set(leftOut)) console.log(`Left out: ${line}`);
if (all && leftOut.length > 0) {
  console.log('Everything was asked for (METERSCOPE_TEST_ALL=1), so what was left out counts as failed.');
  totals.failed += new Set(leftOut).size;
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

async function timed(name, part) {
  const began = performance.now();
  await part();
  console.log(`${name}: ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
}

async function vitest(project) {
  const report = path.join(reports, `${project}.json`);
  const status = await run('vitest', [
    ...['run', '--config', 'tests/vitest.config.ts', '--project', `${project}*`],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...(all && project === 'integration' ? ['--retry=1'] : []),
  ]);
  if (!existsSync(report)) {
    totals.failed += 1;
    return;
  }
  const result = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += result.numPassedTests;
  // A file that cannot be loaded has no tests to fail, and still failed.
  totals.failed += Math.max(result.numFailedTests, status === 0 ? 0 : 1);
  for (const file of result.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'skipped' || test.status === 'pending') leftOut.push(`${project}: ${test.fullName}`);
    }
  }
}

/** Both hosts, a test after the other in three processes on two cores: a test waits for a part of its time. */
async function endToEnd() {
  // The shell without a window of its own is the same browser, and takes a seventh less processor time.
  const chromium = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => existsSync(file));
  const ownChromium = require('playwright').chromium.executablePath();
  const browser = process.env.METERSCOPE_CHROMIUM ?? (existsSync(ownChromium) ? '' : chromium);
  const hosts = [];
  if (browser === undefined)
    leftOut.push('end-to-end in a browser: no Chromium was found (npx playwright install chromium)');
  else hosts.push('browser');
  const why = noDesktop();
  if (why) leftOut.push(`end-to-end in Electron: ${why}`);
  else hosts.push('desktop');
  if (hosts.length === 0) return;

  const report = path.join(reports, 'e2e.json');
  const args = [
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
    '--reporter=list,json',
    `--workers=${Math.ceil(os.availableParallelism() * 1.5)}`,
    `--retries=${all ? 1 : 0}`,
    ...hosts.map((host) => `--project=${host}`),
  ];
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(browser && { METERSCOPE_CHROMIUM: browser }) };
  const status = await run('playwright', args, env);
  if (!existsSync(report)) {
    totals.failed += 1;
    return;
  }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += stats.expected + stats.flaky;
  totals.failed += Math.max(stats.unexpected, status === 0 ? 0 : 1);
  for (const title of titlesOf(suites, 'skipped')) leftOut.push(`end-to-end, ${title}`);
  secondTry.push(...titlesOf(suites, 'flaky'));
}

/** Hosts and titles of tests with a status of Playwright's report. */
function* titlesOf(suites, status) {
  for (const suite of suites ?? []) {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) if (test.status === status) yield `${test.projectName}: ${spec.title}`;
    }
    yield* titlesOf(suite.suites, status);
  }
}

function noDesktop() {
  const folder =
    process.env.ELECTRON_OVERRIDE_DIST_PATH ??
    path.join(path.dirname(require.resolve('electron/package.json')), 'dist');
  if (!existsSync(folder))
    return 'no Electron runtime is installed (npx install-electron, or ELECTRON_OVERRIDE_DIST_PATH)';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY && !onPath('Xvfb')) {
    return 'there is no display and no Xvfb';
  }
  return undefined;
}

/** Runs a command of this project to its end; resolves with its exit code. */
async function run(command, args, env = {}) {
  console.log(`\n> ${command} ${args.join(' ')}`);
  const bin = path.join(root, 'node_modules', '.bin');
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  });
  child.once('error', (error) => console.error(error.message));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code ?? 1;
}

function onPath(command) {
  return process.env.PATH.split(path.delimiter).some((folder) => existsSync(path.join(folder, command)));
}
