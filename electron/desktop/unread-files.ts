/** Files that could not be read at all, so that no list of the page has them: moved, deleted, not this user's, a folder. */
import { type BrowserWindow, dialog } from 'electron';
import { type Unread, unreadWords } from '#shared/unread-files.ts';

/** Says which files could not be read, and why. @param files one at least */
export async function tellUnread(window: BrowserWindow, files: readonly Unread[]): Promise<void> {
  await dialog.showMessageBox(window, { type: 'warning', ...unreadWords(files) });
}
