/** Queries kept as `.sql` files in one folder, which the user chose in the system's dialog or which lies in the data folder. */
import { z } from 'zod';
import { QUERY_LIMITS } from '../query-limits.ts';
import { core, nothing } from './define.ts';

/** The name of a file in the folder, never a path (shared/query-file.ts). */
const name = z.string().min(1).max(300);
/** Of the content, as it was read or written: what was changed since by others is not overwritten. */
const version = z.string().max(100);

/** Of `$name`, from its first comments. */
const values = z.record(z.string(), z.string());

const file = z.object({
  name: z.string(),
  /** From its first comments. */
  description: z.string(),
  parameters: values,
});
export type QueryFile = z.infer<typeof file>;

const opened = z.object({ name: z.string(), sql: z.string(), version, parameters: values });
export type OpenedQuery = z.infer<typeof opened>;

const written = z.object({ name: z.string(), version });

/** Errors of all: `query_folder_missing`, `query_name_wrong`, `query_file_missing`, `query_file_unreadable`. */
export const queryFileCalls = {
  'queryFiles.list': core([]).query(
    nothing,
    z.object({
      folder: z.string(),
      /** It is the one in the data folder. */
      isOwn: z.boolean(),
      /** By name. */
      files: z.array(file),
      /** Files that are not listed: too large, no text, or too many. */
      leftOut: z.number(),
    }),
  ),
  'queryFiles.open': core([]).query(z.object({ name }), opened),
  /** Writes a file whole or not at all. Without a `version` it is a new one. Errors `query_file_exists`, `query_file_changed`. */
  'queryFiles.save': core([]).command(
    z.object({ name, sql: z.string().max(QUERY_LIMITS.characters), version: version.optional() }),
    written,
  ),
  /** Errors `query_file_exists`, `query_file_changed`. */
  'queryFiles.rename': core([]).command(z.object({ name, to: name, version }), written),
  /** Into the system's trash. Errors `query_file_changed`, `host_cannot`. */
  'queryFiles.remove': core([]).command(z.object({ name, version }), nothing),
  /** Asks the user for another folder, or goes back to the one in the data folder. Error `host_cannot`. */
  'queryFiles.choose': core([]).command(z.object({ own: z.boolean() }), nothing),
};
