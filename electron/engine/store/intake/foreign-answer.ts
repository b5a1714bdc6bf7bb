/** Answers that are not what was asked for: those of another authorization, and those of something else. */
import { AppError } from '#shared/errors.ts';
import type { AskedFor } from '../../calls/ingest.ts';
import { isSomethingElse } from './asked-for.ts';
import type { StagingSink } from './sink.ts';

/** Whose data a path names, of usage and of customers. */
const OWNER = /(?:^|\/)(?:subscription|retailcustomer)\/([^/#]+)/;

/**
 * Kept, it would stand beside or over that customer's own data, and the cursor of the one that was asked for would move on.
 * @param asked auth_uid whose data was asked for; undefined where anything may come
 * @throws AppError `another_authorization`
 */
export function refuseForeign({ entities, families }: StagingSink, asked: string | undefined): void {
  if (asked === undefined) return;
  const blocks = [...families.values()].flatMap(({ ends }) => [ends.self ?? '', ...ends.up]);
  for (const path of [...entities.map(({ key }) => key), ...blocks]) {
    const owner = OWNER.exec(path)?.[1];
    if (owner === undefined || owner === asked.toLowerCase() || owner === asked) continue;
    throw new AppError({
      code: 'another_authorization',
      message: `The service answered with data of another authorization (${owner}), so nothing of it was kept.`,
      action: 'Report it to the service: this answer may show what another customer shared.',
      details: { asked, owner },
    });
  }
}

const WORDS: Readonly<Record<AskedFor, string>> = {
  usage: 'usage data',
  customers: 'customer data',
  authorizations: 'the list of authorizations',
};

/**
 * Kept, it would pass for all that there is of what was asked for.
 * @param kinds of what came; none says that there is nothing, or nothing new
 * @throws AppError `another_resource`
 */
export function refuseSomethingElse(
  kinds: readonly string[],
  asked: AskedFor | undefined,
  authorization: string | undefined,
): void {
  if (asked === undefined || !isSomethingElse(kinds, asked)) return;
  const what = authorization === undefined ? WORDS[asked] : `${WORDS[asked]} of authorization ${authorization}`;
  const came = kinds.map((kind) => (kind === 'Unknown' ? 'something unknown' : kind)).join(', ');
  throw new AppError({
    code: 'another_resource',
    message: `The service was asked for ${what} and answered with something else (${came}), so nothing of it was kept.`,
    action:
      'Check the base URL of the workspace. If it is right, report this answer to the service: the request log has it.',
    details: { asked, came: kinds },
  });
}
