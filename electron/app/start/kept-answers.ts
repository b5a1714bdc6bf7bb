/**
 * What a window showed first when the program ended, kept beside the store that it came from: the next start shows it
 * before the engine has booted. It counts only while the store is the very same, so that it is never an old picture.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KeptAnswer } from '#shared/kept-answers.ts';
import { newestWorkspace, storeFiles, workspaceFolder } from '../../host/workspace-folder.ts';

const FILE = 'first-screen.json';

/** What answers depend on beside the store. */
interface Surroundings {
  /** Of the program. */
  version: string;
  /** IANA zone of this computer: where a workspace was given none, meters without a clock of their own are shown in it. */
  zone: string;
}

/** Keeps the answers of a workspace; nothing is kept where the store was not closed in good order. */
export function writeKeptAnswers(
  dataFolder: string,
  workspace: string,
  under: Surroundings,
  answers: readonly KeptAnswer[],
): void {
  const stamp = stampOf(dataFolder, workspace, under);
  if (stamp === undefined) return;
  writeFileSync(fileOf(dataFolder, workspace), JSON.stringify({ stamp, answers }), { mode: 0o600 });
}

/** The answers that were kept last, of any workspace; undefined where its store, the program or the zone has changed since. */
export function readKeptAnswers(dataFolder: string, under: Surroundings): KeptAnswer[] | undefined {
  try {
    const newest = newestWorkspace(dataFolder, (id) => fileOf(dataFolder, id));
    if (newest === undefined) return undefined;
    const { stamp, answers } = JSON.parse(readFileSync(fileOf(dataFolder, newest), 'utf8'));
    return stamp === stampOf(dataFolder, newest, under) && Array.isArray(answers) ? answers : undefined;
  } catch {
    return undefined; // damaged, or the first start of all: the engine answers
  }
}

function fileOf(dataFolder: string, workspace: string): string {
  return path.join(workspaceFolder(dataFolder, workspace), FILE);
}

/** Changes with the program, the zone and the store; undefined while the store has something that is not in its file yet. */
function stampOf(dataFolder: string, workspace: string, { version, zone }: Surroundings): string | undefined {
  const { file } = storeFiles(dataFolder, workspace);
  const store = statSync(file, { throwIfNoEntry: false });
  if (store === undefined || existsSync(`${file}.wal`)) return undefined;
  const program = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  return [version, zone, program, store.size, store.mtimeMs].join(' ');
}
