/** Answers that are not what was asked for: one authorization's data was, and another one's came. */
import { AppError } from '#shared/errors.ts';
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
