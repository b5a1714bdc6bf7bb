import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { supportBundle } from '../../../electron/diagnostics/support-bundle.ts';
import { unzipped } from '../../fixtures/unzipped.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'support-bundle-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The bundle of a program with the demo and one workspace of a user, whose log holds these lines. @returns its log */
async function logOf(...lines: string[]): Promise<string> {
  await writeFile(path.join(folder, 'meterscope.log'), lines.map((line) => `${line}\n`).join(''));
  const { bytes } = await supportBundle(
    {
      at: Date.UTC(2026, 0, 1),
      about: {},
      workspaces: [{ workspace: 'demo' }, { workspace: 'live-1' }],
      jobs: [],
      requests: [],
      logFolder: folder,
    },
    { secrets: [], people: [], descriptions: [], aliases: new Map([['stadtwerke-x', 'live-1']]), home: '' },
  );
  const members = unzipped(bytes);
  expect(members.find(({ name }) => name === 'workspaces.json')?.text).toContain('"live-1"');
  return members.find(({ name }) => name === 'meterscope.log')?.text.trimEnd() ?? '';
}

it('a workspace that is not listed any more is named nowhere, and those that are can be told apart', async () => {
  const lines = [
    '{"what":"one","workspace":"ellison-road"}',
    '{"what":"two","workspace":"demo"}',
    '{"what":"three","workspace":"stadtwerke-x"}',
    '{"what":"four","message":"No readings of Ellison Road in meterscope-ellison-road-2026"}',
  ];
  expect((await logOf(...lines)).split('\n')).toEqual([
    '{"what":"one","workspace":"unlisted"}',
    '{"what":"two","workspace":"demo"}',
    '{"what":"three","workspace":"live-1"}',
    '{"what":"four","message":"No readings of unlisted in meterscope-unlisted-2026"}',
  ]);
});

it('also where only a path names it; the folders of the program’s own sources stay', async () => {
  expect(await logOf(String.raw`{"message":"C:\\data\\workspaces\\ellison-road\\store.duckdb is in use"}`)).toBe(
    String.raw`{"message":"C:\\data\\workspaces\\unlisted\\store.duckdb is in use"}`,
  );
  expect(await logOf('{"message":"/data/workspaces/ellison-road/raw/1.gz and /data/events/margaret.json"}')).toBe(
    '{"message":"/data/workspaces/unlisted/raw/1.gz and /data/events/unlisted.json"}',
  );
  const stack = '{"stack":"at list (renderer/features/workspaces/list.tsx), dist/events/polling/walk.js"}';
  expect(await logOf(stack)).toBe(stack);
});
