/** When the engine process boots: before the core is even read, since it takes longer; or, where it is not needed yet, later. */
import type { ChildProcessPort, Host } from './host.ts';
import { newestStore, storeFiles } from './workspace-folder.ts';

/**
 * The same host, with its engine under way: the first `start('engine')` gets the one that boots already. It opens the store
 * that was written last, as that is what a window will ask for.
 */
export function withEarlyEngine(host: Host): Host {
  const { data } = host.paths;
  const workspace = newestStore(data);
  const open = workspace === undefined ? [] : [JSON.stringify({ workspace, ...storeFiles(data, workspace) })];
  let early: ChildProcessPort | undefined = keptUntilHeard(host.start('engine', open));
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

/** The same host, whose first engine boots with the first call to it: what a window shows first was kept. */
export function withLazyEngine(host: Host): Host {
  let first = true;
  return {
    ...host,
    start(entry, args) {
      if (entry !== 'engine' || !first) return host.start(entry, args);
      first = false;
      return startedByMessage(() => host.start(entry, args));
    },
  };
}

/** A child that is started by the first message to it. */
function startedByMessage(start: () => ChildProcessPort): ChildProcessPort {
  let child: ChildProcessPort | undefined;
  let hear = (_message: unknown): void => undefined;
  const exit = exitListeners();
  const started = (): ChildProcessPort => {
    if (child === undefined) {
      child = start();
      child.onMessage((message) => hear(message));
      child.onExit(exit.ended);
    }
    return child;
  };
  return {
    get pid() {
      return child?.pid;
    },
    postMessage(message) {
      // What never began need not be begun to be ended.
      if (child === undefined && isStop(message)) exit.ended(0);
      else started().postMessage(message);
    },
    onMessage(listener) {
      hear = listener;
    },
    onExit: exit.listen,
    get stdout() {
      return child?.stdout ?? null;
    },
    get stderr() {
      return child?.stderr ?? null;
    },
    kill: () => child?.kill(),
  };
}

function isStop(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'stop';
}

/** Keeps what a child says, and its end, until somebody listens. */
function keptUntilHeard(child: ChildProcessPort): ChildProcessPort {
  const said: unknown[] = [];
  let hear = (message: unknown): void => {
    said.push(message);
  };
  const exit = exitListeners();
  child.onMessage((message) => hear(message));
  child.onExit(exit.ended);
  return {
    ...child,
    get pid() {
      return child.pid;
    },
    onMessage(listener) {
      for (const message of said.splice(0)) listener(message);
      hear = listener;
    },
    onExit: exit.listen,
  };
}

type ExitListener = (code: number | null) => void;

/** Everybody who waits for the end of a child hears of it, also those who come after it. */
function exitListeners(): { ended: ExitListener; listen: (listener: ExitListener) => void } {
  const listeners: ExitListener[] = [];
  let end: { code: number | null } | undefined;
  return {
    ended(code) {
      if (end !== undefined) return;
      end = { code };
      for (const listener of listeners) listener(code);
    },
    listen(listener) {
      if (end === undefined) listeners.push(listener);
      else listener(end.code);
    },
  };
}
