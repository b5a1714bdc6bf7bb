/** What is kept of a document with what was wrong in it. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const refused = (file: string) =>
  expect(store.call('ingest.file', { path: file })).rejects.toMatchObject({ code: expect.any(String) });

it('a file that is refused when it is opened again leaves the problems of what was read of it before', async () => {
  const file = path.join(store.folder, 'file.xml');
  await writeFile(file, batchFeed({ days: 1, parts: ['usagePoint', 'meterReading', 'readingType', 'blocks'] }));
  const { source } = await store.call('ingest.file', { path: file });
  const said = async () => ({
    problems: await store.call('problems.all', { source }),
    file: await store.call('files.get', { source }),
    meters: (await store.call('usagePoints.list', { limit: 10 })).rows,
  });
  const before = await said();
  expect(before.problems.map(({ code }) => code)).toContain('local_time_missing');
  expect(before.meters).toMatchObject([{ problems: 1 }]);
  await writeFile(file, '<html><body>Not found</body></html>');
  await refused(file);
  await refused(file);
  expect(await said()).toEqual(before);
  expect((await store.call('files.stored', {})).map(({ ok }) => ok)).toEqual([false, true]);
});

it('only the last refusal of a file is kept', async () => {
  const file = path.join(store.folder, 'file.xml');
  await writeFile(file, '<html><body>Not found</body></html>');
  await refused(file);
  const problems = await store.call('problems.all', {});
  await refused(file);
  expect(await store.call('files.stored', {})).toMatchObject([{ ok: false }]);
  expect((await store.call('problems.all', {})).map(({ code }) => code)).toEqual(problems.map(({ code }) => code));
});
