import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_JOB } from '../../../../electron/app/exports.ts';
import { exportHandlers } from '../../../../electron/app/handlers/exports.ts';
import { Written } from '../../../../electron/app/written.ts';
import { refuse } from '../../../../electron/host/host.ts';
import { partsWith } from './parts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param chosen where the user saves to, by what is suggested */
function bench(chosen?: (suggested: string) => string | undefined) {
  const [started, shown]: [unknown[], string[]] = [[], []];
  const handlers = exportHandlers(
    partsWith({
      host: {
        paths: { data: folder },
        capabilities: { saveDialog: chosen !== undefined, pdf: chosen !== undefined },
        chooseSavePath: async ({ suggested }: { suggested: string }) => chosen?.(suggested),
        printPdf: async () => (chosen ? Buffer.from('%PDF-') : refuse('pdf', 'It cannot.', 'Print it.')),
        showInFolder: async (file: string) => void shown.push(file),
      },
      jobs: {
        start: async (...args: unknown[]) => {
          started.push(args);
          return { id: 'job-1' } as never;
        },
      },
      written: new Written(),
    }),
  );
  return { handlers, started, shown };
}

describe('an export', () => {
  it('goes to the place that the user chose', async () => {
    const { handlers, started } = bench(() => '/chosen');
    const answer = await handlers['export.start']({ workspace: 'demo', format: 'csv' });
    expect(answer).toEqual({ job: 'job-1', folder: '/chosen' });
    expect(started).toEqual([[EXPORT_JOB, 'demo', { format: 'csv', folder: '/chosen' }]]);
  });

  it('begins nothing when they changed their mind', async () => {
    const { handlers, started } = bench(() => undefined);
    expect(await handlers['export.start']({ workspace: 'demo', format: 'csv' })).toBeUndefined();
    expect(started).toEqual([]);
  });

  it('goes to a new folder of the data folder where there is no dialog', async () => {
    const answer = await bench().handlers['export.start']({ workspace: 'demo', format: 'parquet' });
    expect(path.dirname(answer?.folder ?? '')).toBe(path.join(folder, 'exports'));
    expect(path.basename(answer?.folder ?? '')).toMatch(/^meterscope-demo-\d{4}(-\d\d){5}$/);
  });
});

describe('a printed page', () => {
  it('is saved where the user chose, and may be shown from then on', async () => {
    const { handlers, shown } = bench((suggested) => path.join(folder, suggested));
    const saved = await handlers['export.pdf']({ name: 'meter 1/2.pdf' });
    expect(saved).toEqual({ path: path.join(folder, 'meter 1_2.pdf') });
    expect(await readFile(saved?.path ?? '', 'utf8')).toBe('%PDF-');
    await handlers['export.show']({ path: saved?.path ?? '' });
    expect(shown).toEqual([saved?.path]);
    expect(await bench(() => undefined).handlers['export.pdf']({ name: 'x.pdf' })).toBeUndefined();
  });

  it('is refused where the host cannot print', async () => {
    await expect(bench().handlers['export.pdf']({ name: 'x.pdf' })).rejects.toMatchObject({ code: 'host_cannot' });
  });
});

describe('a file that is saved', () => {
  it('is named without a place, and may be shown from then on', async () => {
    const { handlers, shown } = bench((suggested) => path.join(folder, suggested));
    const show = async (file: string) => handlers['export.show']({ path: file });
    await expect(show('/etc/hosts')).rejects.toMatchObject({ code: 'not_written_here' });
    const saved = await handlers['export.save']({ name: '../../.Zähler 1/2.csv', base64: btoa('a,b') });
    expect(saved).toEqual({ path: path.join(folder, '__.._.Zähler 1_2.csv') });
    expect(await readFile(saved?.path ?? '', 'utf8')).toBe('a,b');
    await show(saved?.path ?? '');
    expect(shown).toEqual([saved?.path]);
  });
});
