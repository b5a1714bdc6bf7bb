import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventHandlers } from '../../../../electron/app/handlers/events.ts';
import { exportHandlers } from '../../../../electron/app/handlers/exports.ts';
import { newExport } from '../../../../electron/app/handlers/new-export.ts';
import { queryHandlers } from '../../../../electron/app/handlers/query.ts';
import { Written } from '../../../../electron/app/written.ts';
import { partsWith } from './parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'new-export-'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-02T03:04:05.678Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const nameOf = async (name: string, ending?: string) => path.basename(await newExport(folder, name, ending));

describe('the place of an export', () => {
  it('has the time in its name, and lies in a folder of the user alone', async () => {
    expect(await nameOf('a')).toBe('a-2026-01-02-03-04-05');
    expect(await nameOf('a', '.csv')).toBe('a-2026-01-02-03-04-05.csv');
    expect((await stat(path.join(folder, 'exports'))).mode & 0o077).toBe(0);
  });

  it('is never one that is given already, or that something has', async () => {
    const both = await Promise.all([nameOf('a', '.csv'), nameOf('a', '.csv')]);
    expect(both.toSorted()).toEqual(['a-2026-01-02-03-04-05-2.csv', 'a-2026-01-02-03-04-05.csv']);
    await writeFile(path.join(folder, 'exports', 'b-2026-01-02-03-04-05.csv'), 'of an earlier run');
    expect(await nameOf('b', '.csv')).toBe('b-2026-01-02-03-04-05-2.csv');
  });
});

describe('where there is no dialog, two of one second do not meet', () => {
  const parts = () =>
    partsWith({
      engine: {
        // All that they ask of it.
        call: (async (name: string, input: { folder: string; name: string; file: string }) => {
          const file = name === 'query.write' ? path.join(input.folder, input.name) : input.file;
          await writeFile(file, '');
          return { file, rows: 1 };
        }) as never,
      },
      host: { paths: { data: folder }, capabilities: { saveDialog: false } },
      jobs: { start: (async () => ({ id: 'job' })) as never },
      written: new Written(),
    });

  it('exports', async () => {
    const start = () => exportHandlers(parts())['export.start']({ workspace: 'w', format: 'csv' });
    const [one, other] = [await start(), await start()];
    expect(one?.folder).not.toBe(other?.folder);
  });

  it('rows of queries', async () => {
    const input = { workspace: 'w', sql: 'SELECT 1', format: 'csv', token: 't' } as const;
    await queryHandlers(parts())['query.export'](input);
    await queryHandlers(parts())['query.export'](input);
    expect(await readdir(path.join(folder, 'exports'))).toHaveLength(2);
  });

  it('events', async () => {
    const input = { workspace: 'w', format: 'csv', filter: {}, order: 'happened' } as const;
    await eventHandlers(parts())['events.export'](input);
    await eventHandlers(parts())['events.export'](input);
    expect(await readdir(path.join(folder, 'exports'))).toHaveLength(2);
  });
});
