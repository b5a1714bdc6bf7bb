/** The processes of the program under test, seen from outside. Linux only: elsewhere there is no /proc. */
import { readdir, readFile } from 'node:fs/promises';
import type { Program } from './fixtures.ts';

/** The main process and everything below it. */
export async function processesOf(program: Program): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const own = [program.pid()];
  for (const pid of own) for (const [child, parent] of parents) if (parent === pid) own.push(child);
  return own;
}

/** The process of the data engine. */
export async function enginePid(program: Program): Promise<number> {
  if (program.electron) {
    const pid = await program.electron.evaluate(
      ({ app }) => app.getAppMetrics().find((one) => [one.name, one.serviceName].includes('Meterscope engine'))?.pid,
    );
    if (pid !== undefined) return pid;
  } else {
    for (const pid of await processesOf(program)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('engine.js')) return pid;
    }
  }
  throw new Error('The engine has no process.');
}
