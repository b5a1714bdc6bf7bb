import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFeed } from '../../electron/engine/reader/index.ts';
import { AppError } from '../../shared/errors.ts';
import { mutate, randomFrom } from './mutations.ts';

/** What fuzzing holds the feed reader to, for any bytes at all. */

const CORPUS = new URL('corpus/', import.meta.url);
const SAMPLES = new URL('../../../shared/samples/', import.meta.url);
/** Larger documents would only slow the search down. */
const MAX_BYTES = 60_000;

/** The documents that are damaged: the corpus of this folder and, where they are, the real files. */
export function loadCorpus(): Buffer[] {
  return [CORPUS, SAMPLES]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.xml'))
        .map((file) => readFileSync(new URL(file, folder))),
    )
    .filter((bytes) => bytes.length <= MAX_BYTES);
}

/** The input of a run: the same seed and number, the same bytes. */
export function inputOf(corpus: readonly Buffer[], seed: number, run: number): { bytes: Buffer; chunk: number } {
  const random = randomFrom(seed * 1_000_003 + run);
  const bytes = mutate(corpus, random);
  return { bytes, chunk: 1 + Math.floor(random() ** 3 * 5000) };
}

/**
 * Reads an input in two ways.
 * @throws when the reader crashed, or refused without a sentence, or both ways differ.
 */
export async function tryInput({ bytes, chunk }: { bytes: Buffer; chunk: number }): Promise<void> {
  const fast = await outcome(bytes, chunk, true);
  const exact = await outcome(bytes, 65_536, false);
  if (fast !== exact) throw new Error(`The fast and the exact path differ:\n${fast}\n${exact}`);
}

async function outcome(bytes: Buffer, chunk: number, fastPath: boolean): Promise<string> {
  const digest = createHash('sha1');
  const note = (value: unknown): void => {
    digest.update(JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item)));
  };
  let rows = 0;
  let blockRows = 0;
  // Where damaged text is cut by a chunk, problems may come in another order: which ones is what counts.
  const codes: string[] = [];
  try {
    const summary = await readFeed(
      cut(bytes, chunk),
      {
        entity: note,
        block(block) {
          blockRows += block.readings;
          note(block);
        },
        problem: (problem) => void codes.push(problem.code),
        readings(columns) {
          rows += columns.count;
          const { count } = columns;
          for (const column of [
            columns.block,
            columns.ordinal,
            columns.start,
            columns.duration,
            columns.implicitTime,
            columns.value,
            columns.hasValue,
            columns.valueScale,
            columns.cost,
            columns.hasCost,
            columns.costScale,
            columns.quality,
            columns.tou,
            columns.tier,
            columns.cpp,
          ]) {
            digest.update(new Uint8Array(column.buffer, column.byteOffset, count * column.BYTES_PER_ELEMENT));
          }
        },
      },
      { fastPath },
    );
    if (summary.readings !== rows || blockRows !== rows) {
      throw new Error(`${summary.readings} readings counted, ${rows} given, ${blockRows} in blocks`);
    }
    note(summary);
    note(codes.sort());
    return digest.digest('hex');
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code.startsWith('feed_') && thrown.message.endsWith('.'))
      return thrown.code;
    throw thrown;
  }
}

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
