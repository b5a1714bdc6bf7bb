/** The command line as a process of its own, as a CI runs it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));

export interface Ended {
  code: number | null;
  output: string;
  error: string;
}

/** Starts a command; secrets of the environment that runs the tests do not reach it. @param input what is piped into it */
export function startCommand(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, METERSCOPE_API_TOKEN: '', METERSCOPE_WEBHOOK_SECRET: '', ...env },
  });
  // One that does not read it may have ended before.
  child.stdin.on('error', () => undefined).end(input);
  let output = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    output += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    error += piece;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, output, error }));
  });
  return { child, ended };
}
