/** Sharing beyond one machine: a Parquet data set that grows with each export. */

export interface DatasetResult {
  /** Number of this export: 1 is the first of a data set. */
  export: number;
  /** Readings that are new in the data set, that replaced others there, and that are not in the store any more. */
  added: number;
  corrected: number;
  removed: number;
  /** All that its readers now see. */
  readings: number;
  meters: number;
  /** Files of readings that were written. */
  files: number;
}

export type SharingCalls = {
  /**
   * Brings the data set in `folder` to what the store holds: adds, corrects and marks as deleted what is different there, or
   * begins one. Until its new manifest is in place, its readers see what was there before. Tells `export.progress`. Rejects with
   * `export_target_not_empty`, `dataset_unknown` and `dataset_of_another_workspace`.
   */
  'dataset.write': {
    input: {
      workspace: string;
      folder: string;
      /** Also writes months anew that lie in many files, or hold what was corrected or deleted. */
      compact?: boolean | undefined;
      about: { program: string; version: string; workspace: string };
      token?: string | undefined;
    };
    output: DatasetResult;
  };
};
