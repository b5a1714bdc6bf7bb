/** The desktop program. Reads like a table of contents; each step lives in a file of its own. */
import './desktop/origin.ts';
import path from 'node:path';
import { app, Menu } from 'electron';
import { openDialog } from '#shared/file-types.ts';
import { LINK_SCHEME, type Route, routeOfLink, routes } from '#shared/routes.ts';
import { DataFolder } from './app/data-folder/data-folder.ts';
import { IN_USE_EXIT } from './app/data-folder/lock.ts';
import { askToShow } from './app/data-folder/show-request.ts';
import type { App } from './app/index.ts';
import { Start } from './app/start/start.ts';
import { giveUp } from './desktop/cannot-start.ts';
import { EarlyRequests } from './desktop/early-requests.ts';
import { createDesktopHost, desktopDataFolder } from './desktop/host.ts';
import { forwardTopics, serveCalls, takeOffers } from './desktop/ipc.ts';
import { askedDataFolder, type LaunchRequest, readLaunchRequest } from './desktop/launch-request.ts';
import { setupMenu } from './desktop/menu.ts';
import { RecentFiles } from './desktop/recent-files.ts';
import { refuseSwitches } from './desktop/refused-switches.ts';
import { tellUnread } from './desktop/unread-files.ts';
import { guardWebContents, prepareSession } from './desktop/window.ts';
import { routeShown } from './desktop/window-place.ts';
import { Windows } from './desktop/windows.ts';
import type { Host } from './host/index.ts';

/** The core, once it was begun. */
let core: ReturnType<typeof loadCore> | undefined;
/** The core, once it is there. */
let started: App | undefined;
let folder: DataFolder | undefined;
/** What the system asks for by events, which macOS sends also before the program is up. */
const requests = new EarlyRequests();
const windows = new Windows(
  () => inData('window.json'),
  () => started?.jobs() ?? [],
);

app.setName('Meterscope');
if (app.isPackaged) {
  for (const name of refuseSwitches(app.commandLine)) console.error(`--${name} is not taken by the packaged program.`);
}
const dataFolderAsked = askedDataFolder(process.argv, (file) => path.resolve(file));
// Its child processes, and the note of a move, go by the same.
if (dataFolderAsked !== undefined) process.env.METERSCOPE_DATA = dataFolderAsked;
// A program with a folder of its own writes into no list of the system's.
const recent = new RecentFiles(() => inData('recent-files.json'), process.env.METERSCOPE_DATA ? undefined : app);
// Ours is set up once the window is on its way; without this Electron would first build one of its own.
Menu.setApplicationMenu(null);
keepToDataFolder();
// A default app that loaded this file beforehand (see desktop/origin.ts) goes back to its own idea of the place.
app.once('will-finish-launching', keepToDataFolder);
guardWebContents((route) => windows.open(route));

// macOS hands files and links over as events.
app.on('open-file', (event, file) => {
  event.preventDefault();
  requests.take({ files: [file], route: undefined });
});
app.on('open-url', (event, url) => {
  event.preventDefault();
  const route = routeOfLink(url);
  if (route !== undefined) requests.take({ files: [], route });
});

if (app.requestSingleInstanceLock()) {
  // From a checkout the "program" would be Electron itself; only an installed one takes the links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  void run();
} else {
  // The running program shows its window instead (second-instance below).
  app.quit();
}

