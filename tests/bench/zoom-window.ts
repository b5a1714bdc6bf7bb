/** The load profile in the real window (Electron): from a wheel or a key to the picture with the data of its span. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KEYS = ['Shift+ArrowLeft', 'Shift+ArrowRight', '+', '-'] as const;

export interface ZoomTimes {
  /** Milliseconds until the picture moved with what was there. */
  moved: number[];
  /** Milliseconds until the data of the new span were drawn. */
  drawn: number[];
  /** Milliseconds of processor time that the page's main thread spent, the statistics of the new span included. */
  work: number[];
}

/** Opens a file of one meter in a data folder of its own, zooms and pans so many times by wheel and by key. */
export async function zoomInWindow(file: string, data: string, steps: number): Promise<ZoomTimes> {
  const bootstrap = join(data, '..', 'bootstrap.json');
  // No service: the demo workspace hears that its line cannot be read, and stays empty.
  await writeFile(bootstrap, '{}');
  const electron = await _electron.launch({
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '-r',
      join(ROOT, 'dist', 'electron', 'main.cjs'),
      ROOT,
    ],
    env: { ...environment(), METERSCOPE_DATA: data, METERSCOPE_DEMO_BOOTSTRAP: bootstrap },
  });
  try {
    const page = await electron.firstWindow();
    await openMeter(electron, page, file);
    return await walk(page, steps);
  } finally {
    await electron.close();
  }
}

async function openMeter(electron: ElectronApplication, page: Page, file: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
  await electron.evaluate(({ dialog, BrowserWindow }, filePath) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800);
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, file);
  await page.evaluate(() => {
    location.hash = '/w/files/files';
  });
  await page.getByRole('button', { name: 'Open files' }).first().click();
  await page.locator('.ms-profile [data-series]').first().waitFor({ timeout: 300_000 });
}

async function walk(page: Page, steps: number): Promise<ZoomTimes> {
  const profile = page.locator('.ms-profile');
  await profile.focus();
  await page.keyboard.press('a');
  await page.waitForFunction(settled);
  const box = await profile.boundingBox();
  if (!box) throw new Error('The load profile is not on the screen.');
  const times: ZoomTimes = { moved: [], drawn: [], work: [] };
  const spent = await processorTime(page);
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.move(box.x + box.width * (0.2 + 0.6 * ((step * 0.618) % 1)), box.y + box.height / 2);
    const before = await spent();
    await page.evaluate(listen);
    const deep = step % 40 < 20;
    if (step % 4 === 3) await page.keyboard.press(KEYS[(step >> 2) % KEYS.length] ?? '+');
    else await page.mouse.wheel(0, deep ? -180 : 180);
    const one = await page.evaluate(() => (window as Measuring).measured);
    if (!one) continue;
    times.moved.push(one.moved);
    times.drawn.push(one.drawn);
    times.work.push((await spent()) - before);
  }
  return times;
}

/** What the page's main thread has used of the processor so far, ms: other programs do not count. */
async function processorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
}

/** In the page: no answer is on its way. */
function settled(): boolean {
  return document.querySelector('.ms-profile')?.getAttribute('data-busy') === 'false';
}

/** What {@link listen} leaves in the page: undefined where the input moved nothing, as at an end of the data. */
type Measuring = Window & { measured?: Promise<{ moved: number; drawn: number } | undefined> };

/** In the page: listens for one wheel or key, and for the frames that it leads to. */
function listen(): void {
  const profile = document.querySelector('.ms-profile');
  if (!profile) throw new Error('There is no load profile.');
  const span = () => `${profile.getAttribute('data-from')} ${profile.getAttribute('data-to')}`;
  const before = span();
  (window as Measuring).measured = new Promise((resolve) => {
    let began: number | undefined;
    let moved: number | undefined;
    const onInput = (event: Event) => {
      began ??= event.timeStamp;
      // Where nothing moves, no answer will come.
      setTimeout(() => span() === before && finish(undefined), 1000);
    };
    /** Once the frame that shows what is there now was handed on. */
    const afterFrame = (then: (at: number) => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => then(performance.now());
        port2.postMessage(undefined);
      });
    const watcher = new MutationObserver(() => {
      if (began === undefined || span() === before) return;
      const since = began;
      if (moved === undefined) {
        moved = 0;
        afterFrame((at) => (moved = at - since));
      }
      if (profile.getAttribute('data-busy') === 'false') {
        watcher.disconnect();
        afterFrame((at) => finish({ moved: moved || at - since, drawn: at - since }));
      }
    });
    const finish = (times: { moved: number; drawn: number } | undefined) => {
      watcher.disconnect();
      window.removeEventListener('wheel', onInput, true);
      window.removeEventListener('keydown', onInput, true);
      resolve(times);
    };
    watcher.observe(profile, { attributes: true, attributeFilter: ['data-busy', 'data-from', 'data-to'] });
    window.addEventListener('wheel', onInput, { capture: true, passive: true });
    window.addEventListener('keydown', onInput, true);
  });
}

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
