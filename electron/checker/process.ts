/**
 * The checker process: judges or rewrites one document, so that neither the window nor questions to a store wait for it, and
 * gives all of its memory back. The core ends it when it is done.
 */
import { toErrorValue } from '#shared/errors.ts';
import { writeCopy } from '../anonymise/index.ts';
import { judge } from '../conformance/index.ts';
import { parentPort } from '../engine/parent-port.ts';
import type { ByteSource } from '../engine/reader/index.ts';
import { keepNurserySmall } from '../engine/reader/small-nursery.ts';
import { sourceOf } from './document.ts';
import type { FromChecker, Task, TaskResults } from './protocol.ts';

/** Milliseconds between two reports of progress. */
const REPORT_EVERY = 200;

keepNurserySmall();
const port = parentPort();
const send = (message: FromChecker) => port.postMessage(message);

async function run(task: Task): Promise<TaskResults[Task['kind']]> {
  if (task.kind === 'check') return await judge(async () => reported(sourceOf(task.document)));
  const { document, to, secret, jitter } = task;
  await writeCopy(reported(sourceOf(document)), to, { secret, jitter }, new AbortController().signal);
  return undefined;
}

async function* reported(source: ByteSource): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let reportedAt = Date.now();
  for await (const chunk of source) {
    bytes += chunk.length;
    if (Date.now() - reportedAt > REPORT_EVERY) {
      reportedAt = Date.now();
      send({ kind: 'progress', bytes });
    }
    yield chunk;
  }
}

port.onMessage((message) => {
  // The channel is private to the core and this process.
  run(message as Task).then(
    (result) => send({ kind: 'done', result }),
    (error: unknown) => send({ kind: 'failed', error: toErrorValue(error) }),
  );
});
port.onClose(() => process.exit(0));
