import { open } from 'node:fs/promises';
import { withoutSecrets } from '#shared/espi/secrets.ts';
import { type ByteSource, FileBytes, utf8Source } from '../engine/reader/index.ts';
import type { Findings } from './check.ts';
import type { Place } from './entry-facts.ts';
import { firstElement, offendingTags } from './offence.ts';
import { SCHEMA, wordsOf } from './rules/index.ts';

/** The XML around a failure. */
export interface Excerpt {
  /** The entry that fails, or the head of the feed; without secrets. */
  xml: string;
  /** Its first line in the document, 1-based. */
  line: number;
  /** It is longer than what is shown of it. */
  cut: boolean;
  /** The start tags that the test is about: their numbers among all start tags of `xml`, and their places in it. */
  marks: { number: number; from: number; to: number }[];
}

/**
 * Where a test failed, in document order; the first place alone where it fails only as the book is written.
 * @param test id of a test, or of the check by the schemas
 */
export function failuresOf({ outcomes, schema }: Findings, test: string): readonly Place[] {
  if (test === SCHEMA.id) return schema.problems;
  const { failures = [], firstAsWritten } = outcomes.get(test) ?? {};
  return failures.length === 0 && firstAsWritten ? [firstAsWritten] : failures;
}

/**
 * The XML around failures, read again from the document.
 * @param length bytes that are shown of one, at most
 */
export async function excerptsOf(
  findings: Findings,
  wanted: readonly { test: string; failure: number }[],
  source: ByteSource,
  length: number,
): Promise<(Excerpt | undefined)[]> {
  const places = wanted.map(({ test, failure }) => failuresOf(findings, test)[failure]);
  const pieces = await piecesAt(
    source,
    places.flatMap((place) => (place ? [place.offset] : [])),
    length,
  );
  return wanted.map(({ test }, i) => {
    const place = places[i];
    const bytes = place && pieces.get(place.offset);
    return bytes && { ...excerptOf(bytes, length, wordsOf(test)?.look ?? []), line: place.line };
  });
}

function excerptOf(bytes: Buffer, length: number, look: readonly string[]): Omit<Excerpt, 'line'> {
  const { text, cut } = firstElement(bytes.toString('utf8').replace(/\ufffd+$/, ''), bytes.length >= length);
  const xml = withoutSecrets(text);
  return { xml, cut, marks: offendingTags(xml, look) };
}

/** What stands at offsets of the UTF-8 text of a document. Nothing is held but the pieces themselves. */
async function piecesAt(source: ByteSource, offsets: readonly number[], length: number): Promise<Map<number, Buffer>> {
  const wanted = [...new Set(offsets)].toSorted((a, b) => a - b);
  const { chunks, convertedFrom } = await utf8Source(source);
  if (source instanceof FileBytes && convertedFrom === undefined) {
    // Closes the file again: only its encoding was wanted.
    for await (const _first of chunks) break;
    return await piecesOfFile(source, wanted, length);
  }
  const last = wanted.at(-1);
  const pieces = new Map<number, Uint8Array[]>(wanted.map((offset) => [offset, []]));
  let base = 0;
  for await (const chunk of chunks) {
    if (last === undefined || base >= last + length) break;
    for (const offset of wanted) {
      const from = Math.max(offset, base);
      const to = Math.min(offset + length, base + chunk.length);
      // The source may reuse its buffer.
      if (from < to) pieces.get(offset)?.push(chunk.slice(from - base, to - base));
    }
    base += chunk.length;
  }
  return new Map([...pieces].map(([offset, list]) => [offset, Buffer.concat(list)]));
}

/** A file whose bytes are its text is not read from its beginning: it may be a gigabyte. */
async function piecesOfFile(
  { path }: FileBytes,
  offsets: readonly number[],
  length: number,
): Promise<Map<number, Buffer>> {
  const file = await open(path, 'r');
  try {
    const pieces = new Map<number, Buffer>();
    for (const offset of offsets) {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      pieces.set(offset, bytes.subarray(0, bytesRead));
    }
    return pieces;
  } finally {
    await file.close();
  }
}
