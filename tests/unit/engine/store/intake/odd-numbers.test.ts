import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IngestResult } from '../../../../../electron/engine/calls/ingest.ts';
import {
  block,
  documentOf,
  feedOf,
  intervalReading,
  type NumberField,
  numberFields,
  ODD_NUMBERS,
} from '../../../../fixtures/odd-numbers.ts';
import { ALWAYS, openTestStore, type TestStore } from '../store-harness.ts';

// One odd number costs one field or one entry, never the document.

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => await store.dispose());

async function open(text: string): Promise<IngestResult> {
  const file = path.join(store.folder, 'odd.xml');
  await writeFile(file, text);
  return await store.call('ingest.file', { path: file, label: 'odd.xml' });
}

/** Asks what the screens and `inspect` ask. */
async function askEverything(): Promise<{ readings: number }> {
  await store.call('usagePoints.list', { limit: 10_000 });
  await store.call('bills.all', {});
  let readings = 0;
  for (const series of await store.call('series.list', {})) {
    readings += series.count;
    await store.call('usage.statistics', { series: series.id, ...ALWAYS });
    await store.call('usage.chart', { series: [series.id], width: 100, ...ALWAYS });
  }
  return { readings };
}

function at(data: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return data;
  const inner: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return at(Array.isArray(inner) ? inner[0] : inner, rest);
}

/** Entities of a kind as the store has them, by entry. */
async function stored(kind: string): Promise<Map<number, unknown>> {
  const { reader } = store.engine.store('w').database;
  const rows = await reader.rows('SELECT entry, data FROM entries WHERE kind = ?', [kind]);
  return new Map(rows.map(({ entry, data }) => [Number(entry), JSON.parse(String(data))]));
}

const REFUSED = ['number_out_of_range', 'unparsable_number', 'empty_element'];

/** Opens a file with odd numbers in these fields, and says what became of each. */
async function judge(fields: readonly NumberField[]): Promise<void> {
  const { text, odd, readings } = documentOf(fields);
  const result = await open(text);
  expect(result.readings).toBe(readings);
  const kept = await stored(fields[0]?.kind ?? '');
  expect(kept.size).toBe(odd.length);
  const problems = await store.call('problems.all', { source: result.source });
  for (const { entry, field, written } of odd) {
    const told = problems.filter((problem) => problem.entry === entry && problem.line !== undefined);
    const codes = told.map(({ code }) => code);
    const value = at(kept.get(entry), field.path);
    const sent = Number(written);
    const where = `${field.kind}/${field.path.join('/')} = ${written.slice(0, 30)}: ${codes.join(', ')}`;
    if (value === undefined) expect(REFUSED, where).toContain(codes.find((code) => REFUSED.includes(code)));
    else if (codes.includes('time_in_milliseconds')) expect(value, where).toBe(Math.trunc(sent / 1000));
    else if (codes.includes('time_with_decimals')) expect(value, where).toBe(Math.trunc(sent));
    else expect(value, where).toBe(sent === 0 ? 0 : sent);
  }
  expect(await askEverything()).toEqual({ readings });
}

describe('every number of every entity, written oddly', () => {
  const fields = numberFields();
  const kinds = [...new Set(fields.map(({ kind }) => kind))];

  it.each(kinds)('%s: the number is kept as it was sent, or left out and told; all else arrives', async (kind) => {
    const own = fields.filter((field) => field.kind === kind);
    // Few at a time: of one code 50 problems of a document are told.
    for (let index = 0; index < own.length; index += 2) await judge(own.slice(index, index + 2));
  });
});

const READING_FIELDS = ['start', 'duration', 'value', 'cost', 'quality', 'consumptionTier', 'tou', 'cpp'] as const;

