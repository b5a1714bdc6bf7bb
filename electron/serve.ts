/** The browser host: the same core and renderer as the desktop program, in a tab of any browser on this machine. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { errorCode, toErrorValue } from '#shared/errors.ts';
import { DataFolder } from './app/data-folder/data-folder.ts';
import { defaultDataFolder } from './app/data-folder/pointer.ts';
import { askToShow } from './app/data-folder/show-request.ts';
import { Start } from './app/start/start.ts';
import { endWithFailure } from './cli/failure.ts';
import { wholeNumber } from './common/number-options.ts';
import { createBrowserHost, openInBrowser } from './host/browser-host.ts';
import { externalUrl } from './host/host.ts';
import { surviveConnections } from './host/survive-connections.ts';

/** In the data folder. */
const PORT_FILE = 'browser-port';

interface ServeOptions {
  port?: number;
  data?: string;
  open: boolean;
  show?: boolean;
}

/** `meterscope serve [--port N] [--data DIR] [--no-open]` */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the program to a browser on this computer, for computers without a display.')
    .option(
      '--port <n>',
      'port on 127.0.0.1 (default: that of the last run if it is free; 0: any free one)',
      wholeNumber(0, 65_535),
    )
    .option('--data <dir>', 'data folder')
    .option('--no-open', 'do not open the browser')
    .option('--show', 'where another program has the data folder, bring that one to the front instead')
    .action((options: ServeOptions) => serve(options));
}

async function serve(options: ServeOptions): Promise<void> {
  try {
    await start(options);
  } catch (error) {
    if (toErrorValue(error).code === 'data_folder_in_use') await leadToOwner(error, options);
    endWithFailure(error);
  }
}

/** Where another program has the data folder: brings that one to the front, or says how. Ends the process where it did. */
async function leadToOwner(thrown: unknown, { show }: ServeOptions): Promise<void> {
  const { details = {} } = toErrorValue(thrown);
  const { address, window, folder } = details;
  if (!show) {
    if (window === true) console.error('Its window comes to the front with: meterscope serve --show');
    return;
  }
  if (window === true && typeof folder === 'string' && (await askToShow(folder))) {
    console.log('Meterscope is running already; its window was brought to the front.');
    process.exit(0);
  }
  if (typeof address === 'string') {
    // It stands in a file: only an address of this computer, or an https one, is opened.
    await openInBrowser(externalUrl(address));
    console.log(`Meterscope is running already, at ${address}`);
    process.exit(0);
  }
}

async function start(options: ServeOptions): Promise<void> {
  const dataFolder = DataFolder.open(options.data ?? defaultDataFolder(), "Meterscope's browser host");
  for (const warning of dataFolder.warnings) console.error(warning);
  const begun = Start.early(createBrowserHost(dataFolder));
  // Read while the engine boots.
  const [{ startApp }, { createLoopbackServer }] = await Promise.all([
    import('./app/index.ts'),
    import('./rpc/index.ts'),
  ]);
  const app = await startApp(begun, dataFolder);
  surviveConnections((error) => app.parts.log.error('A connection broke where nobody listened', error));
  const server = await onFreePort(options.port ?? (await lastPort(dataFolder)), options.port === undefined, (port) =>
    createLoopbackServer({
      dispatch: app.dispatch,
      topics: app.topics,
      rendererRoot: path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'renderer'),
      get uploads() {
        return begun.host.paths.uploads;
      },
      giveHandle: app.giveHandle,
      port,
      onAddress: (url) => console.log(`For another browser: ${url}`),
    }),
  );
  if (options.port === undefined) await dataFolder.files.write(PORT_FILE, String(server.port));
  dataFolder.announce(`http://127.0.0.1:${server.port}`);
  console.log(`Open ${server.address()}`);
  if (options.open && process.stdout.isTTY) await openInBrowser(server.address()).catch(() => undefined);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

/**
 * The port of the last run, 0 (any free one) where it is not known. Browsers keep settings by address and people keep
 * bookmarks, so the next run takes the same one when it is free.
 */
async function lastPort({ files }: DataFolder): Promise<number> {
  const port = Number(await files.readText(PORT_FILE));
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : 0;
}

/** Takes any free port where the wanted one is used and nobody insists on it. */
async function onFreePort<T>(wanted: number, anyWillDo: boolean, listen: (port: number) => Promise<T>): Promise<T> {
  try {
    return await listen(wanted);
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE' || !anyWillDo) throw error;
    return await listen(0);
  }
}
