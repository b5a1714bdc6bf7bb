import { existsSync, readFileSync } from 'node:fs';

/** The real files of ../shared/samples and what an independent reader counted in them. */

const SAMPLES = new URL('../../../../../shared/samples/', import.meta.url);

/** False in a clone of the project alone. */
export const haveSamples = existsSync(new URL('EXPECTED.tsv', SAMPLES));

export interface Expected {
  file: string;
  ok: boolean;
  blocks: number;
  readings: number;
  sumValue: string;
  sumCost: string;
  firstStart: number | undefined;
  lastStart: number | undefined;
  unparsable: number;
}

export function sample(file: string): Buffer {
  return readFileSync(new URL(file, SAMPLES));
}

export function expectedRows(): Expected[] {
  if (!haveSamples) return [];
  const [, ...lines] = readFileSync(new URL('EXPECTED.tsv', SAMPLES), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const cell = line.split('\t');
    return {
      file: cell[0] ?? '',
      ok: cell[1] === 'ok',
      blocks: Number(cell[2]),
      readings: Number(cell[3]),
      sumValue: cell[4] ?? '',
      sumCost: cell[5] ?? '',
      firstStart: cell[6] ? Number(cell[6]) : undefined,
      lastStart: cell[7] ? Number(cell[7]) : undefined,
      unparsable: Number(cell[11]),
    };
  });
}
