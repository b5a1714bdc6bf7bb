/** Getting data out: a Parquet data set, or CSV / JSON files. */

/** What to export; all of the workspace when nothing is named. */
export interface ExportSelection {
  authorization?: string | undefined;
  usagePoints?: string[] | undefined;
  series?: string[] | undefined;
  /** Epoch seconds, [from, to). */
  from?: number | undefined;
  to?: number | undefined;
}

export interface ExportProgress {
  workspace: string;
  /** The call's own `token`. */
  token: string | undefined;
  done: number;
  total: number;
  step: string;
}

export type ExportCalls = {
  /**
   * Writes readings (and usage points, series, bills) below `folder`.
   * parquet: Hive-partitioned `readings/usage_point=.../year=.../`; csv and json: one file a table.
   * Every reading carries its zone, unit, quality, source href and fetched-at. Cancel the call to stop it; what was
   * written so far is removed.
   */
  'export.run': {
    input: {
      workspace: string;
      folder: string;
      format: 'parquet' | 'csv' | 'json';
      selection?: ExportSelection | undefined;
      /** Also a copy of the store itself and the answers of the service as they came. */
      everything?: boolean | undefined;
      token?: string | undefined;
    };
    output: { files: string[]; readings: number; bytes: number };
  };
};

export type ExportEvents = { 'export.progress': ExportProgress };
