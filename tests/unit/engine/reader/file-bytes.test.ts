import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileBytes } from '../../../../electron/engine/reader/file-bytes.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'file-bytes-'));
  file = path.join(folder, 'a.xml');
  await writeFile(file, '<feed/>');
  await utimes(file, 1, 2);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: FileBytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a file on disk', () => {
  it('is looked at without being read, and read as often as one likes', async () => {
    const bytes = await FileBytes.of(file);
    expect(bytes).toMatchObject({ path: file, size: 7, modified: 2_000 });
    expect([await read(bytes), await read(bytes)]).toEqual(['<feed/>', '<feed/>']);
  });

  it('says what it is where it is none, and what to do', async () => {
    await expect(FileBytes.of(folder)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: expect.stringContaining('is a folder'),
    });
    await expect(FileBytes.of(path.join(folder, 'none.xml'))).rejects.toMatchObject({
      code: 'file_unreadable',
      message: 'There is no file none.xml.',
    });
  });

  it('that goes away, or is closed to us, before it is read says so', async () => {
    const bytes = await FileBytes.of(file);
    await rm(file);
    await expect(read(bytes)).rejects.toMatchObject({ code: 'file_unreadable', message: 'There is no file a.xml.' });
  });
});
