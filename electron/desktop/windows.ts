/** The windows of the program: all show the same core, each its own view. */
import { type BrowserWindow, dialog, screen } from 'electron';
import type { JobView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import type { WindowOffer } from '#shared/window-offer.ts';
import { badgeCount, showBadge } from './badge.ts';
import { progressOf } from './job-progress.ts';
import { Offers } from './offers.ts';
import { keepAlive, openWindow } from './window.ts';
import { asItIs, fittingPlace, type KeptWindow, keepWindows, readWindows, type WindowPlace } from './window-place.ts';

/** How far another window lies from the one that it was opened from, both ways. */
const STEP = 28;

export class Windows {
  readonly #all = new Set<BrowserWindow>();
  readonly #placeFile: () => string;
  readonly #jobs: () => readonly JobView[];
  /** The one that had the focus last. */
  #current: BrowserWindow | undefined;
  readonly #offers = new Offers();
  #follow: () => void = () => undefined;
  #badge = 0;
  /** Windows of the last time that are not open again yet. */
  #waiting: readonly KeptWindow[] = [];
  #isQuitting = false;
  #isAsking = false;

  /**
   * @param placeFile where it is kept how the windows lay
   * @param jobs of all workspaces
   */
  constructor(placeFile: () => string, jobs: () => readonly JobView[]) {
    this.#placeFile = placeFile;
    this.#jobs = jobs;
  }

  /** The one to which dialogs belong; undefined where all are closed. */
  get current(): BrowserWindow | undefined {
    return this.#current;
  }

  get all(): ReadonlySet<BrowserWindow> {
    return this.#all;
  }

  /** How far the jobs are, on each window's button in the task bar; without jobs how much needs attention. */
  showWaiting(): void {
    const jobs = this.#jobs();
    const progress = progressOf(jobs);
    for (const window of this.#all) if (!window.isDestroyed()) window.setProgressBar(progress);
    const badge = badgeCount(jobs, this.offer?.attention);
    if (badge !== this.#badge) showBadge(badge, this.#all);
    this.#badge = badge;
  }

  /** What the window in front offers to the menu. */
  get offer(): WindowOffer | undefined {
    return this.#offers.of(this.#current);
  }

  /** Who follows what the window in front offers; told now, and whenever it changes. */
  onOffer(follow: () => void): void {
    this.#follow = follow;
    follow();
  }

  /** @param told by the page of a window: what it offers */
  take(window: BrowserWindow, told: unknown): void {
    this.#offers.take(window, told);
    if (window === this.#current) this.#offerChanged();
  }

  #offerChanged(): void {
    this.#follow();
    this.showWaiting();
  }

  #setCurrent(window: BrowserWindow | undefined): void {
    if (this.#current === window) return;
    this.#current = window;
    this.#offerChanged();
  }

  /** The whole program ends: nobody is asked about single windows, and all are there again at the next start. */
  quitting(): void {
    this.#keep();
    this.#isQuitting = true;
  }

  /** Brings the program to the front; with a window on this address where it has none. */
  show(route = ''): void {
    const window = this.#current;
    if (window === undefined) this.open(route);
    else {
      if (window.isMinimized()) window.restore();
      window.focus();
    }
  }

  /**
   * The first window of a start, where the one in front was when the program ended. Alone it begins as the page begins, with the
   * meter that was open last; one of several shows what it showed. The others are opened by {@link restore}.
   * @param route where the start was asked for an address
   */
  begin(route = ''): void {
    const [front, ...others] = readWindows(this.#placeFile());
    this.#waiting = others;
    const shown = route === '' && others.length > 0 ? (front?.route ?? '') : route;
    this.#setCurrent(this.#open(shown, front, true));
  }

  /** Opens the other windows of the last time, one after the other, behind the first. */
  async restore(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isQuitting) {
      const [next, ...rest] = this.#waiting;
      this.#waiting = rest;
      if (next === undefined) return;
      const { webContents } = this.#open(next.route, next, false);
      await new Promise<void>((resolve) => {
        webContents.once('did-stop-loading', () => resolve());
        webContents.once('destroyed', () => resolve());
      });
    }
  }

  /** One more window. */
  open(route = ''): void {
    const beside = this.#current?.getNormalBounds();
    const place = beside && { ...beside, x: beside.x + STEP, y: beside.y + STEP, isMaximised: false };
    this.#setCurrent(this.#open(route, place ?? readWindows(this.#placeFile())[0], true));
    this.#keep();
  }

  /** Keeps how the windows are for the next start; nothing where all are closed. */
  #keep(): void {
    const front = this.#current;
    if (this.#isQuitting || front === undefined || front.isDestroyed()) return;
    const others = [...this.#all].filter((window) => window !== front && !window.isDestroyed());
    keepWindows(this.#placeFile(), [...[front, ...others].map(asItIs), ...this.#waiting]);
  }

  #open(route: string, place: WindowPlace | undefined, inFront: boolean): BrowserWindow {
    const { workArea } = screen.getPrimaryDisplay();
    const areas = [workArea, ...screen.getAllDisplays().map((display) => display.workArea)];
    const window = openWindow(route, fittingPlace(place, areas), inFront);
    if (place?.isMaximised) window.maximize();
    this.#all.add(window);
    window.on('focus', () => this.#setCurrent(window));
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      this.#offers.forget(window);
      if (window === this.#current) this.#offerChanged();
    });
    window.on('close', (event) => {
      if (this.#isQuitting || this.#all.size > 1) return;
      this.#keep();
      const jobs = this.#jobs()
        .filter(isActive)
        .map(({ title }) => title);
      if (jobs.length === 0) return;
      event.preventDefault();
      if (this.#isAsking) return;
      this.#isAsking = true;
      void askToEnd(window, jobs).then((end) => {
        this.#isAsking = false;
        if (end && !window.isDestroyed()) window.destroy();
      });
    });
    window.on('closed', () => {
      this.#all.delete(window);
      if (this.#current === window) this.#setCurrent([...this.#all].at(-1));
      this.#keep();
    });
    // Windows ends its programs without asking them to quit.
    window.on('session-end', () => this.quitting());
    keepAlive(window);
    return window;
  }
}

async function askToEnd(window: BrowserWindow, jobs: readonly string[]): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: jobs.length === 1 ? 'A job is running.' : `${jobs.length} jobs are running.`,
    detail: `${jobs.join('\n')}\n\nWhat was fetched is kept; the rest goes on with the next start.`,
    buttons: ['Keep it open', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
