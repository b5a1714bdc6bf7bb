/** The series of a usage point, and the user's say in how one is read. */
import type { SeriesRow } from '#shared/contract/usage.ts';
import { AppError } from '#shared/errors.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { type Grid, isLong } from '#shared/espi/grid.ts';
import { measuredWords } from '#shared/espi/quantities.ts';
import { scaled, unitLabel } from '#shared/espi/units.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { refreshDaySums } from '../day-sums.ts';
import { type Behaviour, coded, qualityClassOf } from '../decisions.ts';
import { regapSeries } from '../intake/series-gaps.ts';
import { restarted } from '../register.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { findSeries, mayImplyZeros, type Series, seriesOf } from '../stored-series.ts';
import { refreshFacts } from '../usage-point-facts.ts';
import { saveDecision } from './user-decisions.ts';

export const seriesHandlers = {
  'series.list': async ({ workspace, usagePoint }, context) => {
    const connection = context.store(workspace).database.reader;
    const rows = await connection.rows(
      `SELECT s.*, p.service_kind FROM series s LEFT JOIN usage_points p ON p.id = s.usage_point
         WHERE s.count > 0 ${usagePoint === undefined ? '' : 'AND s.usage_point = ?'} ORDER BY s.series`,
      usagePoint === undefined ? [] : [usagePoint],
    );
    const added = await restarted(connection, rows.map(seriesOf));
    return rows.map((row) => seriesRow(row, added.get(number(row.series)) ?? 0)).sort((a, b) => rank(a) - rank(b));
  },
  'series.setBehaviour': async ({ workspace, series, behaviour }, context) => {
    const store = context.store(workspace);
    await store.write(async (connection) => {
      const found = await findSeries(connection, series);
      const { level } = found;
      if (level !== undefined && behaviour !== undefined && behaviour !== 'sample') {
        throw new AppError({
          code: 'behaviour_not_sample',
          message: `${level} has no total: its readings can only be averaged.`,
        });
      }
      await saveDecision(connection, series, 'behaviour', behaviour);
      await connection.run(
        behaviour === undefined
          ? `UPDATE series SET behaviour = decided, behaviour_by = 'detected' WHERE series = ?`
          : `UPDATE series SET behaviour = ?, behaviour_by = 'user' WHERE series = ?`,
        behaviour === undefined ? [found.series] : [behaviour, found.series],
      );
      // Only a register has steps of which nothing is known.
      await regapSeries(connection, [found.series]);
      await refreshDaySums(connection, store.zone, `s.series = ${found.series}`);
      // Holes are zeros only of amounts.
      await refreshFactsOf(connection, found);
    });
    return undefined;
  },
  'series.setHoles': async ({ workspace, series, holes }, context) => {
    const store = context.store(workspace);
    await store.write(async (connection) => {
      const found = await findSeries(connection, series);
      if (holes === 'zeros' && !mayImplyZeros(found)) {
        throw new AppError({
          code: 'holes_not_zeros',
          message: 'Gaps of this series cannot be zeros: only amounts at a known interval can have been left out.',
        });
      }
      await saveDecision(connection, series, 'holes', holes);
      await connection.run('UPDATE series SET holes_decided = ? WHERE series = ?', [holes, found.series]);
      await refreshDaySums(connection, store.zone, `s.series = ${found.series}`);
      // What is a zero is not missing.
      await refreshFactsOf(connection, found);
    });
    return undefined;
  },
  'series.setCostScale': async ({ workspace, series, scale }, context) => {
    await context.store(workspace).write(async (connection) => {
      const found = await findSeries(connection, series);
      await saveDecision(connection, series, 'costScale', scale === undefined ? undefined : String(scale));
      await connection.run('UPDATE series SET cost_chosen = ? WHERE series = ?', [scale, found.series]);
    });
    return undefined;
  },
} satisfies SomeHandlers;

async function refreshFactsOf(connection: Connection, { usagePoint }: Series): Promise<void> {
  if (usagePoint) await refreshFacts(connection, { points: [usagePoint], places: false, usage: true, bills: false });
}

