import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileCalls, type OpenedFile } from '#shared/contract/files.ts';
import { toErrorValue } from '#shared/errors.ts';
import { openDialog } from '#shared/file-types.ts';
import { refusedFile } from '#shared/unread-files.ts';
import { FILES_WORKSPACE } from '../../connections/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { uploadFolder } from './upload-folder.ts';

/** Opening files into the "Files" workspace. */
export function fileHandlers(parts: AppParts): CoreHandlers<typeof fileCalls> {
  const { engine, host, topics } = parts;

  async function openAll(paths: readonly string[]): Promise<OpenedFile[]> {
    const opened: OpenedFile[] = [];
    // One after the other: each is a transaction of its own, and a large one should not starve the rest of memory.
    for (const file of paths) opened.push(await openOne(file));
    if (opened.length > 0) {
      topics.publish('store.changed', { workspace: FILES_WORKSPACE, areas: fileCalls['files.open'].areas });
    }
    return opened;
  }

  async function openOne(file: string): Promise<OpenedFile> {
    const name = path.basename(file);
    const upload = uploadFolder(host.paths.uploads, file);
    try {
      const result = await engine.call('ingest.file', {
        workspace: FILES_WORKSPACE,
        path: file,
        label: name,
        // An upload lies in another folder each time, so it is known by what is in it: opened again, it does not count twice.
        identity: upload === undefined ? undefined : await contentOf(file),
        keepBody: upload !== undefined,
      });
      // What cannot be removed now goes with the next start.
      if (upload === undefined) host.noteOpened(file);
      else await rm(upload, { recursive: true, force: true }).catch(() => undefined);
      const opened = await engine.call('files.get', { workspace: FILES_WORKSPACE, source: result.source });
      return { ...opened, meters: result.usagePoints };
    } catch (thrown) {
      return refusedFile({ id: file, name, path: file, bytes: 0 }, toErrorValue(thrown));
    }
  }

  return {
    'files.choose': async () => openAll(await host.chooseFiles(openDialog)),
    'files.open': ({ handles }) => openAll(handles.map((handle) => parts.handedOut.require(handle))),
    'files.list': (input) => engine.call('files.list', { workspace: FILES_WORKSPACE, ...input }),
  };
}

/** The checksum of a file. */
async function contentOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(piece);
  return hash.digest('hex');
}
