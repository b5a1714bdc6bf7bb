import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../electron/conformance/check.ts';
import { bookIsThere, SAMPLES } from '../../fixtures/conformance.ts';
import { WAYS } from '../../fixtures/rewritten-xml.ts';

// Not those that only have more readings.
const samples = readdirSync(bookIsThere ? SAMPLES : '.').filter(
  (name) => name.endsWith('.xml') && name !== 'bad_not_xml.xml' && statSync(path.join(SAMPLES, name)).size < 100_000,
);

/** What it comes to: of every test how often it looked and failed, and which blocks are claimed and implied. */
async function resultOf(document: string | Buffer) {
  async function* bytes() {
    yield Buffer.from(document as string);
  }
  const { outcomes, claimed, implied, mixedLinks } = await checkDocument(bytes());
  return {
    tests: [...outcomes].map(
      ([id, { contexts, failed, failedAsWritten }]) => `${id} ${failed} (${failedAsWritten ?? failed}) of ${contexts}`,
    ),
    blocks: [[...claimed].toSorted(), [...implied].toSorted()],
    mixedLinks,
  };
}

describe.skipIf(!bookIsThere)('a document written in another way (left out where ../shared is missing)', () => {
  it.each(samples)('comes to the same: %s', async (name) => {
    const text = readFileSync(path.join(SAMPLES, name), 'utf8');
    const result = await resultOf(text);
    for (const [way, written] of Object.entries(WAYS))
      expect([way, await resultOf(written(text))]).toEqual([way, result]);
  });
});
