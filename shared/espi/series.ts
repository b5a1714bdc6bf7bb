import type { EntityModel } from './entities.ts';
import { unitOf } from './units.ts';

/** Decisions about series: what goes together, what a number stands for. Each comes with its reason, for people. */

type ReadingType = EntityModel['ReadingType'];

/** How the values of a series are to be taken. */
export type SeriesKind = 'interval' | 'register' | 'instantaneous';

/** A decision that is shown and can be overridden. */
export interface Decision<T> {
  value: T;
  reason: string;
  /** False where the data leave room for doubt: then the user is asked rather than told. */
  certain: boolean;
}

/** What a series measures: MeterReadings of one usage point whose measures are equal are one series. */
export interface Measure {
  commodity: number | undefined;
  uom: number | undefined;
  flow: number | undefined;
  kind: number | undefined;
  /** Seconds; 0 when unknown. */
  intervalLength: number;
  dataQualifier: number;
  phase: number;
  tou: number;
  tier: number;
  cpp: number;
  seriesKind: SeriesKind;
}

/** What a ReadingType says a series measures. Absent and 0 ("none", "n/a") are one. */
export function measureOf(type: ReadingType | undefined, intervalLength: number, seriesKind: SeriesKind): Measure {
  return {
    commodity: type?.commodity,
    uom: type?.uom,
    flow: type?.flowDirection,
    kind: type?.kind,
    intervalLength,
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
  const { intervalLength, dataQualifier, phase, tou, tier, cpp, seriesKind } = measure;
  return [commodity, uom, flow, kind, intervalLength, dataQualifier, phase, tou, tier, cpp, seriesKind].join('/');
}

/** Directions that are made of others and must never be added to them: net, total, total by phase, sums of quadrants. */
const DERIVED_FLOWS = new Set([4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 20, 21]);

/** True for a series that may be added to the forward series of other usage points; net and total may not. */
export function isPlainFlow(flow: number | undefined): boolean {
  return !DERIVED_FLOWS.has(flow ?? 0);
}

/** What the readings of a MeterReading look like, in time order; the store counts it. */
export interface ReadingShape {
  count: number;
  /** Readings of duration 0. */
  zeroDurations: number;
  /** Steps from one reading to the next at which the value falls, and rises. */
  falls: number;
  rises: number;
  first: number;
  last: number;
  /** Least value. */
  least: number;
}

const CUMULATIVE = new Set([2, 3, 9]);
const SAMPLED = new Set([6, 12]);
/** A register whose reset or replacement lets it fall now and then is still one. */
const FEW_FALLS = 0.05;
/** Values of a register lie far above what is added from one to the next. */
const FAR_ABOVE = 10;

/** So many amounts of intervals never rise all along; five monthly bills of a cooling autumn do. */
const MANY = 24;

/** Whether values are amounts per interval, readings of a register (differenced, never summed), or samples (averaged). */
export function decideSeriesKind(type: ReadingType | undefined, shape: ReadingShape): Decision<SeriesKind> {
  const accumulation = type?.accumulationBehaviour;
  const { dimension } = unitOf(type?.uom);
  const pointLike = shape.count > 0 && shape.zeroDurations === shape.count;
  const rising = shape.count >= 4 && shape.rises > 0 && shape.falls <= (shape.count - 1) * FEW_FALLS;
  const step = (shape.last - shape.first) / Math.max(1, shape.count - 1);
  const towering =
    rising &&
    shape.count >= (pointLike ? 4 : MANY) &&
    shape.falls === 0 &&
    shape.least > 0 &&
    step > 0 &&
    shape.least > step * FAR_ABOVE;
  if (accumulation !== undefined && SAMPLED.has(accumulation)) {
    return { value: 'instantaneous', reason: `The reading type says instantaneous (${accumulation}).`, certain: true };
  }
  if (accumulation !== undefined && CUMULATIVE.has(accumulation)) {
    if (shape.count < 4 || rising || pointLike) {
      return { value: 'register', reason: `The reading type says cumulative (${accumulation}).`, certain: true };
    }
    return {
      value: 'interval',
      reason: `The reading type says cumulative (${accumulation}), but the values fall ${shape.falls} times in ${shape.count}.`,
      certain: false,
    };
  }
  if (
    [
      'power',
      'reactive power',
      'apparent power',
      'voltage',
      'current',
      'temperature',
      'frequency',
      'ratio',
      'pressure',
      'volume flow',
    ].includes(dimension)
  ) {
    return { value: 'instantaneous', reason: `The unit is one of ${dimension}, which does not add up.`, certain: true };
  }
  if (accumulation === 4) {
    if (!(pointLike && towering)) {
      return { value: 'interval', reason: 'The reading type says delta data (4).', certain: true };
    }
    return {
      value: 'register',
      reason: 'The reading type says delta data (4), but all readings have duration 0 and the values only rise.',
      certain: false,
    };
  }
  const says =
    accumulation === undefined
      ? 'The reading type does not say'
      : `The reading type says ${accumulation}, which is used for both`;
  if (pointLike && rising) {
    return { value: 'register', reason: `${says}; all readings have duration 0 and the values rise.`, certain: true };
  }
  if (towering) {
    return {
      value: 'register',
      reason: `${says}; the values never fall and lie far above their differences.`,
      certain: false,
    };
  }
  return {
    value: 'interval',
    reason: `${says}; the values rise and fall like amounts per interval.`,
    certain: !pointLike,
  };
}

/** The length of the intervals of a series, from what its readings say; the type only where they say nothing. */
export function decideIntervalLength(
  declared: number | undefined,
  durations: readonly { duration: number; count: number }[],
): Decision<number> {
  const timed = durations.filter(({ duration }) => duration > 0).sort((a, b) => b.count - a.count);
  const total = timed.reduce((sum, { count }) => sum + count, 0);
  const [common] = timed;
  if (!common) {
    return declared
      ? { value: declared, reason: 'The readings have no duration; the reading type says so.', certain: false }
      : { value: 0, reason: 'Neither the readings nor the reading type say how long an interval is.', certain: false };
  }
  if (declared === common.duration)
    return { value: declared, reason: 'The reading type and its readings agree.', certain: true };
  const share = common.count / total;
  if (share < 0.5 || spread(timed) > 1.2) {
    return { value: 0, reason: 'The intervals are of unequal length, as bills are.', certain: true };
  }
  const length = nearRegular(common.duration);
  if (declared === length)
    return { value: length, reason: `The readings last ${common.duration} seconds, a second off.`, certain: true };
  return {
    value: length,
    reason: declared
      ? `The reading type says ${declared} seconds, ${Math.round(share * 100)} % of the readings last ${common.duration}.`
      : `${Math.round(share * 100)} % of the readings last ${common.duration} seconds.`,
    certain: share > 0.95,
  };
}

/** 899 seconds are a quarter of an hour whose last second was taken for its end; so are 86,399 a day. */
function nearRegular(duration: number): number {
  return (duration + 1) % 60 === 0 ? duration + 1 : duration;
}

function spread(durations: readonly { duration: number; count: number }[]): number {
  const total = durations.reduce((sum, { count }) => sum + count, 0);
  // A day of daylight saving or a cut last interval does not make a series irregular.
  const usual = durations.filter(({ count }) => count / total > 0.02).map(({ duration }) => duration);
  return Math.max(...usual) / Math.min(...usual);
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
  if (holes <= 0) return { value: 'gaps', reason: 'There are no holes.', certain: true };
  if (shape.zeros > 0)
    return { value: 'gaps', reason: 'Zeros are sent where there are any, so the holes are gaps.', certain: true };
  if (shape.least < 0)
    return { value: 'gaps', reason: 'Values below zero show that zero is nothing special here.', certain: true };
  const daily = shape.days > 0 && shape.daysWithHoles / shape.days > 0.8;
  const share = holes / shape.expected;
  if (daily && share > 0.1) {
    const reverse = shape.flow === 19 ? ', as a solar system feeds nothing in at night' : '';
    return {
      value: 'zeros',
      reason: `No reading is zero, and nearly every day has holes${reverse}: zeros seem to be left out.`,
      certain: false,
    };
  }
  return { value: 'gaps', reason: 'The holes do not come daily, so they are gaps.', certain: share < 0.1 };
}
