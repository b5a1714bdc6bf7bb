/**
 * A data folder in which the demo was fetched once. The program itself makes it, once a run and when a test first asks for
 * it; each test that begins with it gets a copy. Both hosts go on with it as with one of their own.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SESSION_KEY_HEADER, SESSION_KEY_META } from '../../shared/browser-session.ts';
import type { JobLine } from '../../shared/contract/jobs.ts';
import { endProcess, startSimulator } from '../fixtures/simulator.ts';
import { cleanEnv, startBrowserHost } from './browser-host.ts';

/** Tells the processes of a run where there is room for it. */
const PLACE = 'METERSCOPE_E2E_FETCHED_DEMO';
/** In a test's data folder: the line of the simulator that plays the demo's service. */
export const BOOTSTRAP_FILE = 'bootstrap-of-test.json';
const WITHIN_MS = 240_000;

/** Before a run: room for it. What is answered takes it away after the run. */
export default async function makePlace(): Promise<() => Promise<void>> {
  const place = await mkdtemp(path.join(os.tmpdir(), 'meterscope-e2e-demo-'));
  process.env[PLACE] = place;
  return () => rm(place, { recursive: true, force: true, maxRetries: 3 });
}

/** Copies it into an empty folder. Answers with the id of the job that fetched the demo. */
export async function copyFetchedDemo(to: string): Promise<string> {
  const place = process.env[PLACE] ?? '';
  const job = path.join(place, 'job');
  if (!existsSync(job)) await made(place, job);
  await cp(path.join(place, 'data'), to, { recursive: true, preserveTimestamps: true });
  return await readFile(job, 'utf8');
}

/** Made by the first of the processes that run tests at the same time; the others wait, and one of them goes on if it fails. */
async function made(place: string, job: string): Promise<void> {
  const underWay = path.join(place, 'under-way');
  for (const until = Date.now() + WITHIN_MS; ; await wait(100)) {
    if (existsSync(job)) return;
    if (Date.now() > until) throw new Error('Nobody has fetched the demo in time.');
    // Of two at once, one is refused.
    if (await mkdir(underWay).catch(() => true)) continue;
    if (existsSync(job)) return;
    try {
      const data = path.join(place, 'data');
      await rm(data, { recursive: true, force: true, maxRetries: 3 });
      await mkdir(data, { recursive: true });
      await writeFile(`${job}.part`, await fetchDemo(data));
      return await rename(`${job}.part`, job);
    } finally {
      await rm(underWay, { recursive: true });
    }
  }
}

/** Starts the program on the folder, and ends it in good order once its first job is done. Answers with the job's id. */
async function fetchDemo(data: string): Promise<string> {
  const simulator = await startSimulator();
  const bootstrap = path.join(data, BOOTSTRAP_FILE);
  await writeFile(bootstrap, JSON.stringify(simulator.bootstrap), { mode: 0o600 });
  const env = { ...cleanEnv(), METERSCOPE_DATA: data, METERSCOPE_DEMO_BOOTSTRAP: bootstrap };
  // A port that is asked for is not remembered: copies that are used at the same time would all want it.
  const { child, address } = await startBrowserHost(env, ['--port', '0']);
  try {
    const jobs = await jobsOf(address);
    for (const until = Date.now() + WITHIN_MS; ; await wait(100)) {
      const [job] = await jobs();
      if (job?.state === 'done') return job.id;
      if (Date.now() > until) throw new Error(`The demo was not fetched: ${job?.state ?? 'no job'}.`);
    }
  } finally {
    await endProcess(child, 'SIGTERM');
    await simulator.stop();
  }
}

/** Opens a session as a browser does. Answers with what asks for the jobs of the demo, newest first. */
async function jobsOf(address: string): Promise<() => Promise<JobLine[]>> {
  const { origin } = new URL(address);
  const page = await fetch(address);
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const key = new RegExp(`name="${SESSION_KEY_META}" content="([^"]+)"`).exec(await page.text())?.[1] ?? '';
  return async () => {
    const answer = await fetch(`${origin}/rpc/jobs.list`, {
      method: 'POST',
      headers: { origin, cookie, [SESSION_KEY_HEADER]: key, 'content-type': 'application/json' },
      body: JSON.stringify({ input: { workspace: 'demo' } }),
    });
    const reply = (await answer.json()) as { ok: boolean; value: JobLine[] }; // the contract's
    if (!reply.ok) throw new Error(`The jobs cannot be listed: ${JSON.stringify(reply)}`);
    return reply.value;
  };
}
