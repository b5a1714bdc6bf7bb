/** A child of the browser host: a forked Node process that speaks over Node's IPC channel. */
import { fork } from 'node:child_process';
import { CHILD_SETTINGS } from './child-settings.ts';
import type { ChildProcessPort } from './host.ts';

/** Starts `file` with Node. Its IPC channel closes when this process dies, and the children end on that. */
export function forkNodeChild(file: string, args: readonly string[]): ChildProcessPort {
  const child = fork(file, [...args], {
    serialization: 'advanced',
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: { ...CHILD_SETTINGS, ...process.env },
  });
  return {
    pid: child.pid,
    postMessage(message) {
      // A closed channel is reported by onExit; the message has nobody left to read it. Without a callback, a channel whose
      // end is not known yet would end this process too.
      if (child.connected) child.send(message as object, () => undefined); // any structured-clone value is fine for 'advanced'
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(code)),
    stdout: child.stdout,
    stderr: child.stderr,
    kill: () => void child.kill(),
  };
}
