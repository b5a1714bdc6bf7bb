/** What the command line may ask of the program that has its data folder: a query, and nothing else. */
import { z } from 'zod';
import { exportFormat } from '#shared/contract/exports.ts';
import { queryParameters } from '#shared/contract/query.ts';
import { QUERY_LIMITS } from '#shared/query-limits.ts';

const { rows, seconds, characters } = QUERY_LIMITS;

export const QUERY_PATH = '/query';
/** Names, in the answer, how many rows the file has that follows. */
export const ROWS_HEADER = 'x-meterscope-rows';

const common = {
  /** Name or id. */
  workspace: z.string().min(1).max(300),
  sql: z.string().min(1).max(characters),
  parameters: queryParameters,
  seconds: z.number().min(0.1).max(seconds.most),
};

export const question = z.discriminatedUnion('as', [
  /** Answered with a `QueryAnswer` as JSON. */
  z.strictObject({ as: z.literal('table'), ...common, limit: z.number().int().min(1).max(rows.most) }),
  /** Answered with the bytes of a file. */
  z.strictObject({ as: z.literal('file'), ...common, format: exportFormat, rawText: z.boolean().optional() }),
]);
export type Question = z.infer<typeof question>;
