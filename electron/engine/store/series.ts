/** The series of a usage point, and the user's say in how one is read. */
import type { SeriesRow } from '#shared/contract/usage.ts';
import { AppError } from '#shared/errors.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { displayPower, scaled, unitOf } from '#shared/espi/units.ts';
import type { QueryCalls } from '../calls/queries.ts';
import type { Handlers } from './context.ts';
import type { Connection, Row } from './database.ts';
import { type Behaviour, coded, qualityClassOf, type ReadingType } from './decisions.ts';
import { json, number, optionalNumber, optionalText, text } from './row.ts';
import { saveDecision } from './user-decisions.ts';

type SeriesCalls = Pick<QueryCalls, 'series.list' | 'series.setBehaviour' | 'series.setHoles'>;

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

export const seriesHandlers: Handlers<SeriesCalls> = {
  'series.list': async ({ workspace, usagePoint }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT s.*, p.service_kind FROM series s LEFT JOIN usage_points p ON p.id = s.usage_point
         WHERE s.count > 0 ${usagePoint === undefined ? '' : 'AND s.usage_point = ?'} ORDER BY s.series LIMIT 10000`,
      usagePoint === undefined ? [] : [usagePoint],
    );
    return rows.map(seriesRow).sort((a, b) => rank(a) - rank(b));
  },
  'series.setBehaviour': async ({ workspace, series, behaviour }, context) => {
    await context.store(workspace).write(async (connection) => {
      const found = await findSeries(connection, series);
      await saveDecision(connection, series, 'behaviour', behaviour);
      await connection.run(
        behaviour === undefined
          ? `UPDATE series SET behaviour = decided, behaviour_by = 'detected' WHERE series = ?`
          : `UPDATE series SET behaviour = ?, behaviour_by = 'user' WHERE series = ?`,
        behaviour === undefined ? [found.series] : [behaviour, found.series],
      );
    });
    return undefined;
  },
  'series.setHoles': async ({ workspace, series, holes }, context) => {
    await context.store(workspace).write(async (connection) => {
      const found = await findSeries(connection, series);
      if (holes === 'zeros' && !mayImplyZeros(found)) {
        throw new AppError({
          code: 'holes_not_zeros',
          message:
            'Holes of this series cannot be zeros: it is a register, or the distance of its readings is unknown.',
        });
      }
      await saveDecision(connection, series, 'holes', holes);
      await connection.run('UPDATE series SET holes_decided = ? WHERE series = ?', [holes, found.series]);
    });
    return undefined;
  },
};

/** A register stands still in a hole, and without a grid nobody knows how many zeros there were. */
function mayImplyZeros({ behaviour, grid }: Pick<Series, 'behaviour' | 'grid'>): boolean {
  return behaviour !== 'register' && grid > 0;
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

function seriesRow(row: Row): SeriesRow {
  const series = seriesOf(row);
  const { type } = series;
  const quality = qualityCounts(row);
  const cost = optionalNumber(row.sum_cost);
  return {
    id: series.id,
    usagePoint: series.usagePoint,
    label: seriesLabel(series, number(row.interval_length), optionalNumber(row.service_kind)),
    commodity: commodityOf(type.commodity, optionalNumber(row.service_kind)),
    flow: coded('FlowDirectionKind', type.flowDirection),
    kind: coded('MeasurementKind', type.kind),
    intervalLength: number(row.interval_length),
    unit: series.unit,
    sourceUnit: type.uom === undefined ? '' : codeLabel('UnitSymbolKind', type.uom),
    behaviour: series.behaviour,
    behaviourReason: text(row.behaviour_reason),
    behaviourBy: text(row.behaviour_by) as SeriesRow['behaviourBy'], // the column holds nothing else
    behaviourDetected: text(row.decided) as Behaviour, // likewise
    intervalReason: text(row.interval_reason),
    currency: series.currency,
    count: number(row.count),
    sum: seriesTotal(series, row),
    cost: cost === undefined ? undefined : scaled(cost, READING_COST_POWER),
    first: optionalNumber(row.first),
    last: optionalNumber(row.last),
    gaps: series.zeros ? 0 : number(row.gaps),
    holes: holesOf(series, row),
    duplicates: number(row.duplicates),
    estimated: (quality.estimated ?? 0) + (quality.forecast ?? 0),
    quality,
  };
}

function holesOf(series: Series, row: Row): SeriesRow['holes'] {
  return {
    taken: series.zeros ? 'zeros' : 'gaps',
    by: optionalText(row.holes_decided) === undefined ? 'detected' : 'user',
    suggested: row.holes_suggested === 'zeros' ? 'zeros' : 'gaps',
    reason: optionalText(row.holes_reason) ?? 'Not looked at yet; the next fetch will.',
    holes: number(row.gaps),
    readings: series.grid > 0 ? Math.round(number(row.gap_seconds) / series.grid) : 0,
  };
}

/** Amounts are summed, a register counts by its last less its first reading, samples have no total. */
function seriesTotal(series: Series, row: Row): number | undefined {
  if (series.behaviour === 'sample') return undefined;
  if (series.behaviour === 'interval') {
    const sum = optionalNumber(row.sum_value);
    return sum === undefined ? undefined : scaled(sum, series.power);
  }
  const [from, to] = [optionalNumber(row.first_value), optionalNumber(row.last_value)];
  return from === undefined || to === undefined ? undefined : scaled(to - from, series.power);
}

function qualityCounts(row: Row): SeriesRow['quality'] {
  const counts: SeriesRow['quality'] = {};
  const byCode = json(row.qualities) as Record<string, number>; // written by series-refresh
  for (const [code, count] of Object.entries(byCode)) {
    const known = code === 'none' || code === 'missing' ? undefined : Number(code);
    const found = qualityClassOf(known, code !== 'missing');
    counts[found] = (counts[found] ?? 0) + count;
  }
  return counts;
}

const FLOW_WORDS: Readonly<Record<number, string>> = { 1: 'delivered', 19: 'received', 4: 'net', 20: 'total' };
const COMMODITY_WORDS: Readonly<Record<number, string>> = {
  1: 'Electricity',
  2: 'Electricity',
  26: 'Electricity',
  7: 'Natural gas',
  9: 'Water',
};

/** e.g. "Electricity delivered, 15 min". */
function seriesLabel({ type, behaviour, unit }: Series, intervalLength: number, service: number | undefined): string {
  const what = type.commodity ? commodityWord(type.commodity) : serviceWord(service);
  const flow = type.flowDirection
    ? (FLOW_WORDS[type.flowDirection] ?? codeLabel('FlowDirectionKind', type.flowDirection))
    : undefined;
  const buckets = [bucket('TOU', type.tou), bucket('tier', type.consumptionTier), bucket('CPP', type.cpp)];
  const kind = behaviour === 'register' ? 'register' : behaviour === 'sample' ? unit : undefined;
  const name = [what, flow].filter(Boolean).join(' ');
  return [name, kind, lengthWords(intervalLength), ...buckets].filter(Boolean).join(', ');
}

function commodityWord(commodity: number): string {
  return COMMODITY_WORDS[commodity] ?? codeLabel('CommodityKind', commodity);
}

/** The reading type's own, else what the usage point's service says; nothing is made up beyond that. */
function commodityOf(commodity: number | undefined, service: number | undefined): SeriesRow['commodity'] {
  if (commodity) return coded('CommodityKind', commodity);
  const label = service === undefined ? undefined : codeLabel('ServiceKind', service);
  return label === undefined ? coded('CommodityKind', commodity) : { code: `service ${service}`, label };
}

/** Where the reading type names no commodity, the usage point's service says what it is. */
function serviceWord(service: number | undefined): string {
  const word = service === undefined ? 'usage' : codeLabel('ServiceKind', service);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function bucket(name: string, value: number | undefined): string | undefined {
  return value ? `${name} ${value}` : undefined;
}

/** "15 min", "1 h", "1 day"; nothing for irregular ones. */
function lengthWords(seconds: number): string | undefined {
  if (seconds <= 0) return undefined;
  if (seconds % 86_400 === 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

/** Forward first, then what has most readings. */
function rank(series: SeriesRow): number {
  const flows = [1, 19, 4, 20];
  const flow = flows.indexOf(Number(series.flow?.code ?? 1));
  return (flow < 0 ? flows.length : flow) * 1e12 - series.count;
}