async function run(): Promise<void> {
  // Electron starts utility processes (the engine, the embedded service) only once it is ready; before, it crashes.
  await app.whenReady();
  const dataFolder = await openDataFolder();
  const bare = createDesktopHost(
    dataFolder,
    () => windows.current,
    openRoute,
    (file) => recent.add(file),
  );
  const start = Start.withKeptAnswers(bare);
  const pageLoaded = prepareSession(() => start.takeKeptAnswers());
  const asked = requests.begin(launchRequest(process.argv, process.cwd()), follow);
  folder = dataFolder;
  windows.begin(asked.route);
  // One that is kept elsewhere than asked for, or the browser host, does not come by the lock of Electron.
  dataFolder.showWhenAsked(() => windows.show());
  // The core boots while the page runs its scripts; what it asks meanwhile is answered as soon as the core is there.
  const starting = pageLoaded.then(() => loadCore(start, dataFolder));
  core = starting;
  serveCalls(
    async (name, input) => (await starting).dispatch(name, input),
    async (file) => (await starting).giveHandle(file),
    () => windows.all,
  );
  const menu = {
    newWindow: () => windows.open(viewInFront()),
    chooseFiles: () => void chooseFiles(bare),
    showAbout: () => openRoute(routes.about()),
    showSettings: () => openRoute(routes.settings()),
    run: (id: string) => windows.current?.webContents.send('meterscope:command', id),
    openRecent: (file: string) => void openFiles([file]),
    clearRecent: () => recent.clear(),
  };
  const showMenu = () => setupMenu(menu, windows.offer, recent.list());
  windows.onOffer(showMenu);
  recent.onChange(showMenu);
  takeOffers(
    () => windows.all,
    (window, told) => windows.take(window, told),
  );
  app.on('second-instance', (_event, argv, folder) => follow(launchRequest(argv, folder)));
  app.on('activate', () => windows.show());
  app.on('before-quit', () => windows.quitting());
  app.on('window-all-closed', () => app.quit());
  started = await starting.catch((error) => giveUp(error, IN_USE_EXIT, askToShow));
  const { topics, close } = started;
  forwardTopics(topics, () => windows.all);
  topics.subscribe((topic) => {
    if (topic === 'jobs.changed') windows.showWaiting();
  });
  void started.parts.start.usable.soon().then(() => windows.restore());
  void openFiles(asked.files);
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

/** Chromium's own files are kept with ours where another folder was named. */
function keepToDataFolder(): void {
  if (!process.env.METERSCOPE_DATA) return;
  app.setPath('userData', desktopDataFolder());
  // Set by itself beforehand, below the folder that it would have been.
  app.setPath('crashDumps', path.join(desktopDataFolder(), 'Crashpad'));
}

/** The core is a file of its own, read while the window's and the engine's processes boot. */
async function loadCore(start: Start, dataFolder: DataFolder): Promise<App> {
  const { startApp } = await import('./app/index.ts');
  return await startApp(start, dataFolder);
}

/** Comes before everything else: another program may have the folder. */
async function openDataFolder(): Promise<DataFolder> {
  try {
    return DataFolder.open(desktopDataFolder(), 'Meterscope');
  } catch (error) {
    return await giveUp(error, IN_USE_EXIT, askToShow);
  }
}

/** What is kept of the windows and of the menu lies with the other data. */
function inData(name: string): string {
  return path.join(folder?.data ?? desktopDataFolder(), name);
}

/** The address of the view in front. */
function viewInFront(): string {
  return windows.current ? routeShown(windows.current) : '';
}

/** Opens an address of the renderer in the window in front; a page that is still loading gets it once it listens. */
function openRoute(route: Route): void {
  windows.show(route);
  const contents = windows.current?.webContents;
  const lead = () => contents?.send('meterscope:route', route);
  if (contents?.isLoadingMainFrame()) contents.once('did-finish-load', lead);
  else lead();
}

function follow({ files, route }: LaunchRequest): void {
  if (route === undefined) windows.show();
  else openRoute(route);
  void openFiles(files);
}

/** @param argv a whole command line; from a checkout the program's folder stands behind Electron */
function launchRequest(argv: readonly string[], folder: string): LaunchRequest {
  return readLaunchRequest(argv.slice(app.isPackaged ? 1 : 2), (file) => path.resolve(folder, file));
}

/** The menu's own dialog: works on every screen. */
async function chooseFiles(host: Host): Promise<void> {
  windows.show();
  await openFiles(await host.chooseFiles(openDialog));
}

/** Opens files in the workspace for files and shows it: what is no Green Button is listed there with its reason. */
async function openFiles(files: readonly string[]): Promise<void> {
  if (files.length === 0 || core === undefined) return;
  const { address, unread } = await (await core).openFiles(files);
  openRoute(address);
  recent.remove(unread.map(({ path: place }) => place));
  if (unread.length > 0 && windows.current) await tellUnread(windows.current, unread);
}
