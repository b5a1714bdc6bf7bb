/** Which folder the files of queries are in. Only the host's own dialog names another one than that of the data folder. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import type { DataFiles } from '../../host/index.ts';

/** In the data folder: what says which folder was chosen, and the folder where none was. */
const CHOICE = 'query-folder.json';
const OWN = 'queries';

const schema = z.object({ folder: z.string() });

export interface QueryFolder {
  folder: string;
  /** It is the one in the data folder. */
  isOwn: boolean;
}

/** The folder; the one in the data folder may not be there yet. @throws AppError `query_folder_missing` */
export async function queryFolder(files: DataFiles): Promise<QueryFolder> {
  const chosen = schema.safeParse(parsedJson((await files.readText(CHOICE)) ?? '{}')).data?.folder;
  if (chosen === undefined) {
    return { folder: files.place(OWN), isOwn: true };
  }
  const found = await stat(chosen).catch(() => undefined);
  if (found?.isDirectory()) return { folder: chosen, isOwn: false };
  throw new AppError({
    code: 'query_folder_missing',
    message: `The folder of queries ${chosen} is not there.`,
    action: 'Connect the disk that it is on, or choose another folder.',
  });
}

/** @param folder undefined for the one in the data folder */
export async function chooseQueryFolder(files: DataFiles, folder: string | undefined): Promise<void> {
  if (folder === undefined) await files.remove(CHOICE);
  else await files.write(CHOICE, `${JSON.stringify({ folder: path.resolve(folder) })}\n`);
}
