/** The contract over Electron's IPC: the only place that touches ipcMain. The sender must be our page's own main frame. */
import { type BrowserWindow, ipcMain, type WebFrameMain } from 'electron';
import type { Reply } from '#shared/contract/index.ts';
import { toErrorValue } from '#shared/errors.ts';
import type { Dispatch, TopicHub } from '../rpc/index.ts';
import { APP_ORIGIN } from './origin.ts';

/** Channel names; preload.ts uses the same ones. */
const CALL_CHANNEL = 'meterscope:call';
const FILE_CHANNEL = 'meterscope:file';
const OFFER_CHANNEL = 'meterscope:offer';
const TOPIC_CHANNEL = 'meterscope:topic';

const wrongSender = {
  ok: false,
  error: { code: 'wrong_sender', message: 'Only the page of this program may ask for that.' },
} as const;

/**
 * Answers calls of the windows, and gives handles for the files that are chosen or dropped there.
 * @param giveHandle takes the path of a file and gives its handle
 */
export function serveCalls(
  dispatch: Dispatch,
  giveHandle: (file: string) => Promise<string>,
  windows: () => Iterable<BrowserWindow>,
): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown): Promise<Reply<unknown>> | Reply<unknown> => {
    if (!isOwnMainFrame(event.senderFrame, windows())) return wrongSender;
    return dispatch(typeof name === 'string' ? name : '', input);
  });
  // Only the preload script says this, of a File that the user gave to the page: the page itself cannot name a path.
  ipcMain.handle(FILE_CHANNEL, async (event, file: unknown): Promise<Reply<{ handle: string }>> => {
    if (!isOwnMainFrame(event.senderFrame, windows()) || typeof file !== 'string') return wrongSender;
    try {
      return { ok: true, value: { handle: await giveHandle(file) } };
    } catch (thrown) {
      return { ok: false, error: toErrorValue(thrown) };
    }
  });
}

/** Takes what the pages offer to the program's menu and badge. @param take what it tells is not judged yet */
export function takeOffers(
  windows: () => Iterable<BrowserWindow>,
  take: (window: BrowserWindow, told: unknown) => void,
): void {
  ipcMain.on(OFFER_CHANNEL, (event, told: unknown) => {
    if (!isOwnMainFrame(event.senderFrame, windows())) return;
    const window = [...windows()].find(({ webContents }) => webContents === event.sender);
    if (window) take(window, told);
  });
}

/** Forwards the core's topics to the windows. */
export function forwardTopics(topics: TopicHub, windows: () => Iterable<BrowserWindow>): void {
  topics.subscribe((topic, payload) => {
    for (const window of windows()) {
      if (window.isDestroyed()) continue;
      const { webContents } = window;
      if (!webContents.isDestroyed() && !webContents.isCrashed()) webContents.send(TOPIC_CHANNEL, topic, payload);
    }
  });
}

/** Main frame of a window of ours, and exactly our origin: an iframe, a popup or a foreign page is refused. */
function isOwnMainFrame(frame: WebFrameMain | null, windows: Iterable<BrowserWindow>): boolean {
  if (frame === null) return false;
  if (![...windows].some((window) => !window.isDestroyed() && frame === window.webContents.mainFrame)) return false;
  const url = URL.canParse(frame.url) ? new URL(frame.url) : undefined;
  return url !== undefined && `${url.protocol}//${url.host}` === APP_ORIGIN;
}
