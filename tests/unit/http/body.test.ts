import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { meteredBody, newBodyMeter, readBeginning, readWhole } from '../../../electron/http/body.ts';

const text = 'interval '.repeat(500);

/** An answer that comes in pieces of `size` bytes; `destroyed` counts how often its connection was closed. */
function raw(bytes: Uint8Array, { size = 64, breaks }: { size?: number; breaks?: Error } = {}) {
  const answer = {
    destroyed: 0,
    destroy: () => {
      answer.destroyed += 1;
    },
    body: (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      if (breaks) throw breaks;
    })(),
  };
  return answer;
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('a body', () => {
  it.each([
    ['gzip', gzipSync(text)],
    [' X-GZIP ', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    [undefined, Buffer.from(text)],
  ])('packed as %s is unpacked, and counted both ways', async (encoding, bytes) => {
    const meter = newBodyMeter();
    const answer = raw(bytes);
    expect(await readAll(meteredBody(answer, encoding, meter))).toBe(text);
    expect(meter).toEqual({ received: bytes.length, unpacked: text.length, broken: undefined, ended: true });
    expect(answer.destroyed).toBe(1);
  });

  it('that breaks says what broke it: the network, or what was packed', async () => {
    const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET' });
    const broken = newBodyMeter();
    await expect(readAll(meteredBody(raw(Buffer.from(text), { breaks: cut }), undefined, broken))).rejects.toBe(cut);
    expect(broken).toMatchObject({ received: text.length, broken: cut, ended: false });
    const half = newBodyMeter();
    const packed = gzipSync(text);
    await expect(readAll(meteredBody(raw(packed.subarray(0, packed.length - 9)), 'gzip', half))).rejects.toThrow();
    expect(half.broken).toMatchObject({ code: 'Z_BUF_ERROR' });
  });

  it('lets go of its connection where the reader stops early, and calls that no break', async () => {
    const meter = newBodyMeter();
    const answer = raw(Buffer.from(text));
    for await (const _ of meteredBody(answer, undefined, meter)) break;
    expect(answer.destroyed).toBe(1);
    expect(meter).toMatchObject({ broken: undefined, ended: false });
  });

  it('in a packing that nobody asked for is refused', async () => {
    await expect(readAll(meteredBody(raw(Buffer.from(text)), 'zstd', newBodyMeter()))).rejects.toMatchObject({
      code: 'unknown_encoding',
    });
  });
});

describe('a body in memory', () => {
  const bytes = Buffer.from('1234567890');

  it('is whole, or nothing past its limit', async () => {
    expect(Buffer.from((await readWhole(raw(bytes, { size: 3 }).body, 10)) ?? []).toString()).toBe('1234567890');
    expect(await readWhole(raw(bytes, { size: 3 }).body, 9)).toBeUndefined();
  });

  it('of an error is its beginning, also where it breaks', async () => {
    expect(await readBeginning(raw(bytes, { size: 3 }).body, 4)).toBe('1234');
    expect(await readBeginning(raw(bytes, { breaks: new Error('cut') }).body, 100)).toBe('1234567890');
  });

  it.each([
    [65_536, true],
    [65_537, false],
    [300_000, false],
  ])(
    'of an error of %i bytes is known to be whole or not, though its first piece ends at the limit',
    async (size, ended) => {
      const [meter, limit] = [newBodyMeter(), 65_536];
      const packed = gzipSync('x'.repeat(size));
      expect(await readBeginning(meteredBody(raw(packed), 'gzip', meter), limit)).toHaveLength(limit);
      expect([meter.ended, meter.unpacked > limit]).toEqual([ended, !ended]);
    },
  );
});
