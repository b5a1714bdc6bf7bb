/** The contract over Electron's IPC: the only place that touches ipcMain. The sender must be our page's own main frame. */
import { type BrowserWindow, ipcMain, type WebFrameMain } from 'electron';
import type { Reply } from '#shared/contract/index.ts';
import type { Dispatch, TopicHub } from '../rpc/index.ts';
import { APP_ORIGIN } from './desktop-origin.ts';

/** Channel names; preload.ts uses the same ones. */
const CALL_CHANNEL = 'meterscope:call';
const TOPIC_CHANNEL = 'meterscope:topic';

/** Answers calls of the window. */
export function serveCalls(dispatch: Dispatch, window: () => BrowserWindow | undefined): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown): Promise<Reply<unknown>> | Reply<unknown> => {
    if (!isOwnMainFrame(event.senderFrame, window())) {
      return { ok: false, error: { code: 'wrong_sender', message: 'Only the page of this program may ask for that.' } };
    }
    return dispatch(typeof name === 'string' ? name : '', input);
  });
}

/** Lets the window hear what changes. */
export function forwardTopics(topics: TopicHub, window: () => BrowserWindow | undefined): void {
  topics.subscribe((topic, payload) => {
    const contents = window()?.webContents;
    if (contents && !contents.isDestroyed() && !contents.isCrashed()) contents.send(TOPIC_CHANNEL, topic, payload);
  });
}

/** Main frame of our own window, and exactly our origin: an iframe, a popup or a foreign page is refused. */
function isOwnMainFrame(frame: WebFrameMain | null, window: BrowserWindow | undefined): boolean {
  if (frame === null || window === undefined || window.isDestroyed()) return false;
  if (frame !== window.webContents.mainFrame) return false;
  const url = URL.canParse(frame.url) ? new URL(frame.url) : undefined;
  return url !== undefined && `${url.protocol}//${url.host}` === APP_ORIGIN;
}
