/** Getting data out: a Parquet data set, or CSV / JSON files. */
import type { ExportValues } from '#shared/contract/exports.ts';
import type { CallInput } from '#shared/contract/index.ts';
import type { CsvForm } from '#shared/csv.ts';

/** What to export; all of the workspace when nothing is named. */
export type ExportSelection = NonNullable<CallInput<'export.start'>['selection']> & {
  /** As people name meters: uid, number or id of a usage point. Rejects with `meter_unknown` where one is not there. */
  meters?: string[] | undefined;
};

export interface ExportProgress {
  workspace: string;
  /** The call's own `token`. */
  token: string | undefined;
  done: number;
  total: number;
  step: string;
}

export interface ExportResult {
  files: string[];
  /** Readings that begin in the span: those that were written, or that daily or monthly values come from. */
  readings: number;
  /** Usage points that these readings are of. */
  meters: number;
  bytes: number;
}

export type ExportCalls = {
  /**
   * Writes readings (and usage points, series, bills, sources and a manifest) below `folder`; docs/export.md has the columns.
   * All is written into a folder of its own inside `folder` and moved when it is whole: a call with the same `token` that
   * comes after a kill goes on, or answers what was done. Cancel the call to stop it; what was written so far is removed.
   */
  'export.run': {
    input: {
      workspace: string;
      folder: string;
      format: 'parquet' | 'csv' | 'json';
      values?: ExportValues | undefined;
      selection?: ExportSelection | undefined;
      /** Texts of CSV files stay as they are, also where a spreadsheet would run them as a formula. */
      rawText?: boolean | undefined;
      /** Separator and decimal sign of CSV files: `,` and `.` otherwise. */
      csv?: CsvForm | undefined;
      /** Also a copy of the store itself and the answers of the service as they came, and this as `workspace.json`. */
      everything?: { settings: string } | undefined;
      /** What the manifest says of where the export comes from. */
      about: { program: string; version: string; workspace: string };
      token?: string | undefined;
    };
    output: ExportResult;
  };
};

export type ExportEvents = { 'export.progress': ExportProgress };
