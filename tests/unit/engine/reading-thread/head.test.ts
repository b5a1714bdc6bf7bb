import { describe, expect, it } from 'vitest';
import { Head } from '../../../../electron/engine/reading-thread/head.ts';

/** Chunks, then an error where one is given; says how far it was read, and whether it was given back. */
function source(chunks: readonly string[], error?: Error) {
  const state = { given: 0, closed: false };
  const bytes = (async function* () {
    try {
      for (const chunk of chunks) {
        state.given += 1;
        yield Buffer.from(chunk);
      }
      if (error) throw error;
    } finally {
      state.closed = true;
    }
  })();
  return { bytes, state };
}
async function read(head: Head): Promise<string> {
  let text = '';
  for await (const chunk of head) text += Buffer.from(chunk).toString();
  return text;
}

describe('the head of a source', () => {
  it('is as much as was asked for, and the whole follows it', async () => {
    const { bytes, state } = source(['abc', 'def', 'ghi', 'jkl']);
    const head = await Head.of(bytes, 5);
    expect([head.whole, state.given]).toEqual([false, 2]);
    expect(await read(head)).toBe('abcdefghijkl');
    expect(state.closed).toBe(true);
  });

  it('may be all there is', async () => {
    for (const chunks of [['abc'], [], ['', '']]) {
      const head = await Head.of(source(chunks).bytes, 5);
      expect(head.whole).toBe(true);
      expect(await read(head)).toBe(chunks.join(''));
    }
  });

  it('ends with what the source threw, behind the bytes before it', async () => {
    const head = await Head.of(source(['ab', 'cd'], new Error('broken')).bytes, 10);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const chunk of head) seen.push(Buffer.from(chunk).toString());
    })();
    await expect(reading).rejects.toThrow('broken');
    expect([head.whole, seen.join('')]).toEqual([true, 'abcd']);
  });

  it('gives the source back where nobody reads on', async () => {
    const { bytes, state } = source(['abc', 'def', 'ghi']);
    for await (const _chunk of await Head.of(bytes, 3)) break;
    expect([state.given, state.closed]).toEqual([1, true]);
  });
});
