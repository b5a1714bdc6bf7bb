/** The ways of a command: as a first start, with the proxy of the environment; a data folder that it opens says more. */
import { ProgramWays } from '../connections/index.ts';
import { hopsOfEnvironment } from '../network/index.ts';

export function environmentWays(): ProgramWays {
  return new ProgramWays(async (url) => hopsOfEnvironment(url, process.env));
}
