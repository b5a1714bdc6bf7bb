/** A second start of the desktop program on the data of the first, as the system makes it for a file or a link. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { dist } from './browser-host.ts';
import { type Program, projectRoot } from './fixtures.ts';

/** @param args files and links @returns its exit code */
export async function startAgain({ electron, data }: Program, ...args: string[]): Promise<number | null> {
  if (!electron) throw new Error('This is about the desktop.');
  const executable = await electron.evaluate(() => process.execPath);
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(executable, [...sandbox, '-r', path.join(dist, 'main.cjs'), projectRoot, ...args], {
    env: { ...process.env, METERSCOPE_DATA: data },
    stdio: 'ignore',
  });
  return await new Promise((resolve) => child.once('exit', resolve));
}
