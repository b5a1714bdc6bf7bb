import path from 'node:path';
import type { fileCalls, OpenedFile } from '#shared/contract/files.ts';
import { toErrorValue } from '#shared/errors.ts';
import { FILES_WORKSPACE } from '../../connections/index.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

/** Green Button files end like this; others can be opened too, the reader looks at the content. */
const EXTENSIONS = ['xml', 'XML'];

/** Opening files into the "Files" workspace. */
export function fileHandlers(parts: AppParts): Pick<Handlers, Exclude<keyof typeof fileCalls, 'problems.list'>> {
  const { engine, host, topics } = parts;

  async function openAll(paths: readonly string[]): Promise<OpenedFile[]> {
    const opened: OpenedFile[] = [];
    // One after the other: each is a transaction of its own, and a large one should not starve the rest of memory.
    for (const file of paths) opened.push(await openOne(file));
    if (opened.length > 0) {
      topics.publish('store.changed', {
        workspace: FILES_WORKSPACE,
        areas: ['files', 'authorizations', 'usagePoints', 'series', 'readings', 'bills', 'customers', 'problems'],
      });
    }
    return opened;
  }

  async function openOne(file: string): Promise<OpenedFile> {
    const name = path.basename(file);
    try {
      const result = await engine.call('ingest.file', { workspace: FILES_WORKSPACE, path: file, label: name });
      const opened = await engine.call('files.get', { workspace: FILES_WORKSPACE, source: result.source });
      return { ...opened, meters: result.usagePoints };
    } catch (thrown) {
      const { code, message, action } = toErrorValue(thrown);
      return {
        id: `refused:${file}`,
        name,
        path: file,
        bytes: 0,
        at: Date.now(),
        ok: false,
        error: { code, message, action },
        usagePoints: 0,
        readings: 0,
        problems: 0,
      };
    }
  }

  return {
    'files.choose': async () =>
      openAll(await host.chooseFiles({ title: 'Open Green Button files', extensions: EXTENSIONS })),
    'files.open': ({ handles }) => openAll(handles),
    'files.list': () => engine.call('files.stored', { workspace: FILES_WORKSPACE }),
  };
}
