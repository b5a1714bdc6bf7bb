/**
 * The engine process: one entry for both hosts. Under Electron's `utilityProcess` the parent is `process.parentPort`;
 * under Node's `child_process.fork` (serialization `advanced`) it is `process.send` and `process.on('message')`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import v8 from 'node:v8';
import { toErrorValue } from '#shared/errors.ts';
import type { ParentPort } from './channel.ts';
import { Engine } from './engine.ts';
import { parentPort } from './parent-port.ts';
import type { FromEngine, ToEngine } from './protocol.ts';
import { keepNurserySmall } from './reader/small-nursery.ts';
import { warmUp } from './warm-up.ts';

/** When no call has come for this long after the first one, the program has started and its user is reading, or away. */
const WARM_UP_AFTER = 10_000;
/** How long the last queries get when the process is to end. */
const LAST_ANSWERS_MS = 5000;

/** Serves calls from `port` until `stop` or until the parent goes away. */
function serveEngine(port: ParentPort): void {
  const send = (message: FromEngine) => port.postMessage(message);
  const engine = new Engine((name, payload) => send({ kind: 'event', name, payload }));
  const running = new Map<number, { controller: AbortController; answered: Promise<void> }>();

  const warming = new AbortController();
  let warm: Promise<void> | undefined;
  let resting: NodeJS.Timeout | undefined;

  /** Call it whenever a call came or was answered. */
  const rest = () => {
    clearTimeout(resting);
    if (warm === undefined && running.size === 0) resting = setTimeout(startWarmUp, WARM_UP_AFTER);
  };
  const startWarmUp = () => {
    const pause = async () => {
      while (running.size > 0 && !warming.signal.aborted) await delay(100);
    };
    // Where it fails, the first feed takes longer, nothing else.
    warm = warmUp(engine.reader, pause, warming.signal).then(
      (read) => {
        if (read !== undefined) send({ kind: 'event', name: 'engine.warm', payload: undefined });
      },
      (error: unknown) => console.error(error),
    );
  };

  const begin = (id: number, name: string, input: unknown) => {
    const controller = new AbortController();
    running.set(id, { controller, answered: answer(id, name, input, controller.signal) });
    rest();
  };
  const answer = async (id: number, name: string, input: unknown, signal: AbortSignal) => {
    try {
      send({ kind: 'reply', id, ok: true, value: await engine.dispatch(name, input, signal) });
    } catch (error) {
      send({ kind: 'reply', id, ok: false, error: toErrorValue(error) });
    } finally {
      running.delete(id);
      rest();
    }
  };

  const stop = async () => {
    for (const { controller } of running.values()) controller.abort();
    clearTimeout(resting);
    warming.abort();
    await warm;
    // DuckDB crashes when a store is closed below a query of it.
    const answers = [...running.values()].map(({ answered }) => answered);
    await Promise.race([Promise.all(answers), delay(LAST_ANSWERS_MS)]);
    await engine.close().catch((error: unknown) => console.error(error));
    process.exit(0);
  };

  const [early] = process.argv.slice(2);
  if (early !== undefined) {
    const { workspace, ...files } = JSON.parse(early);
    engine.openEarly(workspace, files);
  }

  port.onMessage((received) => {
    const message = received as ToEngine; // the channel is private to the core and this process
    if (message.kind === 'call') begin(message.id, message.name, message.input);
    else if (message.kind === 'cancel') running.get(message.id)?.controller.abort();
    else void stop();
  });
  port.onClose(() => void stop());
  send({ kind: 'ready' });
}

keepNurserySmall();
// Most feeds are read before V8 has found the hot functions worth optimising: baseline code at once helps them.
v8.setFlagsFromString('--always-sparkplug');
// V8 does not notice that the bytes of messages are free again: with its usual limit it collects the whole heap after each ten megabytes of a sync.
v8.setFlagsFromString('--heap-growing-percent=400');
serveEngine(parentPort());
