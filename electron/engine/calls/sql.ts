/** Queries of the user's own, beside `query.run` of the contract. */
import type { QueryParameters } from '#shared/contract/query.ts';

export type SqlCalls = {
  /**
   * Writes all rows of a query into a new file. Reads as `query.run`, with its errors, without a limit of rows.
   * Cancel the call to stop it; the file may then be there in part.
   */
  'query.write': {
    input: {
      workspace: string;
      sql: string;
      parameters?: QueryParameters | undefined;
      /** A folder that is there. */
      folder: string;
      /** Of the file, without its ending. */
      name: string;
      format: 'parquet' | 'csv' | 'json';
      /** Texts of a CSV file stay as they are, also where a spreadsheet would run them as a formula. */
      rawText?: boolean | undefined;
      /** Until it is ended. */
      seconds?: number | undefined;
      /** Names it for `query.cancel`. */
      token?: string | undefined;
    };
    output: { file: string; rows: number };
  };
};
