/**
 * The files of queries in one folder: listed, read, written whole, renamed. Others work there, too (editors, git): what changed since it
 * was read is never overwritten.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OpenedQuery, QueryFile } from '#shared/contract/query-files.ts';
import { AppError, errorCode } from '#shared/errors.ts';
import { nameFault, queryHead } from '#shared/query-file.ts';
import { QUERY_LIMITS } from '#shared/query-limits.ts';
import { writeWhole } from '../../host/index.ts';

/** A folder of queries has dozens; a wrong choice, such as all of a disk, must not hang the program. */
const MOST_FILES = 1_000;
/** Of a query of the greatest length. */
const MOST_BYTES = QUERY_LIMITS.characters * 4;

export async function listQueries(folder: string): Promise<{ files: QueryFile[]; leftOut: number }> {
  const entries = await readdir(folder, { withFileTypes: true });
  // A link might lead out of the folder.
  const names = entries.filter((one) => one.isFile() && /\.sql$/i.test(one.name)).map((one) => one.name);
  const files: QueryFile[] = [];
  for (const name of names.toSorted((a, b) => a.localeCompare(b)).slice(0, MOST_FILES)) {
    const found = await readQuery(folder, name).catch(() => undefined);
    if (found !== undefined) files.push({ name, ...queryHead(found.text) });
  }
  return { files, leftOut: names.length - files.length };
}

/** @throws AppError `query_name_wrong`, `query_file_missing`, `query_file_unreadable` */
export async function openQuery(folder: string, name: string): Promise<OpenedQuery> {
  const { text, version } = await readQuery(folder, name);
  const sql = text.replaceAll('\r\n', '\n');
  return { name, sql, version, parameters: queryHead(sql).parameters };
}

/**
 * @param version of what it takes the place of; undefined for a new file
 * @throws AppError `query_file_exists`, `query_file_changed`, and those of {@link openQuery}
 */
export async function saveQuery(
  folder: string,
  { name, sql, version }: { name: string; sql: string; version?: string | undefined },
): Promise<{ name: string; version: string }> {
  if (version === undefined) {
    await addFile(folder, name, sql);
    return { name, version: versionOf(Buffer.from(sql)) };
  }
  const before = await requireVersion(folder, name, version);
  // As its lines ended; a text field knows one end of a line only.
  const text = before.text.includes('\r\n') ? sql.replaceAll('\n', '\r\n') : sql;
  await writeWhole(path.join(folder, name), text, {
    mode: before.mode,
    // Others may have written it since.
    check: async () => void (await requireVersion(folder, name, version)),
  });
  return { name, version: versionOf(Buffer.from(text)) };
}

/** @throws as {@link saveQuery} */
export async function renameQuery(
  folder: string,
  { name, to, version }: { name: string; to: string; version: string },
): Promise<{ name: string; version: string }> {
  requireName(to);
  await requireVersion(folder, name, version);
  // Where names that differ in their case only are one file, a link to itself would be refused.
  if (name.toLowerCase() === to.toLowerCase()) await rename(path.join(folder, name), path.join(folder, to));
  else await moveTo(folder, path.join(folder, name), to);
  return { name: to, version };
}

/** The path of a file that is as it was read. @throws AppError `query_file_changed`, and those of {@link openQuery} */
export async function unchangedQuery(folder: string, name: string, version: string): Promise<string> {
  await requireVersion(folder, name, version);
  return path.join(folder, name);
}

interface Read {
  text: string;
  version: string;
  /** Rights of the file. */
  mode: number;
}

async function readQuery(folder: string, name: string): Promise<Read> {
  requireName(name);
  const place = path.join(folder, name);
  const found = await lstat(place).catch(() => undefined);
  if (found === undefined) {
    throw new AppError({
      code: 'query_file_missing',
      message: `There is no file ${name} any more.`,
      action: 'Save the query under a name of its own to keep it.',
    });
  }
  if (!found.isFile() || found.size > MOST_BYTES) throw unreadable(name);
  // Nothing that a link leads to, also where one took its place just now. Windows has no such flag.
  const file = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((cause) => {
    throw unreadable(name, cause);
  });
  try {
    const bytes = await file.readFile();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, version: versionOf(bytes), mode: found.mode & 0o777 };
  } catch (cause) {
    throw unreadable(name, cause);
  } finally {
    await file.close();
  }
}

async function requireVersion(folder: string, name: string, version: string): Promise<Read> {
  const found = await readQuery(folder, name);
  if (found.version === version) return found;
  throw new AppError({
    code: 'query_file_changed',
    message: `${name} was changed outside of the program after it was opened. Nothing was written.`,
    action: 'Open what is there now, or save yours under another name.',
  });
}

/** A new file, whole at once; never over another one. */
async function addFile(folder: string, name: string, sql: string): Promise<void> {
  requireName(name);
  const draft = path.join(folder, `.${name}.${process.pid}.new`);
  await writeWhole(draft, sql, { mode: 0o644 });
  try {
    await moveTo(folder, draft, name);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Gives a file a name that nobody has. @throws AppError `query_file_exists` */
async function moveTo(folder: string, file: string, name: string): Promise<void> {
  await requireFree(folder, name);
  try {
    // Unlike `rename`, it never takes the place of another file.
    await link(file, path.join(folder, name));
    await rm(file);
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') throw exists(name);
    // Some disks have no links.
    await requireFree(folder, name);
    await rename(file, path.join(folder, name));
  }
}

/** Also where another name differs in case only: on many disks it is the same file. */
async function requireFree(folder: string, name: string): Promise<void> {
  const same = (text: string) => text.normalize('NFC').toLowerCase();
  if ((await readdir(folder)).some((one) => same(one) === same(name))) throw exists(name);
}

function requireName(name: string): void {
  const fault = nameFault(name);
  if (fault !== undefined)
    throw new AppError({
      code: 'query_name_wrong',
      message: `A query cannot be kept as ${JSON.stringify(name)}. ${fault}`,
      action: 'Choose another name.',
    });
}

const versionOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const exists = (name: string) =>
  new AppError({
    code: 'query_file_exists',
    message: `There is a file ${name} already.`,
    action: 'Choose another name, or open that one.',
  });

const unreadable = (name: string, cause?: unknown) =>
  new AppError(
    {
      code: 'query_file_unreadable',
      message: `${name} cannot be opened as a query: that takes a text file of at most ${QUERY_LIMITS.characters} characters.`,
      action: 'Choose another one.',
    },
    { cause },
  );
