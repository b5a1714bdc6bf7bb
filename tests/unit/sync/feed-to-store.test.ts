import { describe, expect, it } from 'vitest';
import { ANSWER_CUT } from '../../../electron/engine/index.ts';
import { IncompleteAnswer } from '../../../electron/http/index.ts';
import { type Destination, endsJob, feedToStore, textToStore } from '../../../electron/sync/feed-to-store.ts';
import { AppError } from '../../../shared/errors.ts';

const failure = (code: string) => new AppError({ code, message: code });

/** A store that takes pieces until `write` or `finish` refuses, and what was done to its session. */
function storeOf({ write, finish }: { write?: string; finish?: string } = {}) {
  const seen = { written: '', bytes: 0, aborted: false, stored: 0, asked: undefined as unknown };
  const session = {
    write: async (chunk: Uint8Array) => {
      if (write && seen.written !== '') throw failure(write);
      seen.written += new TextDecoder().decode(chunk);
    },
    abort: async () => {
      seen.aborted = true;
    },
    finish: async () => {
      if (finish) throw failure(finish);
      return { readings: 1 };
    },
  };
  const to = {
    engine: {
      ingest: async (asked: unknown) => {
        seen.asked = asked;
        return session;
      },
    },
    workspace: 'w',
    authorization: 'a1',
    onBytes: (bytes: number) => {
      seen.bytes += bytes;
    },
    onStored: () => {
      seen.stored += 1;
    },
  } as unknown as Destination; // as much of the engine as is used
  return { to, seen };
}

function answer(pieces: string[], breaks?: Error) {
  const body = (async function* () {
    for (const piece of pieces) yield new TextEncoder().encode(piece);
    if (breaks) throw breaks;
  })();
  return { requestId: 'r1', status: 200, headers: {}, url: 'https://u.example/x', answeredAt: 0, body };
}

describe('an answer into the store', () => {
  it('is written piece by piece, and says which request it came by', async () => {
    const { to, seen } = storeOf();
    expect(await feedToStore(answer(['<a>', '</a>']), to)).toEqual({ readings: 1 });
    expect(seen).toMatchObject({ written: '<a></a>', bytes: 7, stored: 1, aborted: false });
    expect(seen.asked).toEqual({
      workspace: 'w',
      source: { kind: 'request', label: 'https://u.example/x', requestId: 'r1' },
      authorization: 'a1',
    });
  });

  it('that breaks leaves nothing behind', async () => {
    const { to, seen } = storeOf();
    const cut = new Error('cut');
    await expect(feedToStore(answer(['<a>'], cut), to)).rejects.toBe(cut);
    expect(seen).toMatchObject({ aborted: true, stored: 0 });
  });

  it('that the reader refuses is not read on, and ends with the reason that the store kept', async () => {
    const { to, seen } = storeOf({ write: 'not_xml', finish: 'not_xml' });
    await expect(feedToStore(answer(['<a>', 'b', 'c']), to)).rejects.toMatchObject({ code: 'not_xml' });
    expect(seen).toMatchObject({ written: '<a>', bytes: 3, stored: 0, aborted: false });
  });

  it('that ends too early is to be asked for again', async () => {
    await expect(feedToStore(answer(['<a>']), storeOf({ finish: ANSWER_CUT }).to)).rejects.toBeInstanceOf(
      IncompleteAnswer,
    );
  });

  it('was lost with the engine where the new one does not know its session', async () => {
    const { to } = storeOf({ finish: 'session_unknown' });
    await expect(feedToStore(answer(['<a>']), to)).rejects.toMatchObject({ code: 'engine_stopped' });
  });

  it('is given up at once where the whole job ends', async () => {
    const { to, seen } = storeOf({ write: 'disk_full' });
    await expect(feedToStore(answer(['a', 'b', 'c']), to)).rejects.toMatchObject({ code: 'disk_full' });
    expect(seen.aborted).toBe(true);
    expect([endsJob(failure('engine_stopped')), endsJob(failure('not_xml')), endsJob(new Error('x'))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('of a list comes as text, too, whole where a letter is cut between two pieces', async () => {
    const bytes = new TextEncoder().encode('Größe');
    const body = (async function* () {
      yield bytes.subarray(0, 3);
      yield bytes.subarray(3);
    })();
    const { to, seen } = storeOf();
    expect((await textToStore({ ...answer([]), body }, to)).text).toBe('Größe');
    expect(seen.bytes).toBe(bytes.length);
  });
});
