/** Exports of a small store, and what other tools read in their files. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineInput } from '../../../../../electron/engine/protocol.ts';
import type { TestStore } from '../store-harness.ts';

export type ExportInput = EngineInput<'export.run'>;
export type Format = ExportInput['format'];

export const ABOUT = { program: 'Meterscope', version: '1.2.3', workspace: 'Small' };

export interface ExportBench {
  /** Exports into a folder of its own; answers it. */
  run(name: string, input: Omit<ExportInput, 'workspace' | 'folder' | 'about'>): Promise<string>;
}

export function exportBench(store: TestStore): ExportBench {
  return {
    run: async (name, input) => {
      const folder = path.join(store.folder, name);
      await store.call('export.run', { folder, about: ABOUT, ...input });
      return folder;
    },
  };
}

/** A table of an export as DuckDB reads it. */
export function tableIn(folder: string, table: string, format: Format): string {
  if (format === 'csv') return `read_csv('${folder}/${table}.csv', all_varchar = false)`;
  if (format === 'json') return `read_json('${folder}/${table}.json')`;
  if (table === 'readings') return `read_parquet('${folder}/readings/**/*.parquet', hive_partitioning = true)`;
  return table === 'daily' || table === 'monthly'
    ? `read_parquet('${folder}/${table}/*.parquet')`
    : `read_parquet('${folder}/${table}.parquet')`;
}

export async function manifestIn(folder: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
}
