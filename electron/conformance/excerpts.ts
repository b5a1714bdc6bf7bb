import { withoutSecrets } from '#shared/espi/secrets.ts';
import type { ByteSource } from '../engine/reader/index.ts';
import { utf8Source } from '../engine/reader/index.ts';

/** Bytes of an entry that are shown. */
const LENGTH = 700;

/**
 * The beginnings of what stands at these offsets of the UTF-8 text of a document, read again from its source.
 * Nothing is held but the pieces themselves, and secrets are taken out of them.
 */
export async function excerpts(source: ByteSource, offsets: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(offsets)].toSorted((a, b) => a - b);
  const last = wanted.at(-1);
  const pieces = new Map<number, Uint8Array[]>(wanted.map((offset) => [offset, []]));
  let base = 0;
  const { chunks } = await utf8Source(source);
  for await (const chunk of chunks) {
    if (last === undefined || base >= last + LENGTH) break;
    for (const offset of wanted) {
      const from = Math.max(offset, base);
      const to = Math.min(offset + LENGTH, base + chunk.length);
      // The source may reuse its buffer.
      if (from < to) pieces.get(offset)?.push(chunk.slice(from - base, to - base));
    }
    base += chunk.length;
  }
  return new Map([...pieces].map(([offset, list]) => [offset, textOf(list)]));
}

function textOf(pieces: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(pieces);
  const text = withoutSecrets(bytes.toString('utf8').replace(/\ufffd+$/, ''));
  return bytes.length < LENGTH ? text : `${text}...`;
}
