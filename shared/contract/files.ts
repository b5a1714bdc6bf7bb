import { z } from 'zod';
import { FILE_COLUMNS, FILE_FILTERS, PROBLEM_COLUMNS, PROBLEM_FILTERS } from '../list-columns.ts';
import {
  choices,
  core,
  epochMillis,
  FEED_AREAS,
  inWorkspace,
  narrowing,
  nothing,
  page,
  pageOf,
  shownZone,
  store,
} from './define.ts';

const problemView = z.object({
  id: z.string(),
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  line: z.number().optional(),
  column: z.number().optional(),
  entry: z.number().optional(),
  raw: z.string().optional(),
  /** File name or request that it was found in. */
  source: z.string(),
});
export type ProblemView = z.infer<typeof problemView>;

const openedFile = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string().optional(),
  bytes: z.number(),
  at: epochMillis,
  ok: z.boolean(),
  error: z.object({ code: z.string(), message: z.string(), action: z.string().optional() }).optional(),
  usagePoints: z.number(),
  readings: z.number(),
  problems: z.number(),
  /** Ids of its usage points in the files workspace; only in the answer to opening it. */
  meters: z.array(z.string()).optional(),
});
export type OpenedFile = z.infer<typeof openedFile>;

export const fileCalls = {
  /** Asks for files with a native dialog and opens them; an empty list when the user changed their mind. */
  'files.choose': core(['files', ...FEED_AREAS]).command(nothing, z.array(openedFile)),
  /** Opens files by handle: what the bridge got for a dropped or chosen File. Paths are refused (`not_handed_out`). */
  'files.open': core(['files', ...FEED_AREAS]).command(
    z.object({ handles: z.array(z.string()).min(1).max(200) }),
    z.array(openedFile),
  ),
  'files.list': core(['files']).query(
    z.object({ ...narrowing(FILE_COLUMNS, FILE_FILTERS).shape, ...page.shape, zone: shownZone }),
    pageOf(openedFile),
  ),
  'problems.list': store(['problems']).query(
    inWorkspace.extend({ ...narrowing(PROBLEM_COLUMNS, PROBLEM_FILTERS).shape, ...page.shape }),
    pageOf(problemView),
  ),
  'problems.choices': store(['problems']).query(inWorkspace, choices),
};
