/** Opening files that were dropped or chosen, each judged by itself. */
import type { OpenedFile } from '#shared/contract/files.ts';
import { refusedFile } from '#shared/unread-files.ts';
import { asErrorValue, call, fileHandle } from '../../api/index.ts';

/** Files that one call opens. */
const AT_ONCE = 200;

/** Hands files over and opens them. One that cannot be handed over is among the answers with its name, as one that cannot be read. */
export async function openEach(files: readonly File[]): Promise<OpenedFile[]> {
  const handles: string[] = [];
  const refused: OpenedFile[] = [];
  for (const file of files) {
    await fileHandle(file).then(
      (handle) => handles.push(handle),
      (thrown) => refused.push(refusedFile({ id: file.name, name: file.name, bytes: file.size }, asErrorValue(thrown))),
    );
  }
  const opened: OpenedFile[] = [];
  for (let from = 0; from < handles.length; from += AT_ONCE) {
    opened.push(...(await call('files.open', { handles: handles.slice(from, from + AT_ONCE) })));
  }
  return [...opened, ...refused];
}
