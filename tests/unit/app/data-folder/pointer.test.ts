import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  adoptEarlierPointer,
  defaultDataFolder,
  followPointer,
  pointerFile,
  recordMove,
} from '../../../../electron/app/data-folder/pointer.ts';

let root: string;
const at = (name: string) => path.join(root, name);
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'pointer-'));
  vi.stubEnv('XDG_CONFIG_HOME', at('config'));
  vi.stubEnv('APPDATA', at('config'));
  vi.spyOn(os, 'homedir').mockReturnValue(root); // where macOS keeps settings
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

const writeMoves = async (text: string) => {
  await mkdir(path.dirname(pointerFile()), { recursive: true });
  await writeFile(pointerFile(), text);
};

describe('where the data is', () => {
  it('is the folder itself where it never moved, as an absolute path', () => {
    expect(followPointer(at('a'))).toBe(at('a'));
    expect(followPointer('some/where')).toBe(path.resolve('some/where'));
  });

  it('is at the end of all moves, and at the beginning again after a move back', async () => {
    await recordMove(at('a'), at('b'));
    await recordMove(at('b'), at('c'));
    await recordMove(at('x'), at('y'));
    expect([at('a'), at('b'), at('c'), at('x')].map(followPointer)).toEqual([at('c'), at('c'), at('c'), at('y')]);
    await recordMove(at('c'), at('a'));
    expect([at('a'), at('b'), at('c')].map(followPointer)).toEqual([at('a'), at('a'), at('a')]);
  });

  it('is found also where an edit by hand made a circle or a path that leads nowhere', async () => {
    await writeMoves(
      JSON.stringify({ moves: { [at('a')]: at('b'), [at('b')]: at('a'), [at('c')]: 'relative', z: 1 } }),
    );
    expect([at('a'), at('b')]).toContain(followPointer(at('a')));
    expect(followPointer(at('c'))).toBe(at('c'));
  });

  it.each(['', '{', 'null', '{"moves":null}', '{"version":1}'])(
    'is not guessed where the moves read %j',
    async (text) => {
      await writeMoves(text);
      expect(() => followPointer(at('a'))).toThrow(expect.objectContaining({ code: 'location_unreadable' }));
      await expect(recordMove(at('a'), at('b'))).rejects.toMatchObject({ code: 'location_unreadable' });
      expect(await readFile(pointerFile(), 'utf8')).toBe(text);
    },
  );

  it('is where an earlier version wrote, which is taken over once', async () => {
    await mkdir(at('a'));
    await writeFile(path.join(at('a'), 'location.json'), JSON.stringify({ dataFolder: at('b') }));
    expect(followPointer(at('a'))).toBe(at('b'));
    await adoptEarlierPointer(at('a'));
    expect(existsSync(path.join(at('a'), 'location.json'))).toBe(false);
    expect(followPointer(at('a'))).toBe(at('b'));
    await adoptEarlierPointer(at('c'));
    expect(JSON.parse(await readFile(pointerFile(), 'utf8')).moves).toEqual({ [at('a')]: at('b') });
  });

  it('begins in the folder that METERSCOPE_DATA names', () => {
    expect(defaultDataFolder({ METERSCOPE_DATA: 'here' })).toBe(path.resolve('here'));
    expect(path.basename(defaultDataFolder({ METERSCOPE_DATA: '' }))).toBe('Meterscope');
  });
});
