import { mkdir } from 'node:fs/promises';
import type { queryFileCalls } from '#shared/contract/query-files.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { listQueries, openQuery, renameQuery, saveQuery, unchangedQuery } from '../query-files/query-files.ts';
import { chooseQueryFolder, queryFolder } from '../query-files/query-folder.ts';

/** Queries kept as files. The page names files of the folder, never the folder. */
export function queryFileHandlers({ host }: Pick<AppParts, 'host'>): CoreHandlers<typeof queryFileCalls> {
  const { files } = host.paths;
  const there = async () => {
    const found = await queryFolder(files);
    if (found.isOwn) await mkdir(found.folder, { recursive: true, mode: 0o700 });
    return found;
  };
  const place = async () => (await there()).folder;
  return {
    'queryFiles.list': async () => {
      const found = await there();
      return { ...found, ...(await listQueries(found.folder)) };
    },
    'queryFiles.open': async ({ name }) => await openQuery(await place(), name),
    'queryFiles.save': async (asked) => await saveQuery(await place(), asked),
    'queryFiles.rename': async (asked) => await renameQuery(await place(), asked),
    'queryFiles.remove': async ({ name, version }) =>
      await host.trash(await unchangedQuery(await place(), name, version)),
    'queryFiles.choose': async ({ own }) => {
      const folder = own ? undefined : await host.chooseFolder({ title: 'Folder of queries' });
      if (own || folder !== undefined) await chooseQueryFolder(files, folder);
    },
  };
}