describe('interval readings', () => {
  const START = 1_700_006_400;

  it.each(READING_FIELDS)('an odd %s costs its reading at most', async (name) => {
    const rows = ODD_NUMBERS.flatMap((text, index) => {
      const sound = { start: START + index * 1800 };
      return [intervalReading({ ...sound, start: sound.start + 900 }), intervalReading({ ...sound, [name]: text })];
    });
    const result = await open(feedOf([`<entry><id>b</id><content>${block(rows.join(''))}</content></entry>`]));
    expect(result.readings).toBe(ODD_NUMBERS.length * 2);
    const problems = await store.call('problems.all', { source: result.source });
    expect(
      problems.filter(({ code }) => /^(number_out_of_range|unparsable_number)$/.test(code)).length,
    ).toBeGreaterThan(5);
    const { reader } = store.engine.store('w').database;
    const [row] = await reader.rows(
      'SELECT count(*) AS count FROM readings WHERE start >= ? AND start < ? AND (start - ?) % 1800 = 900 AND value = 100 AND duration = 900',
      [START, START + ODD_NUMBERS.length * 1800, START],
    );
    expect(Number(row?.count)).toBe(ODD_NUMBERS.length);
    await askEverything();
  });

  it.each(['start', 'duration'] as const)('an odd %s of a block costs nothing', async (name) => {
    const entries = ODD_NUMBERS.map((text, index) => {
      const rows = intervalReading({ start: START + index * 900 });
      return `<entry><id>b${index}</id><content>${block(rows, { [name]: text })}</content></entry>`;
    });
    const result = await open(feedOf(entries));
    expect(result.readings).toBe(ODD_NUMBERS.length);
    expect(await askEverything()).toEqual({ readings: ODD_NUMBERS.length });
  });

  it('odd durations of all kinds stand in one block', async () => {
    const rows = ODD_NUMBERS.map((text, index) => intervalReading({ start: START + index * 900, duration: text }));
    const result = await open(feedOf([`<entry><id>b</id><content>${block(rows.join(''))}</content></entry>`]));
    expect(result.readings).toBe(ODD_NUMBERS.length);
    await askEverything();
  });

  it('registers at the edges of 64 bits are differenced all the same', async () => {
    const rows = [
      '-9223372036854775808',
      '9223372036854775807',
      '-9223372036854775808',
      '0',
      '9223372036854775807',
    ].map((value, index) => intervalReading({ start: START + index * 900, duration: '0', value }));
    const type =
      '<ReadingType xmlns="http://naesb.org/espi"><accumulationBehaviour>3</accumulationBehaviour><uom>72</uom></ReadingType>';
    await open(
      feedOf([
        `<entry><id>t</id><content>${type}</content></entry>`,
        '<entry><id>m</id><content><MeterReading xmlns="http://naesb.org/espi"/></content></entry>',
        `<entry><id>b</id><content>${block(rows.join(''))}</content></entry>`,
      ]),
    );
    expect(await askEverything()).toEqual({ readings: 5 });
  });
});

/** Two readings by just their duration apart. */
function pair(first: number): string {
  const rows = intervalReading({ start: first }) + intervalReading({ start: first + 900 });
  return block(rows, { start: String(first) });
}

describe('years far away', () => {
  it.each([
    ['300000', 9_405_004_521_600],
    // As milliseconds it would be in 2068.
    ['100000', 3_093_527_980_800],
    ['100000, on a thousand', 3_093_527_981_000],
  ])('readings of the year %s are not taken for milliseconds', async (_year, start) => {
    const sound = intervalReading({ start: 1_700_006_400 });
    const result = await open(
      feedOf([
        `<entry><id>a</id><content>${block(sound)}</content></entry>`,
        `<entry><id>b</id><content>${pair(start)}</content></entry>`,
      ]),
    );
    const problems = await store.call('problems.all', { source: result.source });
    expect(problems.map(({ code }) => code)).toContain('number_out_of_range');
    expect(problems.map(({ code }) => code)).not.toContain('duplicate_readings');
    expect(result).toMatchObject({ readings: 3, firstStart: 1_700_006_400, lastStart: 1_700_006_400 });
    expect(await askEverything()).toEqual({ readings: 1 });
  });

  it('milliseconds are milliseconds, whether durations are in seconds or not', async () => {
    for (const duration of ['900', '900000']) {
      const rows = [0, 1].map((slot) => intervalReading({ start: 1_700_006_400_000 + slot * 900_000, duration }));
      const result = await open(feedOf([`<entry><id>b</id><content>${block(rows.join(''))}</content></entry>`]));
      expect(result).toMatchObject({ readings: 2, firstStart: 1_700_006_400, lastStart: 1_700_007_300 });
      expect(await askEverything()).toEqual({ readings: 2 });
    }
  });
});
