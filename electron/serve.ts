/** The browser host: the same core and renderer as the desktop program, in a tab of any browser on this machine. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { createBrowserHost, defaultDataFolder, openInBrowser } from './host/browser-host.ts';
import { withEarlyEngine } from './host/early-engine.ts';

interface ServeOptions {
  port: number;
  data?: string;
  open: boolean;
}

/** `meterscope serve [--port N] [--data DIR] [--no-open]` */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the program to a browser on this machine, for machines without a display.')
    .option('--port <n>', 'port on 127.0.0.1 (0: any free one)', portNumber, 0)
    .option('--data <dir>', 'data folder')
    .option('--no-open', 'do not open the browser')
    .action((options: ServeOptions) => serve(options));
}

async function serve(options: ServeOptions): Promise<void> {
  const host = withEarlyEngine(createBrowserHost(options.data ? path.resolve(options.data) : defaultDataFolder()));
  // Read while the engine boots.
  const [{ startApp }, { createLoopbackServer }] = await Promise.all([
    import('./app/index.ts'),
    import('./rpc/index.ts'),
  ]);
  const app = await startApp(host);
  const server = await createLoopbackServer({
    dispatch: app.dispatch,
    topics: app.topics,
    rendererRoot: path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'renderer'),
    uploads: host.paths.uploads,
    port: options.port,
    onAddress: (url) => console.log(`For another browser: ${url}`),
  });
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

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
