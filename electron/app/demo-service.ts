/** The simulator of the demo workspace: a child process that prints one line of JSON once it listens. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { AppError } from '#shared/errors.ts';
import { type ServiceBootstrap, serviceBootstrap } from '../connections/bootstrap.ts';
import type { ChildProcessPort, Host } from '../host/index.ts';
import type { Log } from './log.ts';

/** How the demo's simulator is started; tests set some of it through the environment. */
export interface DemoOptions {
  seed: string;
  portfolio: string;
  clock: string;
  port: string;
  /** File with the line of a simulator that runs already; then none is started. For tests that steer it themselves. */
  bootstrap: string | undefined;
}

export function demoOptions(env: NodeJS.ProcessEnv = process.env): DemoOptions {
  return {
    seed: env.METERSCOPE_DEMO_SEED ?? '1',
    portfolio: env.METERSCOPE_DEMO_PORTFOLIO ?? 'clients',
    clock: env.METERSCOPE_DEMO_CLOCK ?? 'real',
    port: env.METERSCOPE_DEMO_PORT ?? '0',
    bootstrap: env.METERSCOPE_DEMO_BOOTSTRAP,
  };
}

export interface DemoService {
  /** Resolves once it was started and listens. @throws AppError `demo_service_failed` */
  ready: Promise<ServiceBootstrap>;
  /** Names the simulator that this program starts, which keeps nothing over a start; undefined for one that ran already. */
  instance: string | undefined;
  start(): void;
  stop(): void;
}

/** The simulator, to be started once it is its turn. It ends with this process. */
export function demoService(host: Host, options: DemoOptions, log: Log): DemoService {
  if (options.bootstrap !== undefined) {
    const ready = heard(readFile(options.bootstrap, 'utf8').then(parseBootstrap), log);
    return { ready, instance: undefined, start: () => undefined, stop: () => undefined };
  }
  let begin: (child: ChildProcessPort) => void = () => undefined;
  let child: ChildProcessPort | undefined;
  const begun = new Promise<ChildProcessPort>((resolve) => {
    begin = resolve;
  });
  const ready = heard(
    begun.then(async (started) => parseBootstrap(await firstLine(started, log))),
    log,
  );
  return {
    ready,
    instance: randomUUID(),
    start() {
      child ??= host.start('simulator', [
        '--parent',
        '--json',
        ...['--port', options.port],
        ...['--seed', options.seed],
        ...['--portfolio', options.portfolio],
        ...['--clock', options.clock],
        ...['--skip-uids', String(uidsSoFar())],
      ]);
      begin(child);
    },
    stop: () => child?.kill(),
  };
}

/** Ten a second, which is more than any run makes. */
const UIDS_PER_MS = 1 / 100;

/**
 * The simulator begins anew with each start of the program, and the store of the demo does not: what happens in this run must not
 * have the uids of what happened in an earlier one.
 */
function uidsSoFar(): number {
  return Math.max(0, Math.floor((Date.now() - Date.UTC(2026, 0, 1)) * UIDS_PER_MS));
}

/** Callers that await it get the failure. Without this, a failure before the first caller would end the process. */
function heard<T>(ready: Promise<T>, log: Log): Promise<T> {
  ready.catch((error) => log.error('The embedded service did not start', error));
  return ready;
}

function parseBootstrap(line: string): ServiceBootstrap {
  return serviceBootstrap.parse(JSON.parse(line));
}

function firstLine(child: ChildProcessPort, log: Log): Promise<string> {
  return new Promise((resolve, reject) => {
    const complaints: string[] = [];
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        complaints.push(line);
        if (complaints.length <= 100) log.warn('The embedded service says', { line });
      });
    }
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
    child.onExit((code) =>
      reject(
        new AppError({
          code: 'demo_service_failed',
          message: `The embedded service ended${code === null ? '' : ` with code ${code}`}.`,
          action:
            'Restart the program. If it happens again, save a support bundle under Settings, Privacy, and report it.',
          details: { stderr: complaints.slice(-5) },
        }),
      ),
    );
  });
}
