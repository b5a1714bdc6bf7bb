/** Sharing a workspace beyond this computer: publishing to its team server, and a data set in a folder. */
import { z } from 'zod';
import { core, epochMillis, inWorkspace, nothing } from './define.ts';

const published = z.object({
  at: epochMillis,
  /** Readings of the series and months that were written, with those that stayed as they were. */
  written: z.number(),
  /** Readings of the workspace, and those of them that are not published: no calendar has their time. */
  readings: z.number(),
  leftOut: z.number(),
  /** Months of series that were removed from the server: the store does not have them any more. */
  removed: z.number(),
  /** Rows of meters, bills, days and all else that were written. */
  otherRows: z.number(),
  /** Meters of the workspace that are copies from a team server: they are not published, nor are their readings among those above. */
  copies: z.number().default(0), // what was kept before has none
});
export type Published = z.infer<typeof published>;

const datasetWritten = z.object({
  at: epochMillis,
  /** Number of the export: 1 is the first of a data set. */
  export: z.number(),
  /** Readings that are new in the data set, that replaced others there, and that are not in the store any more. */
  added: z.number(),
  corrected: z.number(),
  removed: z.number(),
  /** All that its readers now see. */
  readings: z.number(),
  meters: z.number(),
  /** Files of readings that were written. */
  files: z.number(),
});
export type DatasetWritten = z.infer<typeof datasetWritten>;

const dataset = z.object({ folder: z.string(), written: datasetWritten.optional() });

/** What a workspace keeps of it; `published` is of the present team server. */
export const shareSettings = z.object({
  publishAfterSync: z.boolean().default(false),
  published: published.optional(),
  dataset: dataset.optional(),
});
export type ShareSettings = z.infer<typeof shareSettings>;

/** What one side holds of a series. */
const figures = z.object({
  readings: z.number(),
  /** Sum of the values in the unit of the series. */
  total: z.number(),
  /** Of all columns of all readings: equal where the readings are. */
  checksum: z.string(),
});

/** A series of which the server does not hold what the store holds. */
const difference = z.object({
  seriesId: z.string(),
  usagePoint: z.string().optional(),
  meter: z.string(),
  name: z.string(),
  unit: z.string().optional(),
  here: figures.optional(),
  there: figures.optional(),
  /** Which workspace published it last. */
  publisher: z.string().optional(),
});
export type DifferenceView = z.infer<typeof difference>;

/** What the last comparison with the server found, since the program was started. */
const comparison = z.object({
  at: epochMillis,
  /** Series that were compared: those of the store, and those that it published and does not have any more. */
  series: z.number(),
  /** Readings of these in the store, and on the server. */
  readings: z.number(),
  readingsThere: z.number(),
  /** Series whose count, sum or checksum are not the same; the first of them one by one. */
  differing: z.number(),
  differences: z.array(difference),
});
export type ComparisonView = z.infer<typeof comparison>;

const started = z.object({ job: z.string() });

/** Each is refused with `export_not_allowed` where the policy of the computer forbids it. */
export const shareCalls = {
  'share.get': core(['workspaces']).query(inWorkspace, shareSettings.extend({ comparison: comparison.optional() })),
  /** Starts a job that brings the team server to what the workspace holds. Refused with `team_server_missing`. */
  'share.publish': core([]).command(inWorkspace, started),
  /** Whether to publish after each sync that ended. */
  'share.setPublishAfterSync': core([]).command(inWorkspace.extend({ on: z.boolean() }), nothing),
  /** Makes schemas and roles on the team server, where they are not there. */
  'share.prepare': core([]).command(inWorkspace, nothing),
  /** Starts a job that compares each series with the team server; `share.get` then has what it found. */
  'share.compare': core([]).command(inWorkspace, started),
  /** Asks the user for the folder of the data set. Answers nothing when they changed their mind. */
  'share.chooseFolder': core([]).command(inWorkspace, z.object({ folder: z.string() }).optional()),
  /** Starts a job that brings the data set in the chosen folder to what the workspace holds. Refused with `dataset_no_folder`. */
  'share.writeDataset': core([]).command(inWorkspace.extend({ compact: z.boolean().default(false) }), started),
};
