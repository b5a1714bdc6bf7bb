import { describe, expect, it } from 'vitest';
import { inputOf, loadCorpus, tryInput } from '../../../fuzz/reader-target.ts';

const RUNS = 300;

describe('a short fuzz of the feed reader (the long one: node tests/fuzz/reader.ts)', () => {
  it(`survives ${RUNS} damaged documents, and both paths agree on them`, async () => {
    const corpus = loadCorpus();
    expect(corpus.length).toBeGreaterThan(3);
    for (let run = 0; run < RUNS; run++) {
      const input = inputOf(corpus, 20_240_904, run);
      await tryInput(input).catch((error: unknown) => {
        throw new Error(`run ${run}`, { cause: error });
      });
    }
  });
});
