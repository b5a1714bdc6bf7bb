/**
 * The program under test, started as a user would: a data folder and a simulator of its own for each test, in real
 * Electron (`desktop`) or in Chromium on the browser host (`browser`). What a user must never see fails the test:
 * console errors, refused content (CSP), unhandled rejections.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  _electron,
  type Browser,
  type BrowserContext,
  test as base,
  chromium,
  type ElectronApplication,
  expect,
  type Page,
} from '@playwright/test';
import { endProcess, firstLine, projectRoot, type Simulator, startSimulator } from '../fixtures/simulator.ts';
import { type Rule, startFalsifyingService } from '../verdicts/falsifying-service.ts';
import { cleanEnv, dist, startBrowserHost } from './browser-host.ts';
import { BOOTSTRAP_FILE, copyFetchedDemo } from './fetched-demo.ts';
import { hasVirtualScreens } from './screens.ts';

export { expect, projectRoot };

export interface HostOption {
  host: 'desktop' | 'browser';
}

/**
 * What a test begins with, set with `test.use({ beginsWith: 'nothing' })`: the demo as an earlier start of the program has fetched
 * it, or an empty data folder, where the first start and the first fetch are what is tested.
 */
type Beginning = 'fetched demo' | 'nothing';

/** How the program is started; set with `test.use({ launch: {...} })`. */
export interface LaunchOptions {
  /** Extra environment, e.g. `TZ`. */
  env?: Record<string, string>;
  /** Extra options of the simulator, e.g. `['--clock', '600']`. */
  service?: string[];
  /** Falsifies what the service answers, see falsifying-service.ts. */
  falsify?: Rule;
  /** Viewport; the window's content size, in pixels of the screen. */
  size?: { width: number; height: number };
  /** 2 is a zoom of 200 %: half as many CSS pixels each way. */
  zoom?: number;
  /** Of the system: what the formats follow where nothing is chosen. `en` names no region. */
  locale?: string;
}

export interface Program {
  readonly kind: 'desktop' | 'browser';
  readonly data: string;
  /** Id of the demo's newest job before the program was started; empty where there was none. */
  readonly lastJob: string;
  page: Page;
  /** Of the desktop host. */
  electron: ElectronApplication | undefined;
  /** Id of the main process (Electron's, or the browser host's). */
  pid(): number;
  /** Quits in good order, does something to the data in between, and starts again on them. */
  restart(between?: () => Promise<void>): Promise<void>;
  /** Ends the main process at once (SIGKILL) and starts again on the same data. */
  killAndRestart(): Promise<void>;
  /** Quits in good order; what it wrote is there to be looked at. */
  stop(): Promise<void>;
  /** Complaints of the page so far. */
  complaints: string[];
  /** Tells that a test provokes such complaints on purpose. */
  allowComplaint(pattern: RegExp): void;
}

/** What the tests of one process share, one after the other. */
interface Shared {
  /** For the browser host; each test has a context of its own in it, as another user would. */
  chromium: Browser | undefined;
  /** A screen of its own for the desktop host: windows on one screen share its clipboard. */
  display: undefined;
}

interface Fixtures {
  beginsWith: Beginning;
  launch: LaunchOptions;
  dataFolder: { data: string; lastJob: string };
  simulator: Simulator;
  program: Program;
  page: Page;
}

export const test = base.extend<Fixtures, HostOption & Shared>({
  host: ['browser', { option: true, scope: 'worker' }],
  beginsWith: ['fetched demo', { option: true }],
  launch: [{}, { option: true }],

  chromium: [
    async ({ host }, use) => {
      const browser =
        host === 'browser' ? await chromium.launch({ ...browserPath(), args: CHROMIUM_FLAGS }) : undefined;
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker' },
  ],

  display: [
    async ({ host }, use) => {
      if (host === 'browser' || !hasVirtualScreens()) return await use(undefined);
      const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      process.env.DISPLAY = `:${await firstLine(server)}`;
      delete process.env.WAYLAND_DISPLAY;
      await use(undefined);
      await endProcess(server, 'SIGTERM');
    },
    { scope: 'worker', auto: true },
  ],

  // The first of a run takes as long as a fetch of the demo.
  dataFolder: [
    async ({ beginsWith }, use) => {
      const data = await mkdtemp(path.join(os.tmpdir(), 'meterscope-e2e-'));
      const lastJob = beginsWith === 'nothing' ? '' : await copyFetchedDemo(data);
      await use({ data, lastJob });
      await rm(data, { recursive: true, force: true, maxRetries: 3 });
    },
    { timeout: 300_000 },
  ],

  simulator: async ({ launch }, use) => {
    const simulator = await startSimulator(launch.service);
    await use(simulator);
    await simulator.stop();
  },

  program: async ({ host, chromium: browser, launch, dataFolder, simulator }, use, testInfo) => {
    const { data, lastJob } = dataFolder;
    const bootstrapFile = path.join(data, BOOTSTRAP_FILE);
    const { falsify } = launch;
    const proxy = falsify && (await startFalsifyingService(simulator.bootstrap.api_base, () => falsify));
    const bootstrap = { ...simulator.bootstrap, ...(proxy && { api_base: proxy.apiBase }) };
    await writeFile(bootstrapFile, JSON.stringify(bootstrap), { mode: 0o600 });
    const env = { ...cleanEnv(), METERSCOPE_DATA: data, METERSCOPE_DEMO_BOOTSTRAP: bootstrapFile, ...launch.env };
    const starter = browser ? browserStarter(env, launch, browser) : desktopStarter(env, launch);
    const complaints: string[] = [];
    const allowed: RegExp[] = [];
    const complain = (text: string) => complaints.push(text);
    let stopped = false;
    let running = await starter.start(complain).catch(async (error) => {
      await starter.stop();
      await proxy?.stop();
      throw error;
    });
    const program: Program = {
      kind: host,
      data,
      lastJob,
      page: running.page,
      electron: running.electron,
      pid: () => running.pid,
      complaints,
      allowComplaint: (pattern) => allowed.push(pattern),
      restart: (between) => again(() => running.quit().then(between)),
      killAndRestart: () => again(running.kill),
      stop: async () => {
        if (!stopped) await running.quit();
        stopped = true;
      },
    };
    async function again(stop: () => Promise<void>): Promise<void> {
      await stop();
      running = await starter.start(complain);
      program.page = running.page;
      program.electron = running.electron;
    }
    await use(program);
    if (testInfo.status !== testInfo.expectedStatus) {
      const shot = await program.page.screenshot().catch(() => undefined);
      if (shot) await testInfo.attach('page', { body: shot, contentType: 'image/png' });
    }
    await program.stop();
    await starter.stop();
    await proxy?.stop();
    expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
  },

  page: async ({ program }, use) => {
    await use(program.page);
  },
});

/** Saves a picture for the README, in the desktop host only (one set of pictures). */
export async function screenshotForReadme(program: Program, name: string): Promise<void> {
  if (program.kind !== 'desktop' || !process.env.METERSCOPE_SCREENSHOTS) return;
  // Messages in the corner go by themselves.
  await expect(program.page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 30_000 });
  await program.page.screenshot({ path: path.join(projectRoot, 'docs', 'screenshots', `${name}.png`) });
}

