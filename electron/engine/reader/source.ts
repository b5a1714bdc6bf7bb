import { open } from 'node:fs/promises';

/** Bytes of a document, as they come. A chunk need only be valid until the next one is asked for. */
export type ByteSource = AsyncIterable<Uint8Array>;

const CHUNK = 1 << 19;

/**
 * The bytes of a file. Two buffers take turns, so that a file of any size costs a megabyte and the next piece is
 * read while the last one is worked on.
 */
export async function* fileSource(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  let pending: Promise<{ bytesRead: number; buffer: Buffer }> | undefined;
  try {
    let current = Buffer.allocUnsafeSlow(CHUNK);
    let other = Buffer.allocUnsafeSlow(CHUNK);
    pending = file.read(current, 0, CHUNK);
    for (;;) {
      const { bytesRead } = await pending;
      pending = undefined;
      if (bytesRead === 0) return;
      const ready = current;
      [current, other] = [other, current];
      pending = file.read(current, 0, CHUNK);
      yield ready.subarray(0, bytesRead);
    }
  } finally {
    await pending?.catch(() => undefined);
    await file.close();
  }
}

/** Bytes that are here, as a source. */
export async function* bytesSource(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A document as UTF-8, and what it was converted from. */
export interface Utf8Source {
  chunks: ByteSource;
  /** Undefined when the bytes are passed on as they are. */
  convertedFrom: string | undefined;
  /** The document declares an encoding that is not known; it is taken for UTF-8. */
  unknownEncoding: string | undefined;
  /** The document declares two bytes a character and has one; it is taken for UTF-8. */
  falseEncoding: string | undefined;
}

const HEAD = 256;

/** Finds the encoding (byte order mark, else XML declaration) and converts to UTF-8 where that is needed. */
export async function utf8Source(source: ByteSource): Promise<Utf8Source> {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let ended = false;
  while (head.length < HEAD && !ended) {
    const next = await iterator.next();
    if (next.done) ended = true;
    else head = Buffer.concat([head, next.value]);
  }
  const { encoding, unknown, contradicted } = detect(head);
  const raw = rest(head, iterator, ended);
  return {
    chunks: encoding === undefined ? raw : convert(raw, encoding),
    convertedFrom: encoding,
    unknownEncoding: unknown,
    falseEncoding: contradicted,
  };
}

async function* rest(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
  ended: boolean,
): ByteSource & AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    while (!ended) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function detect(head: Buffer): { encoding?: string; unknown?: string; contradicted?: string } {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le' };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be' };
  if (a === 0x3c && b === 0 && d === 0) return { encoding: 'utf-16le' };
  if (a === 0 && b === 0x3c && c === 0) return { encoding: 'utf-16be' };
  const hasMark = a === 0xef && b === 0xbb && c === 0xbf;
  const text = head.toString('latin1', hasMark ? 3 : 0, HEAD);
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
  if (declared === undefined || /^(utf-?8|us-ascii|ascii)$/i.test(declared.trim())) return {};
  // Bytes that begin like ASCII are not UTF-16, whatever is declared.
  if (/^(utf-?16.*|ucs-?2)$/i.test(declared.trim())) return { contradicted: declared };
  try {
    const { encoding } = new TextDecoder(declared.trim());
    if (encoding.startsWith('utf-16')) return { contradicted: declared };
    return hasMark || encoding === 'utf-8' ? {} : { encoding };
  } catch {
    return { unknown: declared };
  }
}

async function* convert(source: ByteSource, encoding: string): AsyncGenerator<Uint8Array> {
  const big = encoding === 'utf-16be';
  const decoder = new TextDecoder(big ? 'utf-16le' : encoding);
  const encoder = new TextEncoder();
  let odd = Buffer.alloc(0);
  for await (const chunk of source) {
    let bytes: Uint8Array = chunk;
    if (big) {
      // Not every runtime carries a big-endian decoder: pairs are swapped by hand, a lone byte waits.
      const joined = Buffer.concat([odd, chunk]);
      const even = joined.length & ~1;
      odd = joined.subarray(even);
      bytes = joined.subarray(0, even).swap16();
    }
    yield encoder.encode(decoder.decode(bytes, { stream: true }));
  }
  yield encoder.encode(decoder.decode());
}
