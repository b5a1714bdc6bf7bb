/** What an export says about itself: key-value metadata in Parquet, and `manifest.json` beside the files. */
import type { ExportCalls } from '../../calls/export.ts';
import { COLUMNS, SCHEMA_VERSION } from './column-meanings.ts';
import type { ExportFrame } from './frame.ts';

type Input = ExportCalls['export.run']['input'];

const ZONE_NOTE =
  "start_utc is UTC. start_local is the time by each meter's own clock, with its offset; zone is its IANA name where one is certain. usage_points tells where the clock is known from.";
const MISSING_NOTE =
  'What is missing has no row or no value; it is never 0. Of two readings of the same time the one that counts is exported.';

/** Facts as text, for the key-value metadata of Parquet files. */
export function metadataOf({ about, format, selection, values = 'raw', workspace }: Input, at: Date) {
  const { firstDay, lastDay, from, to } = selection ?? {};
  const iso = (epoch: number | undefined) => (epoch === undefined ? undefined : new Date(epoch * 1000).toISOString());
  return {
    program: about.program,
    program_version: about.version,
    schema_version: String(SCHEMA_VERSION),
    workspace: about.workspace,
    workspace_id: workspace,
    exported_at: at.toISOString(),
    format,
    values,
    // Days are those of each meter's own calendar.
    span_from: firstDay ?? iso(from) ?? 'the first reading',
    span_to: lastDay ?? iso(to) ?? 'the last reading',
    zone_note: ZONE_NOTE,
  };
}

export interface WrittenTable {
  /** File or folder, by its name in the export. */
  file: string;
  rows: number;
  columns: readonly string[];
}

/** The content of `manifest.json`. */
export function manifestOf(
  input: Input,
  metadata: ReturnType<typeof metadataOf>,
  frame: ExportFrame,
  tables: Readonly<Record<string, WrittenTable>>,
): string {
  const described = Object.entries(tables).map(([name, { columns, ...table }]) => [
    name,
    { ...table, columns: columns.map((column) => ({ name: column, is: meaningOf(name, column) })) },
  ]);
  const manifest = {
    ...metadata,
    export_id: input.token,
    selection: input.selection ?? 'the whole workspace',
    readings: frame.readings,
    meters: frame.meters,
    missing_note: MISSING_NOTE,
    ...(input.format === 'csv'
      ? {
          separator: input.csv?.separator ?? ',',
          decimal_sign: input.csv?.decimal ?? '.',
          text_note: input.rawText
            ? 'Texts are as they were sent. A spreadsheet may run those that begin with = + - or @ as formulas.'
            : "Texts that a spreadsheet would run as formulas have an apostrophe (') in front. Numbers are untouched.",
        }
      : {}),
    tables: Object.fromEntries(described),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** @throws Error where {@link COLUMNS} does not say it */
function meaningOf(table: string, column: string): string {
  const meaning = COLUMNS[table === 'daily' || table === 'monthly' ? 'periods' : table]?.[column];
  if (meaning === undefined) throw new Error(`Nothing says what ${table}.${column} is.`);
  return meaning;
}
