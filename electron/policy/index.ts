/** The policy of this computer: what an administrator sets for all of its users. The area's public surface. */
import { findPolicy } from './place.ts';
import { NO_POLICY, Policy } from './policy.ts';

export { NO_POLICY, Policy };

/**
 * The policy that is in force. Where there is none, that costs one look at the disk: what reads it is loaded only then.
 * @throws AppError `policy_unreadable`, `policy_malformed`: the program must not start
 */
export async function openPolicy(): Promise<Policy> {
  const found = findPolicy();
  if (found === undefined) return NO_POLICY;
  const { readPolicy } = await import('./read.ts');
  return new Policy(found.file, readPolicy(found));
}
