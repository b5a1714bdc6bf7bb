/** A series as it stands in the store, for the questions about it. */
import { AppError } from '#shared/errors.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { type CostedReadings, decideCostScale, isSchemaPriceImplausible } from '#shared/espi/cost-scale.ts';
import type { Decision } from '#shared/espi/decision.ts';
import type { Grid } from '#shared/espi/grid.ts';
import { levelOf } from '#shared/espi/quantities.ts';
import { displayPower, scaled, unitOf } from '#shared/espi/units.ts';
import type { Connection, Row } from './database.ts';
import type { Behaviour, ReadingType } from './decisions.ts';
import { json, number, optionalNumber, optionalText, text } from './row.ts';
import { sqlText } from './sql-text.ts';

/** A series as its answers need it. */
export interface Series {
  /** Number in the store. */
  series: number;
  id: string;
  usagePoint: string | undefined;
  type: ReadingType;
  /** What it measures where that does not add up ("Temperature"); undefined for amounts. */
  level: string | undefined;
  behaviour: Behaviour;
  unit: string;
  /** Power of ten that takes stored amounts to `unit`. */
  power: number;
  grid: Grid;
  /** Seconds that a reading usually lasts, or that lie between two; 0 when unknown. */
  step: number;
  /** Seconds that the longest reading lasts. */
  longest: number;
  /** Holes are zeros that were left out: the user said so. */
  zeros: boolean;
  first: number | undefined;
  lastEnd: number | undefined;
  /** Key of the clock by whose days all of its readings are summed (`day-sums.ts`); undefined where some reach over a midnight. */
  dayClock: string | undefined;
  currency: string | undefined;
  /** Some of its readings have a cost; false for a level, which is not priced. */
  hasCosts: boolean;
  /** What the costs of its readings are divided by: by the price that they make, or as the user chose. */
  costScale: Decision<number>;
  /** Power of ten that takes stored costs to the currency. */
  costPower: number;
  /** The costs as sent are out of all proportion to the amounts. */
  oddlyPriced: boolean;
}

const COLUMNS = [
  ...[
    'series',
    'id',
    'usage_point',
    'reading_type',
    'power',
    'behaviour',
    'grid',
    'step',
    'longest',
    'holes_decided',
    'first',
    'last_end',
  ],
  ...['sum_cost', 'costed_value', 'cost_chosen', 'day_clock', 'day_whole'],
];

/** SQL: the columns that {@link seriesOf} reads, half of those that there are. @param alias of `series` */
export function columnsOfSeries(alias = 'series'): string {
  return COLUMNS.map((column) => `${alias}.${column}`).join(', ');
}

/** The series of an id; rejects with `series_unknown`. */
export async function findSeries(connection: Connection, id: string): Promise<Series> {
  const row = await connection.row(`SELECT ${columnsOfSeries()} FROM series WHERE id = ${sqlText(id)}`);
  if (row === undefined) {
    throw new AppError({
      code: 'series_unknown',
      message: 'This series is not in the workspace.',
      action: 'It may have been replaced by a newer fetch. Go back to the usage point.',
    });
  }
  return seriesOf(row);
}

/** All series that a condition chooses. */
export async function storedSeries(connection: Connection, condition: string): Promise<Series[]> {
  return (await connection.rows(`SELECT ${COLUMNS} FROM series WHERE ${condition}`)).map(seriesOf);
}

/** The scale of a series' costs, and whether the user chose it. */
function costScaleOf(row: Row, type: ReadingType, power: number): Decision<number> {
  const chosen = optionalNumber(row.cost_chosen);
  if (chosen !== undefined) return { value: chosen, reason: 'You chose it.', certain: true };
  return decideCostScale(costedReadings(row, type, power));
}

/** What the readings of a series cost, on the scale that was sent. */
function costedReadings(row: Row, type: ReadingType, power: number): CostedReadings {
  const amount = optionalNumber(row.costed_value);
  return {
    // What a register counted is not the sum of its readings.
    cost: row.behaviour === 'interval' ? optionalNumber(row.sum_cost) : undefined,
    amount: amount === undefined ? undefined : scaled(amount, power),
    unit: unitOf(type.uom).name,
    flow: type.flowDirection,
  };
}

export function seriesOf(row: Row): Series {
  const type = json(row.reading_type) as ReadingType; // written from the reader's model
  const level = levelOf(type);
  // The column holds nothing else. A level cannot be summed whatever was said of it.
  const behaviour = level === undefined ? (text(row.behaviour) as Behaviour) : 'sample';
  const grid = text(row.grid) as Grid; // the column holds nothing else
  const step = number(row.step);
  const power = displayPower(type.uom, number(row.power));
  const costScale = costScaleOf(row, type, power);
  return {
    series: number(row.series),
    id: text(row.id),
    usagePoint: optionalText(row.usage_point),
    type,
    level,
    behaviour,
    unit: unitOf(type.uom).name,
    power,
    grid,
    step,
    longest: optionalNumber(row.longest) ?? 0,
    zeros: row.holes_decided === 'zeros' && mayImplyZeros({ behaviour, grid, step }),
    first: optionalNumber(row.first),
    lastEnd: optionalNumber(row.last_end),
    dayClock: row.day_whole === true ? optionalText(row.day_clock) : undefined,
    currency: type.currency === undefined ? undefined : codeLabel('Currency', type.currency),
    hasCosts: level === undefined && optionalNumber(row.sum_cost) !== undefined,
    costScale,
    costPower: -Math.log10(costScale.value),
    oddlyPriced: level === undefined && isSchemaPriceImplausible(costedReadings(row, type, power)),
  };
}

/** SQL, as {@link mayImplyZeros} for what the user decided: holes of this series are zeros that were left out. @param alias of `series` */
export function takesZeros(alias = 'series'): string {
  return `(coalesce(${alias}.holes_decided, '') = 'zeros' AND ${alias}.behaviour = 'interval' AND ${alias}.step > 0 AND ${alias}.grid IN ('fixed', 'day'))`;
}

/** A register stands still in a hole, a sample is not nothing there, and without a grid the number of zeros is unknown. */
export function mayImplyZeros({ behaviour, grid, step }: Pick<Series, 'behaviour' | 'grid' | 'step'>): boolean {
  return behaviour === 'interval' && step > 0 && (grid === 'fixed' || grid === 'day');
}
