/**
 * Benchmark: how soon the window answers keys and the wheel while a portfolio is fetched, beside the same window at rest.
 * The browser host with Chromium (`METERSCOPE_CHROMIUM`, if Playwright has none) and the list of meters, against the simulator:
 * `--authorizations 60 --months 37`. Needs a build.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { SESSION_KEY_HEADER } from '../../shared/browser-session.ts';
import { isActive, type JobState } from '../../shared/job-states.ts';
import { cleanEnv, startBrowserHost } from '../e2e/browser-host.ts';
import { endProcess, startSimulator } from '../fixtures/simulator.ts';
import { percentile, timesInWords } from './store-bench.ts';

const { values: options } = parseArgs({
  options: {
    authorizations: { type: 'string', default: '60' },
    months: { type: 'string', default: '37' },
    /** At rest, so many rounds of keys and wheel. */
    rounds: { type: 'string', default: '20' },
    json: { type: 'string' },
  },
});
/** Between two keys: quick typing. Milliseconds. */
const BETWEEN_KEYS = 90;
const WORDS = ['oak', 'elm st', 'house', '12', 'garden'];
const LONGEST_RUN_MS = 600_000;

/** What a page tells of its inputs. Milliseconds. */
interface Heard {
  /** From the key or the wheel to the first line of the page's code that hears of it. */
  waited: number[];
  /** From there to the frame that shows what it led to. */
  shown: number[];
  /** Tasks of the main thread of 50 ms and more. */
  long: number[];
}

/** Of the browser's session; the page sends it with each question. */
let sessionKey = '';
const folder = mkdtempSync(join(tmpdir(), 'meterscope-bench-'));
const simulator = await startSimulator(['--portfolio', options.authorizations, '--months', options.months]);
const bootstrap = join(folder, 'bootstrap.json');
writeFileSync(bootstrap, JSON.stringify(simulator.bootstrap), { mode: 0o600 });
const host = await startBrowserHost(
  { ...cleanEnv(), METERSCOPE_DATA: join(folder, 'data'), METERSCOPE_DEMO_BOOTSTRAP: bootstrap },
  ['--port', '0'],
);
const { METERSCOPE_CHROMIUM: executablePath } = process.env;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(listen);
  page.on('request', (request) => {
    sessionKey = request.headers()[SESSION_KEY_HEADER] ?? sessionKey;
  });
  await page.goto(host.address);
  await page.getByRole('main').waitFor();
  await page.evaluate(() => location.assign('#/w/demo/meters'));
  await page.getByRole('textbox', { name: 'Search meters' }).waitFor();
  await jobState(page, (state) => state === 'running');
  await heard(page);
  const began = performance.now();
  let rounds = 0;
  let state = await stateOfJob(page);
  // The first sync of the workspace, which the program begins by itself. It waits now and then, as the service asks it to.
  for (; state && isActive({ state }) && performance.now() - began < LONGEST_RUN_MS; rounds += 1) {
    await use(page, rounds);
    state = await stateOfJob(page);
  }
  const during = await heard(page);
  const seconds = (performance.now() - began) / 1000;
  if (state !== 'done') throw new Error(`The sync ended as ${state}.`);
  for (let round = 0; round < Number(options.rounds); round += 1) await use(page, round);
  const rest = await heard(page);
  console.log(
    `${options.authorizations} authorizations fetched in ${seconds.toFixed(0)} s, ${rounds} rounds of keys and wheel`,
  );
  console.log(inWords('during the sync', during));
  console.log(inWords('at rest after it', rest));
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ seconds, rounds, during, rest }, null, 2)}\n`);
} finally {
  await browser.close();
  await endProcess(host.child, 'SIGTERM');
  await simulator.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Runs in the page, before its own code. */
function listen(): void {
  const told: Heard = { waited: [], shown: [], long: [] };
  Object.assign(window, { told });
  const hear = (event: Event) => {
    const now = performance.now();
    told.waited.push(now - event.timeStamp);
    // A message after the frame's own work comes once it was handed over.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => told.shown.push(performance.now() - event.timeStamp);
      port2.postMessage(undefined);
    });
  };
  for (const name of ['keydown', 'wheel']) addEventListener(name, hear, { capture: true, passive: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) told.long.push(duration);
  }).observe({ type: 'longtask' });
}

/** What was heard since the last time. */
async function heard(page: Page): Promise<Heard> {
  return await page.evaluate(() => {
    const { told } = window as unknown as { told: Heard }; // `listen` put it there
    const before = { waited: [...told.waited], shown: [...told.shown], long: [...told.long] };
    for (const list of Object.values(told)) list.length = 0;
    return before;
  });
}

/** Types a search, scrolls through what was found, and takes the search away. */
async function use(page: Page, round: number): Promise<void> {
  const search = page.getByRole('textbox', { name: 'Search meters' });
  await search.focus();
  await page.keyboard.type(WORDS[round % WORDS.length] ?? '', { delay: BETWEEN_KEYS });
  await page.mouse.move(640, 500);
  for (let step = 0; step < 5; step += 1) {
    await page.mouse.wheel(0, step < 3 ? 240 : -360);
    await delay(BETWEEN_KEYS);
  }
  await search.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await delay(BETWEEN_KEYS);
}

async function jobState(page: Page, wanted: (state: JobState | undefined) => boolean): Promise<void> {
  for (const until = Date.now() + 60_000; !wanted(await stateOfJob(page)); await delay(100)) {
    if (Date.now() > until) throw new Error(`The sync did not begin: ${await stateOfJob(page)}.`);
  }
}

/** Of the newest job. Asked as the page itself asks. */
async function stateOfJob(page: Page): Promise<JobState | undefined> {
  return await page.evaluate(
    async ([header, key]) => {
      const answer = await fetch('/rpc/jobs.list', {
        method: 'POST',
        headers: { [header]: key, 'content-type': 'application/json' },
        body: JSON.stringify({ input: { workspace: 'demo' } }),
      });
      const reply = (await answer.json()) as { ok: boolean; value: { state: JobState }[] }; // the contract's
      if (!reply.ok) throw new Error(`The jobs cannot be listed: ${JSON.stringify(reply)}`);
      return reply.value[0]?.state;
    },
    [SESSION_KEY_HEADER, sessionKey] as const,
  );
}

function inWords(name: string, { waited, shown, long }: Heard): string {
  const longest = Math.max(0, ...long);
  return `${name}: ${waited.length} inputs heard after ${timesInWords(waited)}, shown after ${timesInWords(shown)} (longest ${percentile(shown, 1).toFixed(0)} ms); ${long.length} long tasks, the longest ${longest.toFixed(0)} ms`;
}
