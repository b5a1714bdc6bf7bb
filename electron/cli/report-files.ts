/** Reports that a command writes into files beside what it prints. */
import type { Stats } from 'node:fs';
import { access, constants, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';

/** Looked at before anything is sent: what acted at a service cannot be done again for its report. @throws AppError `wrong_use` */
export async function requireWritable(file: string): Promise<void> {
  const fault = await faultOfPlace(path.resolve(file));
  if (fault === undefined) return;
  throw new AppError({
    code: 'wrong_use',
    message: `The report "${file}" cannot be written: ${fault}.`,
    action: 'Name a file in a folder that is there.',
  });
}

/** Says so where it cannot be written. @returns whether it was */
export async function writeReport(file: string, text: () => Promise<string>): Promise<boolean> {
  try {
    await writeFile(file, await text());
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The report ${file} could not be written: ${why}\n`);
    return false;
  }
}

/** @param file an absolute path */
async function faultOfPlace(file: string): Promise<string | undefined> {
  const there = await found(file);
  if (there?.isDirectory()) return `${file} is a folder`;
  const folder = path.dirname(file);
  if (there === undefined && !(await found(folder))?.isDirectory()) return `no folder ${folder} is found`;
  const mayWrite = await access(there === undefined ? folder : file, constants.W_OK).then(
    () => true,
    () => false,
  );
  return mayWrite ? undefined : 'you may not write there';
}

async function found(place: string): Promise<Stats | undefined> {
  return await stat(place).catch(() => undefined);
}
