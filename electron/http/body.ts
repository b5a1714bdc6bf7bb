/** Bodies: unpacking, counting, limits. */
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '#shared/errors.ts';
import type { RawAnswer } from './network.ts';

/** Byte counts of a body while it is read, and what broke it. */
export interface BodyMeter {
  /** As it came over the network. */
  received: number;
  /** Unpacked. */
  unpacked: number;
  /** Thrown by the network or the decompressor, never by the consumer. */
  broken: unknown;
  ended: boolean;
}

export function newBodyMeter(): BodyMeter {
  return { received: 0, unpacked: 0, broken: undefined, ended: false };
}

/** What the client tells the service it can unpack. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** The body as unpacked chunks, metered. Reads only as fast as it is consumed. */
export async function* meteredBody(
  raw: Pick<RawAnswer, 'body' | 'destroy'>,
  contentEncoding: string | undefined,
  meter: BodyMeter,
): AsyncGenerator<Uint8Array> {
  const source = unpacked(counted(raw.body, meter), contentEncoding);
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        meter.broken = error;
        throw error;
      });
      if (next.done) break;
      meter.unpacked += next.value.byteLength;
      yield next.value;
    }
    meter.ended = true;
  } finally {
    // Reached too when the consumer stops early: without it the socket would stay open, half read.
    raw.destroy();
  }
}

async function* counted(raw: RawAnswer['body'], meter: BodyMeter): AsyncGenerator<Uint8Array> {
  for await (const chunk of raw) {
    meter.received += chunk.byteLength;
    yield chunk;
  }
}

function unpacked(chunks: AsyncIterable<Uint8Array>, contentEncoding: string | undefined): AsyncIterable<Uint8Array> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return chunks;
  const unpack = decompressor(encoding);
  // Errors reach the reader through the stream itself; the callback is only required.
  pipeline(chunks, unpack, () => {});
  return unpack;
}

/** Each piece of a body is a message to the engine: the usual 16 kB cost more to send than to read. */
const UNPACKING = { chunkSize: 64 * 1024 };

function decompressor(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(UNPACKING);
  if (encoding === 'deflate') return createInflate(UNPACKING);
  if (encoding === 'br') return createBrotliDecompress(UNPACKING);
  throw new AppError({
    code: 'unknown_encoding',
    message: `The answer is compressed as "${encoding}", which was not requested and cannot be read.`,
    action: 'Check any proxy between this computer and the service.',
  });
}

/** The whole body, or undefined once it exceeds `limit` bytes. */
export async function readWhole(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    parts.push(chunk);
  }
  return joined(parts, size);
}

/** The first `limit` bytes as text; of a broken body, the part that came. For bodies of errors, which may be anything. */
export async function readBeginning(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      size += chunk.byteLength;
      // One piece more than is kept, so that the meter knows of more: a piece often ends just at the limit.
      if (size > limit) break;
    }
  } catch {
    // The status alone decides what happens; a cut body of an error is not a second error.
  }
  return new TextDecoder().decode(joined(parts, size).subarray(0, limit));
}

function joined(parts: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
