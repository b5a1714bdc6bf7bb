import path from 'node:path';

/** The folder of a file that a browser uploaded, as it was made for it alone; undefined for any other file. */
export function uploadFolder(uploads: string, file: string): string | undefined {
  const [folder, name] = path.relative(uploads, file).split(path.sep);
  return folder === undefined || name === undefined || folder === '..' || path.isAbsolute(folder)
    ? undefined
    : path.join(uploads, folder);
}
