/** The desktop program. Reads like a table of contents; each step lives in a file of its own. */
import { app, type BrowserWindow } from 'electron';
import { startApp } from './app/index.ts';
import { createDesktopHost, desktopDataFolder } from './host/desktop-host.ts';
import { serveIpc } from './host/desktop-ipc.ts';
import { setupMenu } from './host/desktop-menu.ts';
import { guardWebContents, openWindow, prepareSession, registerAppScheme } from './host/desktop-window.ts';

let window: BrowserWindow | undefined;

app.setName('Meterscope');
if (process.env.METERSCOPE_DATA) app.setPath('userData', desktopDataFolder());
app.enableSandbox();
registerAppScheme();
guardWebContents();

if (app.requestSingleInstanceLock()) {
  void run();
} else {
  // The running program shows its window instead (second-instance below).
  app.quit();
}

async function run(): Promise<void> {
  // The core boots while Electron gets ready: child processes and the page's first paint overlap.
  const host = createDesktopHost(desktopDataFolder(), () => window, openRoute);
  const core = startApp(host);
  await app.whenReady();
  prepareSession();
  const { dispatch, topics, close } = await core;
  serveIpc(dispatch, topics, () => window);
  setupMenu(openRoute);
  showWindow();

  app.on('second-instance', () => showWindow());
  app.on('activate', () => showWindow());
  app.on('window-all-closed', () => app.quit());
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    // Quit for good once the engine has closed its files.
    event.preventDefault();
    void close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}

function showWindow(route = ''): void {
  if (window && !window.isDestroyed()) {
    if (window.isMinimized()) window.restore();
    window.focus();
    return;
  }
  window = openWindow(route);
  window.on('closed', () => {
    window = undefined;
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    // The page crashed; the core did not. A fresh page finds everything where it was.
    if (details.reason !== 'clean-exit') window?.webContents.reload();
  });
}

function openRoute(route: string): void {
  showWindow(route);
  window?.webContents.send('meterscope:route', route);
}
