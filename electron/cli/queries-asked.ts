import type { QueryAnswer, QueryParameters } from '#shared/contract/query.ts';

interface Asked {
  sql: string;
  parameters: QueryParameters;
  seconds: number;
}

/** What a command asks, whoever answers. */
export interface Queries {
  run(asked: Asked & { limit: number }, signal: AbortSignal): Promise<QueryAnswer>;
  /** Writes all rows into a file in `folder`. */
  write(asked: Asked & FileAsked, signal: AbortSignal): Promise<{ file: string; rows: number }>;
}

interface FileAsked {
  folder: string;
  format: 'csv' | 'json' | 'parquet';
  /** CSV: texts stay as they are. */
  rawText?: boolean | undefined;
}
