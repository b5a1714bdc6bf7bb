/**
 * The last resort of the browser host, where an error that nobody caught ends the program: a connection that broke where
 * nobody listened is logged, and ends nothing. Any other error ends the program, as without this.
 */
import { networkFault } from '../http/index.ts';

/** @param log called with each error that was survived */
export function surviveConnections(log: (error: unknown) => void): void {
  process.on('uncaughtException', (error) => {
    if (networkFault(error) !== undefined) return log(error);
    console.error(error);
    process.exit(1);
  });
}
