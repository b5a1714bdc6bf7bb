import { z } from 'zod';
import { command, epochSeconds, inWorkspace } from './define.ts';

const exportFormat = z.enum(['parquet', 'csv', 'json']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** What is exported; all of the workspace where nothing is named. `to` is exclusive. */
const exportSelection = z.object({
  authorization: z.string().optional(),
  usagePoint: z.string().optional(),
  series: z.array(z.string()).max(100).optional(),
  from: epochSeconds.optional(),
  to: epochSeconds.optional(),
});

export const exportCalls = {
  /**
   * Starts an export job. The main side asks where to (or takes a new folder below its data folder), never the page.
   * Answers nothing when the user changed their mind.
   */
  'export.start': command(
    inWorkspace.extend({ format: exportFormat, selection: exportSelection.optional() }),
    z.object({ job: z.string(), folder: z.string() }).optional(),
  ),
};
