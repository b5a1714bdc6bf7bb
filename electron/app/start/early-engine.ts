/** When the engine process boots: before the core is even read, since it takes longer; or, where it is not needed yet, later. */
import type { ChildProcessPort, Host } from '../../host/host.ts';
import { newestStore, storeFiles } from '../../host/workspace-folder.ts';

/**
 * The same host, whose engine boots already: the first `start('engine')` returns it. It opens the store that was written
 * last, as that is what a window will ask for.
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
  let onMessage = (_message: unknown): void => undefined;
  const exit = exitListeners();
  const started = (): ChildProcessPort => {
    if (child === undefined) {
      child = start();
      child.onMessage((message) => onMessage(message));
      child.onExit(exit.ended);
    }
    return child;
  };
  return {
    get pid() {
      return child?.pid;
    },
    postMessage(message) {
      // A child that was never started needs no start to be stopped.
      if (child === undefined && isStop(message)) exit.ended(0);
      else started().postMessage(message);
    },
    onMessage(listener) {
      onMessage = listener;
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

/** Buffers the messages of a child, and its exit, until somebody listens. */
function keptUntilHeard(child: ChildProcessPort): ChildProcessPort {
  const said: unknown[] = [];
  let onMessage = (message: unknown): void => {
    said.push(message);
  };
  const exit = exitListeners();
  child.onMessage((message) => onMessage(message));
  child.onExit(exit.ended);
  return {
    ...child,
    get pid() {
      return child.pid;
    },
    onMessage(listener) {
      for (const message of said.splice(0)) listener(message);
      onMessage = listener;
    },
    onExit: exit.listen,
  };
}

type ExitListener = (code: number | null) => void;

/** Calls all who wait for a child's exit, also those who come after it. */
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
