import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HandedOut } from '../../../../electron/app/handed-out.ts';
import { fileHandlers } from '../../../../electron/app/handlers/files.ts';
import { TopicHub } from '../../../../electron/rpc/index.ts';
import { fileCalls } from '../../../../shared/contract/files.ts';
import { AppError } from '../../../../shared/errors.ts';
import { partsWith } from './parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'opened-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function bench(chosen: string[] = []) {
  const [asked, told, identities]: [unknown[], unknown[], unknown[]] = [[], [], []];
  const topics = new TopicHub();
  topics.subscribe((topic, payload) => told.push([topic, payload]));
  const call = async (
    name: string,
    input: { path?: string; source?: string; keepBody?: boolean; identity?: string },
  ) => {
    if (name === 'files.get') return { id: input.source, ok: true };
    identities.push(input.identity);
    asked.push([path.basename(input.path ?? ''), input.keepBody]);
    if (input.path?.endsWith('bad.xml')) throw new AppError({ code: 'not_a_feed', message: 'No.', action: 'Look.' });
    return { source: `source of ${path.basename(input.path ?? '')}`, usagePoints: ['p'] };
  };
  const handedOut = new HandedOut();
  const noted: string[] = [];
  const host = {
    paths: { uploads: path.join(folder, 'uploads') },
    chooseFiles: async () => chosen,
    noteOpened: (file: string) => void noted.push(file),
  };
  return {
    handlers: fileHandlers(partsWith({ engine: { call: call as never }, host, topics, handedOut })),
    handedOut,
    asked,
    told,
    noted,
    identities,
  };
}

describe('files that are opened', () => {
  it('are read one after the other; a refused one says why beside the others, and windows are told once', async () => {
    const { handlers, asked, told, noted } = bench(['/a/good.xml', '/a/bad.xml']);
    const [good, bad] = await handlers['files.choose']();
    expect(good).toEqual({ id: 'source of good.xml', ok: true, meters: ['p'] });
    expect(bad).toMatchObject({
      id: 'refused:/a/bad.xml',
      name: 'bad.xml',
      ok: false,
      error: { code: 'not_a_feed', message: 'No.', action: 'Look.' },
    });
    expect(asked).toEqual([
      ['good.xml', false],
      ['bad.xml', false],
    ]);
    expect(noted).toEqual(['/a/good.xml']);
    expect(told).toEqual([['store.changed', { workspace: 'files', areas: fileCalls['files.open'].areas }]]);
  });

  it('are none when the user changed their mind, and nobody is told', async () => {
    const { handlers, told } = bench();
    expect(await handlers['files.choose']()).toEqual([]);
    expect(told).toEqual([]);
  });

  it('are kept beside the store where a browser handed them over, and the upload goes', async () => {
    const { handlers, handedOut, asked } = bench();
    const upload = path.join(folder, 'uploads', 'one', 'feed.xml');
    await mkdir(path.dirname(upload), { recursive: true });
    await writeFile(upload, '<feed/>');
    await handlers['files.open']({ handles: [handedOut.give(upload)] });
    expect(asked).toEqual([['feed.xml', true]]);
    expect(existsSync(path.dirname(upload))).toBe(false);
    expect(existsSync(path.join(folder, 'uploads'))).toBe(true);
  });

  it('are the same where a browser hands over the same content again, whatever its name', async () => {
    const { handlers, handedOut, identities } = bench(['/a/good.xml']);
    const upload = async (into: string, name: string, content: string) => {
      const file = path.join(folder, 'uploads', into, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return handedOut.give(file);
    };
    const handles = [
      await upload('one', 'feed.xml', '<feed/>'),
      await upload('two', 'feed (1).xml', '<feed/>'),
      await upload('three', 'feed.xml', '<feed></feed>'),
    ];
    await handlers['files.open']({ handles });
    const [first, again, other] = identities;
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    // A file of this computer is known by its place.
    await handlers['files.choose']();
    expect(identities[3]).toBeUndefined();
  });

  it('are those that were handed out: a path is refused, and nothing is read', () => {
    const { handlers, asked } = bench();
    expect(() => handlers['files.open']({ handles: ['/etc/hosts'] })).toThrow(AppError);
    expect(asked).toEqual([]);
  });
});
