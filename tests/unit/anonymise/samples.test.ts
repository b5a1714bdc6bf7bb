import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anonymise, readAs, verdicts, walked } from '../../fixtures/anonymised.ts';
import { bookIsThere, SAMPLES } from '../../fixtures/conformance.ts';

const files = bookIsThere ? readdirSync(SAMPLES).filter((name) => name.endsWith('.xml')) : [];
const NOT_XML = 'bad_not_xml.xml';
const good = files.filter((file) => file !== NOT_XML);

const original = (file: string) => readFileSync(path.join(SAMPLES, file));

describe.skipIf(!bookIsThere)('the sample files, anonymised (left out where ../shared is missing)', () => {
  it('are all there', () => {
    expect(files).toHaveLength(41);
  });

  it('are refused where they are no XML', async () => {
    await expect(anonymise(original(NOT_XML))).rejects.toMatchObject({ code: 'not_well_formed' });
  });

  it.each(good)('%s has the verdicts of the pre-check that it had', async (file) => {
    const before = original(file);
    expect(await verdicts(await anonymise(before))).toEqual(await verdicts(before));
  });

  it.each(good)('%s is read as it was: counts, sums, spans, readings, joins', async (file) => {
    const before = original(file);
    expect(await readAs(await anonymise(before))).toEqual(await readAs(before));
  });
});
