/** What is said of files that could not be read. */
import type { OpenedFile } from './contract/files.ts';
import type { ErrorValue } from './errors.ts';

export type Unread = Pick<OpenedFile, 'path' | 'error'>;

/** Of a file that could not be opened: nothing was read of it. @param file its `id` is what it is told apart by */
export function refusedFile(
  file: Pick<OpenedFile, 'id' | 'name' | 'path' | 'bytes'>,
  { code, message, action }: ErrorValue,
): OpenedFile {
  const error = { code, message, action };
  return {
    ...file,
    id: `refused:${file.id}`,
    at: Date.now(),
    ok: false,
    error,
    usagePoints: 0,
    readings: 0,
    problems: 0,
  };
}

/** Files that are named; of more, their number is said. */
const MOST_NAMED = 5;

/** Which files could not be read, why, and what to do. @param files one at least */
export function unreadWords(files: readonly Unread[]): { message: string; detail: string } {
  const [only] = files;
  if (only?.error && files.length === 1) {
    const { message, action } = only.error;
    return { message, detail: [only.path, action].filter(Boolean).join('\n\n') };
  }
  const named = files.slice(0, MOST_NAMED).map(({ path, error }) => [path, error?.message, error?.action]);
  const left = files.length - named.length;
  const more = left > 0 ? [[`And ${left} more.`]] : [];
  return {
    message: `${files.length} files could not be read.`,
    detail: [...named, ...more].map((lines) => lines.filter(Boolean).join('\n')).join('\n\n'),
  };
}
