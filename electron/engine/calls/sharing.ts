/** Sharing beyond one machine: a Parquet data set that grows with each export, and a PostgreSQL server. */

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

export interface PublishResult {
  /** Readings of the series and months that were written, with those that stayed as they were. */
  written: number;
  /** Readings of the workspace, and those of them that are not published: no calendar has their time. */
  readings: number;
  leftOut: number;
  /** Months of series that were removed from the server: the store does not have them any more. */
  removed: number;
  /** Rows of meters, bills, days and all else that were written. */
  otherRows: number;
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
  /**
   * Brings a PostgreSQL server to what the store holds. An end at any moment loses and doubles nothing; the next call goes on. Tells
   * `export.progress`. Rejects with `publish_address`, `publish_server`, `publish_not_prepared` and `publish_other_version`; no error has
   * the password in it.
   */
  'publish.run': {
    input: {
      workspace: string;
      /** postgres://user:password@host:port/database; what is not there is taken from the environment, as other tools do. */
      to: string;
      /** Makes the schemas and roles first, where they are not there. */
      prepare?: boolean | undefined;
      about: { program: string; version: string; workspace: string };
      token?: string | undefined;
    };
    output: PublishResult;
  };
};
