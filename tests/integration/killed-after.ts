/** A program of its own that is killed at a moment of its work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';

/** Runs a program on a folder, and kills it so long after it said that it begins. @param program path of a file for Node */
export async function killedAfter(milliseconds: number, program: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  expect(child.exitCode).toBeNull();
  await delay(milliseconds);
  child.kill('SIGKILL');
  await ended;
}
