/** The file that the query on the screen is kept in, if it is: opened, saved, renamed, removed. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OpenedQuery } from '#shared/contract/query-files.ts';
import { asErrorValue, call, queryKey } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';

/** What is known of a file as it was read or written last. */
interface KeptFile {
  name: string;
  version: string;
  sql: string;
}

/** By workspace, for as long as the window lives: as the text that is written. */
const kept = new Map<string, KeptFile>();

export type QueryFileState = ReturnType<typeof useQueryFile>;

interface FileEvents {
  /** A query came by a link: it is none of the file that was open before. */
  isLinked: boolean;
  /** Gets what a file has. */
  onOpened: (opened: OpenedQuery) => void;
  /** The query is in another file than the address says, or in none. */
  onElsewhere: () => void;
}

export function useQueryFile(workspace: string, sql: string, { isLinked, onOpened, onElsewhere }: FileEvents) {
  const [file, setFile] = useState<KeptFile | undefined>(() => (isLinked ? undefined : kept.get(workspace)));
  /** Others changed it, so that nothing was written. */
  const [conflict, setConflict] = useState(false);
  const cache = useQueryClient();
  useEffect(() => {
    if (file) kept.set(workspace, file);
    else kept.delete(workspace);
  }, [workspace, file]);
  /** Answers whether it was done; why not is said. */
  const doing = async (work: () => Promise<KeptFile | undefined>): Promise<boolean> => {
    try {
      const now = await work();
      setFile(now);
      setConflict(false);
      await cache.invalidateQueries({ queryKey: queryKey('queryFiles.list') });
      return true;
    } catch (failure) {
      if (asErrorValue(failure).code === 'query_file_changed') setConflict(true);
      else notifyFailure(failure);
      return false;
    }
  };
  /** As {@link doing}, after which the name is another one. */
  const moving = async (work: () => Promise<KeptFile | undefined>): Promise<boolean> => {
    const done = await doing(work);
    if (done) onElsewhere();
    return done;
  };
  return {
    file,
    conflict,
    /** What is written differs from what the file had when it was read or written. */
    changed: file !== undefined && file.sql !== sql,
    open: (name: string) =>
      doing(async () => {
        const opened = await call('queryFiles.open', { name });
        onOpened(opened);
        return opened;
      }),
    save: () =>
      doing(
        async () =>
          file && { ...(await call('queryFiles.save', { name: file.name, version: file.version, sql })), sql },
      ),
    saveAs: (name: string) => moving(async () => ({ ...(await call('queryFiles.save', { name, sql })), sql })),
    rename: (to: string) =>
      moving(
        async () =>
          file && { ...file, ...(await call('queryFiles.rename', { name: file.name, to, version: file.version })) },
      ),
    remove: () =>
      moving(async () => {
        if (file) await call('queryFiles.remove', { name: file.name, version: file.version });
        return undefined;
      }),
    /** The text stays, and is kept in no file any more. */
    leave: () => moving(async () => undefined),
  };
}
