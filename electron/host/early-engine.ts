/** The engine process takes longer to boot than the core to load, so a host starts it before the core is even read. */
import type { ChildProcessPort, Host } from './host.ts';

/** The same host, with its engine under way: the first `start('engine')` gets the one that boots already. */
export function withEarlyEngine(host: Host): Host {
  let early: ChildProcessPort | undefined = keptUntilHeard(host.start('engine', []));
  return {
    ...host,
    start(entry, args) {
      if (entry !== 'engine' || early === undefined) return host.start(entry, args);
      const started = early;
      early = undefined;
      return started;
    },
  };
}

/** Keeps what a child says, and its end, until somebody listens. */
function keptUntilHeard(child: ChildProcessPort): ChildProcessPort {
  const said: unknown[] = [];
  let hear = (message: unknown): void => {
    said.push(message);
  };
  let ended: { code: number | null } | undefined;
  let end = (code: number | null) => {
    ended = { code };
  };
  child.onMessage((message) => hear(message));
  child.onExit((code) => end(code));
  return {
    ...child,
    get pid() {
      return child.pid;
    },
    onMessage(listener) {
      for (const message of said.splice(0)) listener(message);
      hear = listener;
    },
    onExit(listener) {
      if (ended) listener(ended.code);
      else end = listener;
    },
  };
}
