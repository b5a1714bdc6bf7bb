import { readFile } from 'node:fs/promises';
import { nameFault } from '#shared/query-file.ts';
import { followPointer } from '../app/data-folder/pointer.ts';
import { openQuery } from '../app/query-files/query-files.ts';
import { queryFolder } from '../app/query-files/query-folder.ts';
import { fileUnreadable } from '../common/file-unreadable.ts';
import { DataFiles } from '../host/index.ts';

/**
 * The text of a query's file.
 * @param file its path; where there is none and it is a mere name, that of a file in the folder of queries of the data folder
 * @throws AppError `file_unreadable`, and those of the folder of queries
 */
export async function keptQuery(file: string, data: string): Promise<string> {
  const read = await readFile(file, 'utf8').catch(() => undefined);
  if (read !== undefined) return read;
  if (nameFault(file) !== undefined) throw fileUnreadable(file);
  const { folder } = await queryFolder(new DataFiles(followPointer(data)));
  return (await openQuery(folder, file)).sql;
}