/** @param added see {@link restarted} */
function seriesRow(row: Row, added: number): SeriesRow {
  const series = seriesOf(row);
  const { type } = series;
  const quality = qualityCounts(row);
  const cost = optionalNumber(row.sum_cost);
  return {
    id: series.id,
    usagePoint: series.usagePoint,
    label: seriesLabel(series, optionalNumber(row.service_kind)),
    level: series.level,
    commodity: commodityOf(type.commodity, optionalNumber(row.service_kind)),
    flow: coded('FlowDirectionKind', type.flowDirection),
    kind: coded('MeasurementKind', type.kind),
    grid: series.grid,
    step: series.step,
    intervalLength: number(row.interval_length),
    unit: series.unit,
    sourceUnit: type.uom === undefined ? '' : codeLabel('UnitSymbolKind', type.uom),
    behaviour: series.behaviour,
    behaviourReason: text(row.behaviour_reason),
    behaviourBy: text(row.behaviour_by) as SeriesRow['behaviourBy'], // the column holds nothing else
    behaviourDetected: series.level === undefined ? (text(row.decided) as Behaviour) : 'sample', // likewise
    intervalReason: text(row.interval_reason),
    currency: series.currency,
    count: number(row.count),
    sum: seriesTotal(series, row, added),
    typical: typicalValue(series, row, added),
    cost: cost === undefined || series.level !== undefined ? undefined : scaled(cost, series.costPower),
    ...(cost === undefined || series.level !== undefined
      ? {}
      : {
          costScale: {
            value: series.costScale.value,
            reason: series.costScale.reason,
            by: optionalNumber(row.cost_chosen) === undefined ? 'detected' : 'user',
          },
        }),
    first: optionalNumber(row.first),
    last: optionalNumber(row.last),
    end: optionalNumber(row.last_end),
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
    readings: series.step > 0 ? Math.round(number(row.gap_seconds) / series.step) : 0,
  };
}

/** Amounts are summed, a register counts by its last less its first reading, samples have no total. */
function seriesTotal(series: Series, row: Row, added: number): number | undefined {
  if (series.behaviour === 'sample') return undefined;
  if (series.behaviour === 'interval') {
    const sum = optionalNumber(row.sum_value);
    return sum === undefined ? undefined : scaled(sum, series.power);
  }
  const [from, to] = [optionalNumber(row.first_value), optionalNumber(row.last_value)];
  // One reading of a register says nothing of what was used.
  if (row.first === row.last) return undefined;
  return from === undefined || to === undefined ? undefined : scaled(to - from + added, series.power);
}

/** What is drawn of a register are its steps; of all others their values. */
function typicalValue(series: Series, row: Row, added: number): number | undefined {
  const sum = series.behaviour === 'register' ? seriesTotal(series, row, added) : optionalNumber(row.sum_value);
  const count = number(row.count);
  if (sum === undefined || count === 0) return undefined;
  return Math.abs(series.behaviour === 'register' ? sum : scaled(sum, series.power)) / count;
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

/** e.g. "Electricity delivered, 15 min". */
export function seriesLabel({ type, level, behaviour, unit, grid, step }: Series, service: number | undefined): string {
  const buckets = [bucket('TOU', type.tou), bucket('tier', type.consumptionTier), bucket('CPP', type.cpp)];
  const sampled = behaviour === 'sample' && level === undefined ? unitLabel(unit) : undefined;
  const kind = behaviour === 'register' ? 'register' : sampled;
  return [measuredWords(type, service), kind, gridWords(grid, step), ...buckets].filter(Boolean).join(', ');
}

/** The reading type's own, else what the usage point's service says; nothing is made up beyond that. */
function commodityOf(commodity: number | undefined, service: number | undefined): SeriesRow['commodity'] {
  if (commodity) return coded('CommodityKind', commodity);
  const label = service === undefined ? undefined : codeLabel('ServiceKind', service);
  return label === undefined ? coded('CommodityKind', commodity) : { code: `service ${service}`, label };
}

function bucket(name: string, value: number | undefined): string | undefined {
  return value ? `${name} ${value}` : undefined;
}

const GRID_WORDS = { day: '1 day', week: 'weekly', month: 'monthly' } as const;

/** "15 min", "1 h", "1 day", "monthly"; "by period" where lengths of more than a day differ, nothing for shorter ones. */
function gridWords(grid: Grid, step: number): string | undefined {
  if (grid === 'fixed') return lengthWords(step);
  if (grid !== 'irregular') return GRID_WORDS[grid];
  return isLong(step) ? 'by period' : undefined;
}

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
