/** Where the policy lies, and how its text is got. The place is fixed: what names it could be used to get around it. */
import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';

/**
 * Where the policy of a computer lies. On Windows this is the folder itself and not `%ProgramData%`, which each user may
 * set for a program that they start.
 */
export function policyPlace(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Meterscope/policy.json';
  if (platform === 'win32') return 'C:\\ProgramData\\Meterscope\\policy.json';
  return '/etc/meterscope/policy.json';
}

/** For tests: another file. Read only where there is no policy, and never by the packaged program. */
const TEST_VARIABLE = 'METERSCOPE_TEST_POLICY';

export interface FoundPolicy {
  file: string;
  text: string;
}

/** Where to look; another one in tests. */
interface Surroundings {
  place: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The program runs out of its archive. */
  isPackaged: boolean;
}

const here: Surroundings = {
  place: policyPlace(process.platform),
  env: process.env,
  isPackaged: import.meta.url.includes('/app.asar/'),
};

/** The text of the policy; undefined where there is none. @throws AppError `policy_unreadable` */
export function findPolicy({ place, env, isPackaged }: Surroundings = here): FoundPolicy | undefined {
  const found = readPolicy(place);
  const other = env[TEST_VARIABLE];
  if (found !== undefined || isPackaged || !other) return found;
  return readPolicy(path.resolve(other));
}

function readPolicy(file: string): FoundPolicy | undefined {
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new AppError(
      {
        code: 'policy_unreadable',
        message: `The policy of this computer, ${file}, cannot be read (${code}), so the program does not start.`,
        action: 'Ask your administrator to let every user of this computer read it.',
        details: { file },
      },
      { cause },
    );
  }
}

/** Whether the user of this process may change the file, or put another in its place. Root may always, and is not meant. */
export function isOpenToUser(file: string): boolean {
  if (process.geteuid?.() === 0) return false;
  return isOpen(() => closeSync(openSync(file, 'r+'))) || isFolderOpen(path.dirname(file));
}

/** On Windows only an attempt would tell, and none is made. */
function isFolderOpen(folder: string): boolean {
  return process.platform !== 'win32' && isOpen(() => accessSync(folder, constants.W_OK));
}

function isOpen(attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
