/** The one window: sandboxed, isolated, from `app://`; navigation, new windows, webviews and permissions are refused. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, protocol, type Session, session, shell } from 'electron';
import { rendererFile } from '../rpc/renderer-files.ts';
import { externalUrl } from './host.ts';

/** Scheme and origin of the renderer. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://meterscope';

const here = path.dirname(fileURLToPath(import.meta.url));
/** The built renderer lies beside the main bundle. */
export const RENDERER_ROOT = path.join(here, '..', 'renderer');

/** Must run before the app is ready: gives `app://` a real origin, fetch and streams. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

/** Serves the renderer's files and refuses every permission. Once, after the app is ready. */
export function prepareSession(): void {
  const own = session.defaultSession;
  own.protocol.handle(APP_SCHEME, async (request) => {
    const url = new URL(request.url);
    if (url.origin !== APP_ORIGIN && url.host !== 'meterscope') return new Response('Not found', { status: 404 });
    const file = await rendererFile(RENDERER_ROOT, url.pathname, 'none');
    return new Response(Uint8Array.from(file.body), { status: file.status, headers: file.headers });
  });
  refuseEverything(own);
}

function refuseEverything(own: Session): void {
  own.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  );
  own.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
  own.setDevicePermissionHandler(() => false);
  // Nothing but the program's own files is ever loaded by the page; the main side does the HTTP.
  own.webRequest.onBeforeRequest((details, answer) => {
    const allowed = [`${APP_ORIGIN}/`, 'devtools://', 'data:', `blob:${APP_ORIGIN}/`];
    answer({ cancel: !allowed.some((start) => details.url.startsWith(start)) });
  });
}

/** Guards that hold for every web contents that ever comes to be. */
export function guardWebContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      try {
        void shell.openExternal(externalUrl(url));
      } catch {
        // Refused links open nowhere; the renderer's own links go through app.openExternal, which explains.
      }
      return { action: 'deny' };
    });
  });
}

/** Opens the window on an address of the renderer. */
export function openWindow(route: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Meterscope',
    backgroundColor: '#14171c',
    autoHideMenuBar: true,
    webPreferences: {
      preload: path.join(here, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${APP_ORIGIN}/${route.replace(/^\/+/, '')}`);
  return window;
}
