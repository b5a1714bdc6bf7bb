/**
 * The last resort of the browser host, where an error that nobody caught ends the program: a connection that broke where
 * nobody listened is logged, and ends nothing. Whatever else it is ends the program, as without this.
 */
import { networkFault } from '../http/index.ts';

/** @param log hears of what was survived */
export function surviveConnections(log: (error: unknown) => void): void {
  process.on('uncaughtException', (error) => {
    if (networkFault(error) !== undefined) return log(error);
    console.error(error);
    process.exit(1);
  });
}
