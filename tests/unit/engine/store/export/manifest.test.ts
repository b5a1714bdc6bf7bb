import { describe, expect, it } from 'vitest';
import { COLUMNS, SCHEMA_VERSION } from '../../../../../electron/engine/store/export/column-meanings.ts';
import type { ExportFrame } from '../../../../../electron/engine/store/export/frame.ts';
import { manifestOf, metadataOf } from '../../../../../electron/engine/store/export/manifest.ts';

const at = new Date('2026-01-02T03:04:05Z');
const frame: ExportFrame = { clocks: [], isWhole: true, parts: [], series: [], readings: 7, meters: 2 };
type Input = Parameters<typeof metadataOf>[0];
const input = (more: Partial<Input> = {}) =>
  ({
    workspace: 'w',
    token: 't1',
    folder: '/x',
    format: 'parquet',
    about: { program: 'Meterscope', version: '1', workspace: 'Own' },
    ...more,
  }) as Input; // what it does not name has no part in a manifest
const manifest = (of: Input, tables: Parameters<typeof manifestOf>[3] = {}) =>
  JSON.parse(manifestOf(of, metadataOf(of, at), frame, tables));

describe('what an export says about itself', () => {
  it('names the span by days, by instants, or as all there is', () => {
    const span = (selection: Input['selection']) => {
      const { span_from, span_to } = metadataOf(input({ selection }), at);
      return [span_from, span_to];
    };
    expect(span(undefined)).toEqual(['the first reading', 'the last reading']);
    expect(span({ from: 0, to: 86_400 })).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-02T00:00:00.000Z']);
    expect(span({ firstDay: '2025-03-01', from: 0 })).toEqual(['2025-03-01', 'the last reading']);
  });

  it('has only texts for Parquet, and raw values unless others were asked for', () => {
    const metadata = metadataOf(input(), at);
    expect(Object.values(metadata).every((value) => typeof value === 'string')).toBe(true);
    expect(metadata).toMatchObject({
      values: 'raw',
      schema_version: String(SCHEMA_VERSION),
      exported_at: at.toISOString(),
    });
  });

  it('says what each column is, and refuses one that nobody described', () => {
    const table = (columns: string[]) => ({ file: 'f', rows: 3, columns });
    const { tables } = manifest(input(), {
      readings: table(['unit']),
      daily: table(Object.keys(COLUMNS.periods ?? {}).slice(0, 1)),
    });
    expect(tables.readings).toEqual({ file: 'f', rows: 3, columns: [{ name: 'unit', is: COLUMNS.readings?.unit }] });
    expect(tables.daily.columns[0].is).toBe(Object.values(COLUMNS.periods ?? {})[0]);
    expect(() => manifest(input(), { readings: table(['odd']) })).toThrow('readings.odd');
  });

  it('counts, and warns of formulas in CSV as far as they are in it', () => {
    expect(manifest(input())).toMatchObject({
      readings: 7,
      meters: 2,
      export_id: 't1',
      selection: 'the whole workspace',
    });
    expect(manifest(input())).not.toHaveProperty('text_note');
    expect(manifest(input({ format: 'csv' })).text_note).toContain('apostrophe');
    expect(manifest(input({ format: 'csv', rawText: true })).text_note).toContain('as they were sent');
  });
});
