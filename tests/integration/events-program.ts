import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** The event log as a process of its own, to be killed. */
export class Program {
  readonly child: ChildProcess;

  /** @param line of the simulator; null for a log without a service */
  constructor(folder: string, line: unknown) {
    const file = new URL('./events-app.ts', import.meta.url).pathname;
    this.child = fork(file, [folder, JSON.stringify(line)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  async address(): Promise<string> {
    const [{ address }] = await once(this.child, 'message');
    return address;
  }

  async ask<T>(what: 'uids' | 'total' | 'memory'): Promise<T> {
    this.child.send({ ask: what });
    const [{ answer }] = await once(this.child, 'message');
    return answer;
  }

  /** Without any chance to tidy up. The engine process ends when it finds its parent gone. */
  async kill(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}
