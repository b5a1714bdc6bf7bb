import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openEventStream } from '../../../../renderer/api/event-stream.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const never = () => new Promise<Response>(() => {});

/** An answer whose body comes in these pieces, and then ends. */
function answer(...pieces: Uint8Array[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Response(body);
}

/** Reads these answers, one connection after the other; what happened, up to the moment in which it asks once more. */
async function read(...answers: (Response | Error)[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  let left = answers;
  await new Promise<void>((asksAgain) => {
    void openEventStream({
      connect: async () => {
        const [next, ...others] = left;
        left = others;
        if (next instanceof Error) throw next;
        if (next) return next;
        asksAgain();
        return await never();
      },
      onEvent: (name, data) => seen.push([name, data]),
      onConnection: (connected) => seen.push(connected),
      retryMs: 0,
    });
  });
  return seen;
}

it('gives every event with its name and data, wherever the network cuts the bytes', async () => {
  const text = 'event: store.changed\ndata: {"a":"Zähler 😀"}\n\n: keep open\n\nevent: b\ndata: one\ndata: two\n\n';
  const all = bytes(text);
  const cuts = fc.array(fc.integer({ min: 0, max: all.length }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cuts, async (unsorted) => {
      const at = [0, ...unsorted.toSorted((a, b) => a - b), all.length];
      const pieces = at.slice(1).map((end, index) => all.slice(at[index], end));
      const expected = [
        ['store.changed', '{"a":"Zähler 😀"}'],
        ['message', ''],
        ['b', 'one\ntwo'],
      ];
      expect(await read(answer(...pieces.filter((piece) => piece.length > 0)))).toEqual([true, ...expected, false]);
    }),
    { numRuns: 50 },
  );
});

it('opens a stream that was lost again; half an event of the old one is not joined to the new one', async () => {
  const lost = answer(bytes('event: a\ndata: 1\n\nevent: b\ndata: ha'));
  expect(await read(lost, answer(bytes('event: c\ndata: 2\n\n')))).toEqual([
    true,
    ['a', '1'],
    false,
    true,
    ['c', '2'],
    false,
  ]);
});

it('goes on trying where the program does not answer, or refuses', async () => {
  const refused = new Response('locked', { status: 401 });
  expect(await read(new TypeError('fetch failed'), refused, answer())).toEqual([false, false, true, false]);
});

it('lets calls begin once it is open, and also where it cannot be opened', async () => {
  const nothing = { onEvent: () => {}, onConnection: () => {}, retryMs: 1e6 };
  const open = new Response(new ReadableStream());
  await openEventStream({ ...nothing, connect: async () => open });
  await openEventStream({ ...nothing, connect: () => Promise.reject(new Error('no')) });
  let opened = false;
  void openEventStream({ ...nothing, connect: never }).then(() => {
    opened = true;
  });
  await new Promise(setImmediate);
  expect(opened).toBe(false);
});
