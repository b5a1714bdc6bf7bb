/** One run of publishing. */
import type { Connection } from '../../database.ts';
import type { Server } from './server.ts';

/** What the parts of a publication share. */
export interface Publication {
  /** On which the workspace is read, in one transaction: all that is published is of one moment. */
  connection: Connection;
  server: Server;
  /** Id of the workspace. */
  publisher: string;
  /** Meters that it took from a team server: they are left out (`copies.ts`). */
  copies: number;
  /** Where files lie on their way; of this run alone. */
  folder: string;
  /** Says how far it is; throws when it was cancelled. */
  step: (done: number, total: number, what: string) => void;
}
