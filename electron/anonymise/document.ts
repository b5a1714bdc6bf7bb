/** A document in, the same document without names, addresses and identifiers out. */
import type { ByteSource } from '../engine/reader/index.ts';
import { strictRefusal, strictUtf8 } from '../engine/reader/strict.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { Rewriter } from './rewriter.ts';
import { Values } from './values.ts';

/** Characters that are written at once. */
const ENOUGH = 1 << 18;

export interface AnonymiseOptions {
  /** By which names and identifiers are replaced: the same for files that belong together. */
  secret: string | Uint8Array;
  /** Percent that amounts and readings are moved by, at most; 0 leaves them as they are. */
  jitter: number;
}

/**
 * The document with everything replaced that is not known to say nothing about a person, in pieces of UTF-8 text. One pass,
 * constant memory.
 * @throws AppError `not_well_formed`, `feed_doctype` for what is no XML that can be read to its end; whatever the source throws
 */
export async function* anonymised(source: ByteSource, { secret, jitter }: AnonymiseOptions): AsyncGenerator<string> {
  const rewriter = new Rewriter(new Values(new Pseudonyms(secret), jitter));
  const take = (): string => {
    const { out } = rewriter;
    rewriter.out = '';
    return out;
  };
  try {
    for await (const chunk of strictUtf8(source)) {
      rewriter.window.append(chunk);
      while (rewriter.run(ENOUGH) === 'write') yield take();
    }
    rewriter.window.eof = true;
    while (rewriter.run(ENOUGH) === 'write') yield take();
    yield take();
  } catch (thrown) {
    throw strictRefusal(
      thrown,
      rewriter.window,
      'Nothing was written. Correct the XML first, or send a file that is whole.',
    );
  }
}
