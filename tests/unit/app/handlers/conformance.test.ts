import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conformanceHandlers } from '../../../../electron/app/handlers/conformance.ts';
import { AppError } from '../../../../shared/errors.ts';
import { partsWith } from './parts.ts';

let folder: string;
/** Names that the user was offered. */
let suggested: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  suggested = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const LOCATED = { bytes: 1, document: { bytes: new Uint8Array() }, version: '1' };

/** @param name of the document; undefined where it is gone */
function bench(name: string | undefined, saveDialog: boolean) {
  return conformanceHandlers(
    partsWith({
      host: {
        capabilities: { saveDialog },
        paths: { data: folder },
        chooseSavePath: async (options: { suggested: string }) => {
          suggested.push(options.suggested);
          return path.join(folder, options.suggested);
        },
      },
      documents: {
        locate: async () => {
          if (name === undefined) throw new AppError({ code: 'answer_gone', message: 'Gone.' });
          return { ...LOCATED, name };
        },
      },
      checks: {
        anonymise: async (_input: unknown, to: string) => {
          await writeFile(to, name ?? '');
          return { tests: 1, differing: [] };
        },
      },
      written: { add: () => undefined },
    }),
  );
}

describe('the file of a copy without names', () => {
  const input = { workspace: 'w', document: { handle: 'h' }, jitter: 0 };
  const documents = ['Lovelace.xml', 'https://u.example/espi/1_1/resource/UsagePoint/4711'];
  it.each(documents)('says nothing of whom the document is about: %s', async (name) => {
    const asked = await bench(name, true)['documents.anonymise'](input);
    const decided = await bench(name, false)['documents.anonymise'](input);
    expect(suggested).toEqual(['green-button-anonymised.xml']);
    expect([asked?.path, decided?.path].join(' ')).not.toMatch(/lovelace|4711|usagepoint/i);
  });

  it('is another one for each document where nobody is asked for its place', async () => {
    const paths: (string | undefined)[] = [];
    for (const name of documents) {
      paths.push((await bench(name, false)['documents.anonymise'](input))?.path);
    }
    expect(new Set(paths).size).toBe(2);
  });

  it('is asked for only where the document is there', async () => {
    await expect(bench(undefined, true)['documents.anonymise'](input)).rejects.toMatchObject({ code: 'answer_gone' });
    expect([suggested, await readdir(folder)]).toEqual([[], []]);
  });
});
