/** A series as it stands in the store, for the questions about it. */
import { AppError } from '#shared/errors.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { displayPower, unitOf } from '#shared/espi/units.ts';
import type { Connection, Row } from './database.ts';
import type { Behaviour, ReadingType } from './decisions.ts';
import { json, number, optionalNumber, optionalText, text } from './row.ts';

/** A series as its answers need it. */
export interface Series {
  /** Number in the store. */
  series: number;
  id: string;
  usagePoint: string | undefined;
  type: ReadingType;
  behaviour: Behaviour;
  unit: string;
  /** Power of ten that takes stored amounts to `unit`. */
  power: number;
  grid: number;
  /** Holes are zeros that were left out: the user said so. */
  zeros: boolean;
  first: number | undefined;
  lastEnd: number | undefined;
  currency: string | undefined;
}

/** The series of an id; rejects with `series_unknown`. */
export async function findSeries(connection: Connection, id: string): Promise<Series> {
  const row = await connection.row('SELECT * FROM series WHERE id = ?', [id]);
  if (row === undefined) {
    throw new AppError({
      code: 'series_unknown',
      message: 'This series is not in the workspace.',
      action: 'It may have been replaced by a newer fetch. Go back to the usage point.',
    });
  }
  return seriesOf(row);
}

export function seriesOf(row: Row): Series {
  const type = json(row.reading_type) as ReadingType; // written from the reader's model
  const behaviour = text(row.behaviour) as Behaviour; // the column holds nothing else
  const grid = number(row.grid);
  return {
    series: number(row.series),
    id: text(row.id),
    usagePoint: optionalText(row.usage_point),
    type,
    behaviour,
    unit: unitOf(type.uom).name,
    power: displayPower(type.uom, number(row.power)),
    grid,
    zeros: row.holes_decided === 'zeros' && mayImplyZeros({ behaviour, grid }),
    first: optionalNumber(row.first),
    lastEnd: optionalNumber(row.last_end),
    currency: type.currency === undefined ? undefined : codeLabel('Currency', type.currency),
  };
}

/** Money of readings is in 1/100000 of the currency (espi-facts section 1). */
export const READING_COST_POWER = -5;

/** A register stands still in a hole, and without a grid nobody knows how many zeros there were. */
export function mayImplyZeros({ behaviour, grid }: Pick<Series, 'behaviour' | 'grid'>): boolean {
  return behaviour !== 'register' && grid > 0;
}
