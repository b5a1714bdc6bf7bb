/** Feeds as byte streams: entries are made only as fast as the other side reads, so memory stays flat at any size. */
import { type Entry, feedEnd, feedEntry, feedStart, type Writing } from './atom.ts';

const CHUNK = 64 * 1024;
/** Longest run without letting other requests in. */
const TURN_MS = 12;

export function feedStream(
  writing: Writing,
  feed: { self: string; type: string; title: string; updated: number },
  entries: Iterable<Entry>,
): ReadableStream<Uint8Array> {
  const iterator = entries[Symbol.iterator]();
  const encoder = new TextEncoder();
  let text = feedStart(writing, feed);
  let lastTurn = performance.now();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // A fast reader would otherwise keep this process in microtasks, and no other request would be heard.
        if (performance.now() - lastTurn > TURN_MS) {
          await new Promise((resolve) => setImmediate(resolve));
          lastTurn = performance.now();
        }
        while (text.length < CHUNK) {
          const next = iterator.next();
          if (next.done) {
            controller.enqueue(encoder.encode(text + feedEnd(writing)));
            controller.close();
            return;
          }
          text += feedEntry(writing, next.value);
        }
        controller.enqueue(encoder.encode(text));
        text = '';
      },
      cancel() {
        iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
