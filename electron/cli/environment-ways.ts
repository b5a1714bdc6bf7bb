/** The ways of a command: as a first start, with the proxy of the environment and the policy of this computer. */
import { ProgramWays } from '../connections/index.ts';
import { hopsOfEnvironment } from '../network/index.ts';
import type { Policy } from '../policy/index.ts';

/** A data folder that the command opens says more; see {@link ProgramWays.follow}. */
export function environmentWays(policy: Policy): ProgramWays {
  return new ProgramWays(async (url) => hopsOfEnvironment(url, process.env), policy);
}
