/** What `inspect` finds in a file, in the shape that `--json` prints (DESIGN section 6). */
import path from 'node:path';
import type { BillView } from '#shared/contract/bills.ts';
import type { ProblemView } from '#shared/contract/files.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { type ErrorValue, toErrorValue } from '#shared/errors.ts';
import type { Grid } from '#shared/espi/grid.ts';
import type { IngestResult } from '../engine/calls/ingest.ts';
import type { Engine } from '../engine/engine.ts';

export interface SeriesReport {
  /** Uid of the usage point; null when no usage point belongs to the readings. */
  usagePoint: string | null;
  commodity: string | null;
  unit: string;
  flow: string | null;
  /** fixed, day, week, month (billing periods too) or irregular. */
  grid: Grid;
  /** Seconds of each reading of a fixed grid; null of any other. */
  intervalLength: number | null;
  kind: string | null;
  /** interval, register or sample, and why. */
  behaviour: string;
  behaviourReason: string;
  /** Why the grid is taken to be that. */
  intervalReason: string;
  /** Whether the gaps seem to be zeros that were left out, and why. */
  holes: { suggested: string; reason: string };
  count: number;
  /** In `unit`; null where a total makes no sense. */
  sum: number | null;
  cost: number | null;
  currency: string | null;
  /** Epoch seconds of the first and last start. */
  first: number | null;
  last: number | null;
  gaps: number;
  duplicates: number;
  estimated: number;
  quality: Record<string, number>;
}

export interface FileReport {
  file: string;
  ok: boolean;
  error: { code: string; message: string; action: string | null } | null;
  /** Payloads by local name. */
  entries: Record<string, number>;
  readings: {
    blocks: number;
    count: number;
    /** Of the raw elements, as decimal strings. */
    sumValue: string;
    sumCost: string;
    firstStart: number | null;
    lastStart: number | null;
  };
  series: SeriesReport[];
  bills: BillView[];
  problems: { code: string; message: string; line: number | null; column: number | null; severity: string }[];
  /** Entries without a parent. */
  unattached: { kind: string; href: string | null }[];
  /** The local time of each usage point, whether it is the meter's own, and whether no link says so. */
  localTimes: { usagePoint: string; source: string; label: string; inferred: boolean; warning: string | null }[];
}

/**
 * Reads one file into `workspace` of a temporary store, queries it, and removes it again.
 * @param file as the user named it; its bytes are at `where`.
 */
export async function inspectFile(
  engine: Pick<Engine, 'call'>,
  workspace: string,
  file: string,
  where: string,
): Promise<FileReport> {
  let result: IngestResult;
  try {
    result = await engine.call('ingest.file', { workspace, path: path.resolve(where), label: path.basename(file) });
  } catch (error) {
    return await refusal(engine, workspace, file, toErrorValue(error));
  }
  const report = await reportOf(engine, workspace, file, result);
  await engine.call('files.remove', { workspace, source: result.source });
  return report;
}

async function reportOf(
  engine: Pick<Engine, 'call'>,
  workspace: string,
  file: string,
  result: IngestResult,
): Promise<FileReport> {
  const points = await engine.call('usagePoints.localTimes', { workspace });
  const uids = new Map(points.map(({ id, uid }) => [id, uid === '' ? id : uid]));
  const series = await engine.call('series.list', { workspace });
  const bills = await engine.call('bills.all', { workspace });
  const unattached = await engine.call('unattached.all', { workspace });
  return {
    ...empty(file),
    ok: true,
    entries: result.payloads,
    readings: {
      blocks: result.blocks,
      count: result.readings,
      sumValue: result.sumValue,
      sumCost: result.sumCost,
      firstStart: result.firstStart ?? null,
      lastStart: result.lastStart ?? null,
    },
    series: series.map((row) => seriesReport(row, uids)),
    bills,
    problems: (await engine.call('problems.all', { workspace, source: result.source })).map(problem),
    unattached: unattached.map(({ kind, href }) => ({ kind, href: href ?? null })),
    localTimes: points.map(({ id, uid, localTime: { source, label, warning, inferred = false } }) => {
      return { usagePoint: uid === '' ? id : uid, source, label, inferred, warning: warning ?? null };
    }),
  };
}

async function refusal(
  engine: Pick<Engine, 'call'>,
  workspace: string,
  file: string,
  error: ErrorValue,
): Promise<FileReport> {
  const stored = await engine.call('files.stored', { workspace });
  const [kept] = stored.filter(({ ok }) => !ok);
  const problems = kept === undefined ? [] : await engine.call('problems.all', { workspace, source: kept.id });
  if (kept !== undefined) await engine.call('files.remove', { workspace, source: kept.id });
  const { code, message, action = null } = error;
  return { ...empty(file), error: { code, message, action }, problems: problems.map(problem) };
}

function empty(file: string): FileReport {
  return {
    file,
    ok: false,
    error: null,
    entries: {},
    readings: { blocks: 0, count: 0, sumValue: '0', sumCost: '0', firstStart: null, lastStart: null },
    series: [],
    bills: [],
    problems: [],
    unattached: [],
    localTimes: [],
  };
}

function seriesReport(row: SeriesRow, uids: ReadonlyMap<string, string>): SeriesReport {
  return {
    usagePoint: row.usagePoint === undefined ? null : (uids.get(row.usagePoint) ?? row.usagePoint),
    commodity: row.commodity?.label ?? null,
    unit: row.unit,
    flow: row.flow?.label ?? null,
    grid: row.grid,
    intervalLength: row.grid === 'fixed' ? row.intervalLength : null,
    kind: row.kind?.label ?? null,
    behaviour: row.behaviour,
    behaviourReason: row.behaviourReason,
    intervalReason: row.intervalReason,
    holes: { suggested: row.holes.suggested, reason: row.holes.reason },
    count: row.count,
    sum: row.sum ?? null,
    cost: row.cost ?? null,
    currency: row.currency ?? null,
    first: row.first ?? null,
    last: row.last ?? null,
    gaps: row.gaps,
    duplicates: row.duplicates,
    estimated: row.estimated,
    quality: row.quality,
  };
}

function problem({ code, message, line, column, severity }: ProblemView): FileReport['problems'][number] {
  return { code, message, line: line ?? null, column: column ?? null, severity };
}
