/** What a data set says of itself: `manifest.json`. What it does not name is not part of the data set. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';
import { SCHEMA_VERSION } from './columns.ts';

export const MANIFEST = 'manifest.json';
const KIND = 'meterscope-dataset';

/** A file below the folder, `path` with slashes. */
export interface FileFacts {
  path: string;
  rows: number;
  bytes: number;
  sha256: string;
}

/** A file of readings. */
export interface ReadingsFile extends FileFacts {
  /** Number of the export that wrote it. */
  export: number;
  /** Of its rows, those that say that a reading is gone. */
  deleted: number;
  /** Of the values of its other rows, whatever their unit; null where there is none. */
  sum_value: number | null;
  first_epoch: number | null;
  last_epoch: number | null;
}

export interface Manifest {
  kind: typeof KIND;
  schema_version: number;
  program: string;
  program_version: string;
  workspace: string;
  workspace_id: string;
  export: number;
  exported_at: string;
  /** What a reader sees who takes only the newest of each key. */
  readings: number;
  meters: number;
  totals: { commodity: string; unit: string | null; readings: number; sum_value: number | null }[];
  zones: { zone: string | null; clock: string | null; meters: number }[];
  key: readonly string[];
  newest: string;
  columns: Readonly<Record<string, string | undefined>>;
  files: ReadingsFile[];
  tables: Record<string, FileFacts>;
  /** What the next export compares with. */
  state: FileFacts;
}

/** The manifest of a folder; undefined where it has none. @throws AppError `dataset_unknown` */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined;
    throw error;
  }
  const manifest = parsed(text);
  if (manifest?.kind === KIND && manifest.schema_version === SCHEMA_VERSION) return manifest as Manifest; // only we write this kind
  throw new AppError({
    code: 'dataset_unknown',
    message:
      manifest?.kind === KIND
        ? `The data set in the folder has version ${manifest.schema_version} of its layout; this program writes version ${SCHEMA_VERSION}.`
        : 'The manifest in the folder is not that of a data set.',
    action: 'Choose an empty folder or a new one.',
    details: { folder },
  });
}

function parsed(text: string): Partial<Manifest> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // of another program
  }
}

/** The first members of a manifest: what it is, and whose. */
export function manifestHead(
  about: { program: string; version: string; workspace: string },
  workspace: string,
  number: number,
) {
  return {
    kind: KIND,
    schema_version: SCHEMA_VERSION,
    program: about.program,
    program_version: about.version,
    workspace: about.workspace,
    workspace_id: workspace,
    export: number,
    exported_at: new Date().toISOString(),
  } as const;
}
