import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../../../electron/engine/store/database.ts';
import {
  readSpool,
  removeOrphanSpools,
  type SpoolMember,
  SpoolWriter,
} from '../../../../electron/engine/store/spool.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spool-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Differs from byte to byte, so that a wrong offset shows. */
const body = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * 7 + (index >> 8)) & 0xff));

async function written(step: number): Promise<SpoolWriter> {
  const writer = new SpoolWriter(folder, 's1');
  for (let at = 0; at < body.length; at += step) await writer.write(body.subarray(at, at + step));
  await writer.finish();
  return writer;
}

function unpacked(file: Buffer, members: readonly SpoolMember[]): Buffer {
  return Buffer.concat(
    members.map(({ fileStart, fileEnd }) => brotliDecompressSync(file.subarray(fileStart, fileEnd))),
  );
}

describe('a spooled body', () => {
  it('is cut into members that follow each other, in the body and in the file', async () => {
    const { name, members } = await written(400_000);
    const file = await readFile(path.join(folder, name));
    expect(members.length).toBeGreaterThan(1);
    expect(members.map(({ bodyStart }) => bodyStart)).toEqual([
      0,
      ...members.slice(0, -1).map(({ bodyEnd }) => bodyEnd),
    ]);
    expect(members.map(({ fileStart }) => fileStart)).toEqual([
      0,
      ...members.slice(0, -1).map(({ fileEnd }) => fileEnd),
    ]);
    expect(members.at(-1)).toMatchObject({ bodyEnd: body.length, fileEnd: file.length });
    expect(unpacked(file, members).equals(body)).toBe(true);
    if (process.platform !== 'win32') expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('stays in order when several writes are under way', async () => {
    const writer = new SpoolWriter(folder, 's1');
    await Promise.all([0, 1, 2].map((part) => writer.write(Buffer.alloc(1_100_000, part))));
    await writer.finish();
    const whole = unpacked(await readFile(path.join(folder, writer.name)), writer.members);
    expect(whole.equals(Buffer.concat([0, 1, 2].map((part) => Buffer.alloc(1_100_000, part))))).toBe(true);
  });

  it('is read from the members that cover a span, also over their border', async () => {
    const { name, members } = await written(400_000);
    const file = path.join(folder, name);
    const border = members[0]?.bodyEnd ?? 0;
    const over = await readSpool(file, members.slice(0, 2), border - 5, border + 5);
    expect(over.equals(body.subarray(border - 5, border + 5))).toBe(true);
    const within = await readSpool(file, members.slice(1, 2), border + 10, border + 20);
    expect(within.equals(body.subarray(border + 10, border + 20))).toBe(true);
  });

  it('is read where an older version packed it', async () => {
    const packed = gzipSync(body);
    const file = path.join(folder, 'old.spool.gz');
    await writeFile(file, packed);
    const member = { bodyStart: 0, bodyEnd: body.length, fileStart: 0, fileEnd: packed.length };
    expect((await readSpool(file, [member], 10, 20)).equals(body.subarray(10, 20))).toBe(true);
  });

  it('says that it could not be written', async () => {
    const writer = new SpoolWriter(path.join(folder, 'gone'), 's1');
    await writer.write(Buffer.from('x')).catch(() => undefined);
    await expect(writer.finish()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('goes when it is dropped', async () => {
    const writer = await written(2_500_000);
    await writer.remove();
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('spools that no source names', () => {
  it('go, and other files stay', async () => {
    const names = ['kept.spool.br', 'kept.spool.gz', 'orphan.spool.br', 'orphan.spool.gz', 'notes.txt'];
    for (const name of names) await writeFile(path.join(folder, name), '');
    const kept = [{ spool: 'kept.spool.gz' }, { spool: 'kept.spool.br' }];
    const connection = { rows: () => Promise.resolve(kept) } as unknown as Connection; // asked this once
    await removeOrphanSpools(folder, connection);
    expect((await readdir(folder)).sort()).toEqual(['kept.spool.br', 'kept.spool.gz', 'notes.txt']);
  });
});
