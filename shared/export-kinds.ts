/** The ways in which data leave the program as files or to another machine, as an administrator may allow them. */
export const EXPORT_KINDS = [
  'csv',
  'json',
  'parquet',
  'everything',
  'dataset',
  'publish',
  'pictures',
  'files',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** How each is called in a sentence. */
export const EXPORT_NAMES: Readonly<Record<ExportKind, string>> = {
  csv: 'Saving CSV files',
  json: 'Saving JSON files',
  parquet: 'Saving Parquet files',
  everything: 'Saving everything of a workspace',
  dataset: 'Writing data sets',
  publish: 'Publishing to a database',
  pictures: 'Saving pictures and PDF files',
  files: 'Saving other files',
};

const BY_ENDING: Readonly<Record<string, ExportKind>> = {
  csv: 'csv',
  json: 'json',
  parquet: 'parquet',
  png: 'pictures',
  svg: 'pictures',
  pdf: 'pictures',
};

/** Which kind saving a file of this name is. */
export function exportKindOf(name: string): ExportKind {
  return BY_ENDING[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'files';
}
