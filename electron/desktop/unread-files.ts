/** Files that could not be read at all, so that no list of the page has them: moved, deleted, not this user's, a folder. */
import { type BrowserWindow, dialog } from 'electron';
import type { OpenedFile } from '#shared/contract/files.ts';

type Unread = Pick<OpenedFile, 'path' | 'error'>;

/** Says which files could not be read, and why. @param files one at least */
export async function tellUnread(window: BrowserWindow, files: readonly Unread[]): Promise<void> {
  await dialog.showMessageBox(window, { type: 'warning', ...unreadWords(files) });
}

export function unreadWords(files: readonly Unread[]): { message: string; detail: string } {
  const [only] = files;
  if (only?.error && files.length === 1) {
    const { message, action } = only.error;
    return { message, detail: [only.path, action].join('\n\n') };
  }
  return {
    message: `${files.length} files could not be read.`,
    detail: files.map(({ path, error }) => [path, error?.message].join('\n')).join('\n\n'),
  };
}
