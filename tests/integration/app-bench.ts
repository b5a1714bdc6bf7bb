/** The whole core without windows: the real parts on a data folder, in this process; the engine is a process of its own. */
import path from 'node:path';
import { DataFolder } from '../../electron/app/data-folder/data-folder.ts';
import { startApp } from '../../electron/app/index.ts';
import { Start } from '../../electron/app/start/start.ts';
import { createBrowserHost } from '../../electron/host/browser-host.ts';
import type { Host } from '../../electron/host/index.ts';
import { forkNodeChild } from '../../electron/host/node-child.ts';
import { callLocally } from '../../electron/rpc/index.ts';
import type { CallInput, CallName } from '../../shared/contract/index.ts';
import type { ServiceProcess } from './simulator-process.ts';

const sources = new URL('../../electron/', import.meta.url).pathname;

/** Tests do not depend on the networks of the machine that they run on. */
const ANY_NETWORK = () => new Set(['192.0.2.1']);

export type AppBench = Awaited<ReturnType<typeof startAppBench>>;

/** How the embedded service of the demo is started. */
export interface DemoBench {
  /** Simulated seconds a second. */
  clock: number;
}

/**
 * Starts the core on a folder; several after each other on the same folder are restarts of the program.
 * @param demo undefined where the demo's own service is not started: most tests are about live workspaces
 */
export async function startAppBench(folder: string, overrides: Partial<Host> = {}, demo?: DemoBench) {
  if (demo === undefined) process.env.METERSCOPE_DEMO_BOOTSTRAP = path.join(folder, 'no-demo.json');
  else {
    delete process.env.METERSCOPE_DEMO_BOOTSTRAP;
    Object.assign(process.env, { METERSCOPE_DEMO_PORTFOLIO: '1', METERSCOPE_DEMO_CLOCK: String(demo.clock) });
  }
  const dataFolder = DataFolder.open(folder, 'Meterscope under test');
  const host = createBrowserHost(dataFolder);
  const start: Host['start'] = (entry, args) => forkNodeChild(path.join(sources, entry, 'process.ts'), args);
  const app = await startApp(new Start({ ...host, start, ownAddresses: ANY_NETWORK, ...overrides }), dataFolder).catch(
    (error) => {
      dataFolder.close();
      throw error;
    },
  );
  const call = <K extends CallName>(name: K, input: CallInput<K>) => callLocally(app.dispatch, name, input);
  return {
    ...app,
    call,
    folder,
    /** A live workspace of a simulator, with its tokens. Answers its id. */
    async connect(name: string, { line }: ServiceProcess): Promise<string> {
      const { workspace } = await call('workspaces.create', {
        name,
        baseUrl: line.base_url,
        mode: 'test',
        pollEverySeconds: 5,
        oauth: { clientId: line.client_id },
      });
      await call('secrets.decide', { keep: 'disk' });
      // The simulator's line has more than its schema names.
      const { client_secret } = line as unknown as { client_secret: string };
      const secrets = {
        api: line.api_token,
        registration: line.registration_access_token,
        clientSecret: client_secret,
        webhookSecret: line.webhook_secret,
      } as const;
      for (const [which, value] of Object.entries(secrets)) {
        await call('connections.setSecret', { workspace, which: which as keyof typeof secrets, secret: { value } });
      }
      for (const { auth_uid, access_token } of line.authorizations.slice(0, 2)) {
        await call('connections.importToken', {
          workspace,
          authorization: auth_uid,
          what: 'access',
          secret: { value: access_token },
        });
      }
      return workspace;
    },
  };
}
