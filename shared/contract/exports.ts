import { z } from 'zod';
import { core, epochSeconds, inWorkspace, nothing } from './define.ts';

export const exportFormat = z.enum(['parquet', 'csv', 'json']);
export type ExportFormat = z.infer<typeof exportFormat>;

const exportValues = z.enum(['raw', 'daily', 'monthly']);
/** Readings as they were sent, or their values by day or month of each meter's own calendar. */
export type ExportValues = z.infer<typeof exportValues>;

/** What is exported; all of the workspace where nothing is named. `to` is exclusive, days are included. */
const exportSelection = z.object({
  authorization: z.string().optional(),
  usagePoints: z.array(z.string()).max(100_000).optional(),
  /** Only meters of this group, as they are when the export begins: its id or, as people name it, its name. Refused with `group_unknown`. */
  group: z.string().max(200).optional(),
  series: z.array(z.string()).max(100).optional(),
  from: epochSeconds.optional(),
  to: epochSeconds.optional(),
  /** Dates of each meter's own calendar. */
  firstDay: z.iso.date().optional(),
  lastDay: z.iso.date().optional(),
});

export const exportCalls = {
  /**
   * Starts an export job. The main side asks where to (or takes a new folder below its data folder), never the page.
   * Answers nothing when the user changed their mind.
   */
  'export.start': core([]).command(
    inWorkspace.extend({
      format: exportFormat,
      values: exportValues.optional(),
      /** Texts of CSV files stay as they are, also where a spreadsheet would run them as a formula. */
      rawText: z.boolean().optional(),
      /** Separator and decimal sign of CSV files: `,` and `.` otherwise. */
      csv: z.strictObject({ separator: z.enum([',', ';', '\t']), decimal: z.enum(['.', ',']) }).optional(),
      selection: exportSelection.optional(),
      /** Also the store itself, the answers of the service as they came, and the settings: all but what is secret. */
      everything: z.boolean().optional(),
    }),
    z.object({ job: z.string(), folder: z.string() }).optional(),
  ),
  /**
   * Saves what the window made (a picture, a raw file, rows of a table) where the user chooses. Answers nothing when the
   * user changed their mind. A host without a save dialog refuses it; its page offers a download.
   */
  'export.save': core([]).command(
    z.object({ name: z.string().min(1).max(200), base64: z.base64().max(90_000_000) }),
    z.object({ path: z.string() }).optional(),
  ),
  /**
   * Prints the window as it stands (its print style sheet counts) to a PDF file where the user chooses. Answers nothing when
   * the user changed their mind. A host that cannot refuses it; its page offers the browser's own printing.
   */
  'export.pdf': core([]).command(
    z.object({ name: z.string().min(1).max(200) }),
    z.object({ path: z.string() }).optional(),
  ),
  /** Asked by a browser tab before it downloads what it made. Refused with `export_not_allowed`. */
  'export.permit': core([]).query(z.object({ name: z.string().min(1).max(200) }), nothing),
  /** Shows a file or folder in the system's file manager; only what this program wrote since it was started. */
  'export.show': core([]).command(z.object({ path: z.string().min(1).max(4000) }), nothing),
};
