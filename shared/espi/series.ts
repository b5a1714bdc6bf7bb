import type { Decision } from './decision.ts';
import type { EntityModel } from './entities.ts';
import { type SeriesKind, seriesKindNamed } from './series-kind.ts';

/** Decisions about series: what goes together, what a number stands for. Each comes with its reason, for people. */

type ReadingType = EntityModel['ReadingType'];

/** What a series measures: MeterReadings of one usage point whose measures are equal are one series. */
export interface Measure {
  commodity: number | undefined;
  uom: number | undefined;
  flow: number | undefined;
  kind: number | undefined;
  /** What stands for its grid, see `gridToken`. */
  grid: string;
  dataQualifier: number;
  phase: number;
  tou: number;
  tier: number;
  cpp: number;
  seriesKind: SeriesKind;
}

/** What a ReadingType says a series measures. Absent and 0 ("none", "n/a") are one. */
export function measureOf(type: ReadingType | undefined, grid: string, seriesKind: SeriesKind): Measure {
  return {
    commodity: type?.commodity,
    uom: type?.uom,
    flow: type?.flowDirection,
    kind: type?.kind,
    grid,
    // 12 is "normal".
    dataQualifier: type?.dataQualifier === 12 ? 0 : (type?.dataQualifier ?? 0),
    phase: type?.phase ?? 0,
    tou: type?.tou ?? 0,
    tier: type?.consumptionTier ?? 0,
    cpp: type?.cpp ?? 0,
    seriesKind,
  };
}

/** The identity of a series within its usage point: equal strings, one series. */
export function seriesKey(measure: Measure): string {
  const { commodity = 0, uom = 0, flow = 0, kind = 0 } = measure;
  const { grid, dataQualifier, phase, tou, tier, cpp, seriesKind } = measure;
  return [commodity, uom, flow, kind, grid, dataQualifier, phase, tou, tier, cpp, seriesKind].join('/');
}

/** The same key with another token for the grid. */
export function withGrid(key: string, token: string): string {
  return key.split('/').with(GRID_PLACE, token).join('/');
}

/** Where a key has its grid, and its kind. */
const GRID_PLACE = 4;
const KIND_PLACE = 10;

/** The key of what a reading type says now, with the grid and the kind of an earlier key. */
export function rekeyed(key: string, type: ReadingType | undefined): string {
  const parts = key.split('/');
  const seriesKind = seriesKindNamed(parts[KIND_PLACE]);
  return seriesKey(measureOf(type, parts[GRID_PLACE] ?? '', seriesKind));
}

/** What is known of the holes of a series; the store counts it. */
export interface GapShape {
  /** Readings that are there, and places of the grid between first and last. */
  present: number;
  expected: number;
  /** Readings whose value is 0, and the least value. */
  zeros: number;
  least: number;
  flow: number | undefined;
  /** Local days in the series, and those that have both readings and holes. */
  days: number;
  daysWithHoles: number;
}

/**
 * Whether holes are readings of zero that the custodian left out. Only ever a suggestion: a gap is a gap until the
 * user says otherwise.
 */
export function suggestZeros(shape: GapShape): Decision<'gaps' | 'zeros'> {
  const holes = shape.expected - shape.present;
  if (holes <= 0) return { value: 'gaps', reason: 'There are no gaps.', certain: true };
  if (shape.zeros > 0)
    return { value: 'gaps', reason: 'Readings of zero are sent, so a gap is missing data.', certain: true };
  if (shape.least < 0)
    return { value: 'gaps', reason: 'Values below zero show that zero is nothing special here.', certain: true };
  const daily = shape.days > 0 && shape.daysWithHoles / shape.days > 0.8;
  const share = holes / shape.expected;
  if (daily && share > 0.1) {
    const reverse = shape.flow === 19 ? ', as a solar system feeds nothing in at night' : '';
    return {
      value: 'zeros',
      reason: `No reading is zero, and nearly every day has gaps${reverse}: zeros seem to be left out.`,
      certain: false,
    };
  }
  return { value: 'gaps', reason: 'Gaps do not come daily, so they are missing data.', certain: share < 0.1 };
}