/** Saves pictures to look at, light and dark, where `METERSCOPE_SHOTS` names a folder for them. */
export async function screenshot({ kind, page }: Program, name: string): Promise<void> {
  const folder = process.env.METERSCOPE_SHOTS;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(folder, `${kind}-${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: null });
}

interface Running {
  page: Page;
  electron: ElectronApplication | undefined;
  pid: number;
  quit(): Promise<void>;
  kill(): Promise<void>;
}
interface Starter {
  start(complain: (text: string) => void): Promise<Running>;
  stop(): Promise<void>;
}

function desktopStarter(env: Record<string, string>, launch: LaunchOptions): Starter {
  return {
    async start(complain) {
      const electron = await _electron.launch({
        args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '-r', path.join(dist, 'main.cjs'), projectRoot],
        env: { ...env, LC_ALL: launch.locale ? `${launch.locale.replace('-', '_')}.UTF-8` : 'C.UTF-8' },
        // No executablePath: only then Playwright holds the program back until it listens to it.
      });
      askAgainWhenLost(electron);
      const page = await electron.firstWindow();
      listen(page, complain);
      const child = electron.process();
      const { width, height } = launch.size ?? { width: 1280, height: 800 };
      await electron.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
        { width, height },
      );
      const { zoom } = launch;
      if (zoom !== undefined) {
        await electron.evaluate(
          ({ BrowserWindow }, factor) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor),
          zoom,
        );
      }
      return {
        page,
        electron,
        pid: child.pid ?? 0,
        quit: () => electron.close(),
        kill: () => endProcess(child, 'SIGKILL'),
      };
    },
    stop: async () => undefined,
  };
}

function browserStarter(env: Record<string, string>, launch: LaunchOptions, browser: Browser): Starter {
  let context: BrowserContext | undefined;
  return {
    async start(complain) {
      const { child, address } = await startBrowserHost(env);
      try {
        // The user's browser goes on over a restart of the program, with what it remembers of the page.
        const { width, height } = launch.size ?? { width: 1280, height: 800 };
        const zoom = launch.zoom ?? 1;
        context ??= await browser.newContext({
          viewport: { width: width / zoom, height: height / zoom },
          deviceScaleFactor: zoom,
          locale: launch.locale ?? 'en',
          // What fades takes a twentieth of the time of all tests. The desktop host has all motion.
          reducedMotion: 'reduce',
        });
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const page = await context.newPage();
        listen(page, complain);
        await page.goto(address);
        return {
          page,
          electron: undefined,
          pid: child.pid ?? 0,
          // A tab that outlives its host rightly complains; a closed one does not.
          quit: () => page.close().then(() => endProcess(child, 'SIGTERM')),
          kill: () => page.close().then(() => endProcess(child, 'SIGKILL')),
        };
      } catch (error) {
        // Without a page the test fails, and nobody would end the host.
        await endProcess(child, 'SIGKILL');
        throw error;
      }
    },
    stop: async () => {
      await context?.close();
    },
  };
}

/** Debian's Chromium where Playwright's own browser is not installed; root needs the sandbox off. */
function browserPath(): { executablePath?: string } {
  return process.env.METERSCOPE_CHROMIUM ? { executablePath: process.env.METERSCOPE_CHROMIUM } : {};
}

const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function listen(page: Page, complain: (text: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complain(`page error: ${error.stack ?? error.message}`));
  page.on('crash', () => complain('the page crashed'));
}

/**
 * V8 may collect the promise by which Playwright waits for an answer of the main process ("Resulting promise was garbage
 * collected"): nothing of the program's doing, so the question is put again.
 */
function askAgainWhenLost(electron: ElectronApplication): void {
  const evaluate = electron.evaluate.bind(electron) as (...asked: unknown[]) => Promise<unknown>;
  const patient = async (...asked: unknown[]): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await evaluate(...asked);
      } catch (error) {
        if (tries === 10 || !String(error).includes('promise was garbage collected')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  electron.evaluate = patient as ElectronApplication['evaluate']; // the same signature
}
