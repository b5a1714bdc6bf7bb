import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Documents } from '../../../electron/app/documents.ts';

let base: string;
/** Where copies go now. */
let uploads: string;
/** Answers the next call of the engine. */
let locate: (copyTo: string) => Promise<{ label: string; path: string }>;
let located: number;
let documents: Documents;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'documents-'));
  uploads = path.join(base, 'uploads');
  located = 0;
  locate = async (copyTo) => {
    await writeFile(copyTo, '<feed/>');
    return { label: 'kept.xml', path: copyTo };
  };
  documents = new Documents({
    engine: {
      call: (async (_name: string, { copyTo }: { copyTo: string }) => {
        located += 1;
        return await locate(copyTo);
      }) as never,
    },
    host: {
      paths: {
        get uploads() {
          return uploads;
        },
      } as never,
    },
    handedOut: { require: () => '' },
  });
});
afterEach(() => rm(base, { recursive: true, force: true }));

const of = (workspace: string, source = 's') => documents.locate(workspace, { source });
const copies = async () => (existsSync(uploads) ? await readdir(uploads) : []);

describe('the copy of a body that is kept in pieces', () => {
  it('is made once, also where two ask at the same time', async () => {
    const [one, two] = await Promise.all([of('w'), of('w')]);
    expect(await of('w')).toEqual(one);
    expect(two).toEqual(one);
    expect(one).toMatchObject({ name: 'kept.xml', bytes: 7 });
    expect([located, (await copies()).length]).toEqual([1, 1]);
  });

  it('goes with the data of its workspace, and no other', async () => {
    await Promise.all([of('w', 'one'), of('w', 'two'), of('other')]);
    await documents.forget('w');
    expect(await copies()).toHaveLength(1);
    await of('other');
    expect(located).toBe(3);
    await of('w', 'one');
    expect(located).toBe(4);
  });

  it('goes with the data also where it is still being made', async () => {
    let write = () => {};
    const written = new Promise<void>((resolve) => {
      write = resolve;
    });
    locate = async (copyTo) => {
      await written;
      await writeFile(copyTo, '<feed/>');
      return { label: 'kept.xml', path: copyTo };
    };
    const asked = of('w').catch(() => undefined);
    await expect.poll(() => located).toBe(1);
    const forgotten = documents.forget('w');
    write();
    await Promise.all([asked, forgotten]);
    expect(await copies()).toEqual([]);
  });

  it('is made anew where the data folder has moved, or somebody emptied its folder', async () => {
    await of('w');
    const before = uploads;
    uploads = path.join(base, 'elsewhere', 'uploads');
    expect((await of('w')).version).toContain(uploads);
    await rm(before, { recursive: true });
    await rm(uploads, { recursive: true });
    expect(await of('w')).toMatchObject({ bytes: 7 });
    expect(located).toBe(3);
  });
});

describe('a document that needs no copy', () => {
  it('leaves no folder behind, and is looked for each time', async () => {
    const file = path.join(base, 'opened.xml');
    await writeFile(file, '<feed/>');
    locate = async () => ({ label: 'opened.xml', path: file });
    expect(await of('w')).toMatchObject({ name: 'opened.xml' });
    await of('w');
    expect([located, await copies()]).toEqual([2, []]);
  });

  it('leaves none where it cannot be found', async () => {
    locate = () => Promise.reject(new Error('gone'));
    await expect(of('w')).rejects.toThrow('gone');
    await expect(of('w')).rejects.toThrow('gone');
    expect([located, await copies()]).toEqual([2, []]);
  });
});
