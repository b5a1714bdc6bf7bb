/** The tokens of a file with the line of a service, written back where a check has renewed them. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import type { WorkspaceSecrets } from '../connections/index.ts';
import { writeWhole } from '../host/data-files.ts';

const line = z.looseObject({ authorizations: z.array(z.looseObject({ auth_uid: z.string() })) });

/**
 * Puts the tokens in place of those of the same authorizations; all else in the file stays.
 * @throws AppError `file_not_written` where it is no such file any more, has no such authorization, or cannot be written
 */
export async function keepTokens(file: string, grants: WorkspaceSecrets['grants']): Promise<void> {
  const place = await placeOf(file);
  const content = await readFile(place, 'utf8').catch(() => '');
  const { data } = line.safeParse(parsedJson(content));
  if (data === undefined) throw notKept(file);
  if (Object.keys(grants).some((uid) => !data.authorizations.some((one) => one.auth_uid === uid))) throw notKept(file);
  const authorizations = data.authorizations.map((one) => {
    const grant = grants[one.auth_uid];
    if (grant === undefined) return one;
    const { token, refreshToken, scope, expiresAt } = grant;
    return {
      ...one,
      access_token: token,
      refresh_token: refreshToken,
      scope,
      // JSON leaves out what is undefined: the end of the token before must not stay.
      expires_at: expiresAt === undefined ? undefined : Math.floor(expiresAt / 1000),
    };
  });
  const indent = content.trim().includes('\n') ? 2 : undefined;
  await writeWhole(place, `${JSON.stringify({ ...data, authorizations }, null, indent)}\n`);
}

/** The file itself, where it is a link to it. @throws AppError where it is a pipe, or gone */
async function placeOf(file: string): Promise<string> {
  const place = await realpath(file).catch(() => undefined);
  if (place === undefined || !(await stat(place)).isFile()) throw notKept(file);
  return place;
}

function notKept(file: string): AppError {
  return new AppError({
    code: 'file_not_written',
    message: `New tokens cannot be kept in ${file}.`,
    action: 'Put the line of the service into a file that your user can write.',
  });
}
