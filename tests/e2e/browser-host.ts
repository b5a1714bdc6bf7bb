/** The browser host as a process of its own, without a browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { endProcess, firstLine, projectRoot } from '../fixtures/simulator.ts';

export const dist = path.join(projectRoot, 'dist', 'electron');

/** Starts it, with more options of `meterscope serve`; answers with the address that opens one browser, once. */
export async function startBrowserHost(
  env: Record<string, string>,
  options: readonly string[] = [],
): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [path.join(dist, 'cli.js'), 'serve', '--no-open', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = /http:\S+/.exec(await firstLine(child))?.[0];
    if (address) return { child, address };
    throw new Error('The browser host printed no address.');
  } catch (error) {
    await endProcess(child, 'SIGKILL');
    throw error;
  }
}

/** The environment of the tests without what would change the program. */
export function cleanEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(process.env)) {
    if (
      value !== undefined &&
      !key.startsWith('METERSCOPE_') &&
      key !== 'ELECTRON_RUN_AS_NODE' &&
      key !== 'NODE_OPTIONS'
    )
      env[key] = value;
  }
  return env;
}
