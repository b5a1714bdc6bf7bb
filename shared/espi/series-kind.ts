/**
 * Whether values are amounts of intervals, readings of a register, or samples. Reading types are often wrong about it, so
 * the readings have the last word: a register never falls, unless it begins anew.
 */
import type { Decision } from './decision.ts';
import type { EntityModel } from './entities.ts';
import { levelOf } from './quantities.ts';

const SERIES_KINDS = ['interval', 'register', 'instantaneous'] as const;

/** What the values of a series mean: amounts of an interval, readings of a register, or samples. */
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** The kind whose name a text begins with. */
export function seriesKindNamed(text: string | undefined): SeriesKind {
  return SERIES_KINDS.find((kind) => text?.startsWith(kind)) ?? 'interval';
}

type ReadingType = EntityModel['ReadingType'];

/** What readings look like, in time order; the store counts it. */
export interface ReadingShape {
  count: number;
  /** Readings of duration 0. */
  zeroDurations: number;
  /** Steps from one reading to the next at which the value rises, and falls. */
  rises: number;
  falls: number;
  /** Of the falls, those with which a register begins anew after its highest value, see {@link rollsOver}. */
  rollovers: number;
  first: number;
  last: number;
  /** Least value. */
  least: number;
}

/** cumulative: 2 continuous, 3, 9 summation. */
const CUMULATIVE = new Set([2, 3, 9]);
const SAMPLED = new Set([6, 12]);
const DELTA = 4;
/** Said of registers and of amounts alike. */
const BULK = 1;
/** Net flow: what is delivered less what is received may fall at any time. */
const NET = 4;
/** Corrections and exchanges let a register fall now and then: at most once in this many steps. */
const STEPS_PER_FALL = 20;
/** Values of a register are far above the steps between them. */
const FAR_ABOVE = 10;
/** Few amounts that all rise are hardly this far above their steps. */
const VERY_FAR_ABOVE = 100;
/** This many amounts of intervals never all rise; five monthly bills of a cooling autumn do. */
const MANY = 24;
/** Enough where something else too says that it is a register. */
const FEW = 4;
/** So many amounts that never fall rise less often than three times of four: a dial only stands still on a day without use. */
const SEVERAL = 8;
/** A dial has at least four digits. */
const NARROWEST = 9000;

/** A register that reached its highest value (9999, 99999, ...) begins at 0 again: from just below a power of ten to just above 0. */
export function rollsOver(before: number, after: number): boolean {
  if (before < NARROWEST || after < 0) return false;
  const width = 10 ** Math.ceil(Math.log10(before + 1));
  return before >= 0.9 * width && after <= 0.1 * width;
}

/** SQL: the value after the highest one of a register that shows `value`. */
export function widthSql(value: string): string {
  return `pow(10, ceil(log10(greatest(${value}, 0) + 1)))`;
}

/** {@link rollsOver} in SQL. */
export function rollsOverSql(before: string, after: string): string {
  const width = widthSql(before);
  return `(${before} >= ${NARROWEST} AND ${after} >= 0 AND ${before} >= 0.9 * ${width} AND ${after} <= 0.1 * ${width})`;
}

/** True where a reading type says that values are those of a register. */
export function saysCumulative(type: ReadingType | undefined): boolean {
  return type?.accumulationBehaviour !== undefined && CUMULATIVE.has(type.accumulationBehaviour);
}

/** Whether values are amounts per interval, readings of a register (differenced, never summed), or samples (averaged). */
export function decideSeriesKind(type: ReadingType | undefined, shape: ReadingShape): Decision<SeriesKind> {
  const accumulation = type?.accumulationBehaviour;
  const level = levelOf(type);
  if (level !== undefined) {
    return { value: 'instantaneous', reason: `${level} is a level: its values do not add up.`, certain: true };
  }
  if (accumulation !== undefined && SAMPLED.has(accumulation)) {
    return { value: 'instantaneous', reason: `The reading type says instantaneous (${accumulation}).`, certain: true };
  }
  if (saysCumulative(type)) return decideCumulative(type, shape);
  const pointLike = shape.count > 0 && shape.zeroDurations === shape.count;
  const rising = shape.count >= FEW && shape.rises > 0 && unexplainedFalls(shape) * STEPS_PER_FALL <= shape.count - 1;
  const above = stepsBelow(shape);
  const farAbove = above > FAR_ABOVE;
  // Steady amounts are far above their differences too, but do not rise with nearly every step.
  const steps = shape.count - 1;
  const oftenRises = shape.rises === steps || (shape.count >= SEVERAL && shape.rises >= 0.75 * steps);
  const risesSteadily = above > VERY_FAR_ABOVE && oftenRises;
  const enough = pointLike || (accumulation === BULK && risesSteadily) ? FEW : MANY;
  const towering = farAbove && shape.count >= enough;
  if (accumulation === DELTA) {
    if (!(pointLike && towering)) {
      return { value: 'interval', reason: 'The reading type says delta data (4).', certain: true };
    }
    const reason = 'The reading type says delta data (4), but all readings have duration 0 and the values only rise.';
    return { value: 'register', reason, certain: false };
  }
  const says =
    accumulation === undefined
      ? 'The reading type does not say'
      : `The reading type says ${accumulation}, which is used for both`;
  if (pointLike && rising) {
    return { value: 'register', reason: `${says}; all readings have duration 0 and the values rise.`, certain: true };
  }
  if (towering) {
    return { value: 'register', reason: `${says}; ${LIKE_REGISTER}.`, certain: false };
  }
  if (farAbove) {
    const reason = `${says}; ${LIKE_REGISTER}, but ${shape.count} readings are too few to tell.`;
    return { value: 'interval', reason, certain: false };
  }
  return { value: 'interval', reason: `${says}; ${movement(shape)}.`, certain: !pointLike };
}

function decideCumulative(type: ReadingType | undefined, shape: ReadingShape): Decision<SeriesKind> {
  const says = `The reading type says cumulative (${type?.accumulationBehaviour})`;
  const { falls, rollovers, count } = shape;
  if (type?.flowDirection === NET) {
    return { value: 'register', reason: `${says}, of net flow, which may fall.`, certain: true };
  }
  const unexplained = unexplainedFalls(shape);
  if (unexplained > 0 && unexplained * STEPS_PER_FALL > count - 1) {
    const reason = `${says}, but the values fall ${times(unexplained)} in ${count} readings, as no register does.`;
    return { value: 'interval', reason, certain: false };
  }
  if (falls === 0) {
    const reason = count < 2 ? `${says}.` : `${says}, and the values never fall.`;
    return { value: 'register', reason, certain: true };
  }
  const kinds = [
    rollovers > 0 ? `${times(rollovers)} where the register rolls over` : undefined,
    unexplained > 0 ? `${times(unexplained)} as by a correction or another meter` : undefined,
  ];
  const reason = `${says}; in ${count} readings the values fall ${kinds.filter(Boolean).join(', and ')}.`;
  return { value: 'register', reason, certain: unexplained === 0 };
}

/** Falls that no register has, but now and then: all but rollovers, which are rare too. */
function unexplainedFalls({ falls, rollovers, rises }: ReadingShape): number {
  const believed = rollovers <= 1 || rollovers * 4 <= rises ? rollovers : 0;
  return falls - believed;
}

const LIKE_REGISTER = 'the values never fall and lie far above their differences';

/** How many times the mean step the least value is; 0 of values that fall, never rise or are not all above 0. */
function stepsBelow({ count, falls, first, last, least }: ReadingShape): number {
  const step = (last - first) / Math.max(1, count - 1);
  return falls === 0 && step > 0 && least > 0 ? least / step : 0;
}

/** What the values of amounts do; nothing is said that one look at them would deny. */
function movement({ count, rises, falls }: ReadingShape): string {
  if (count === 0) return 'no reading has a value';
  if (count < 2) return 'one value alone is taken for an amount';
  if (rises > 0 && falls > 0) return 'the values rise and fall like amounts per interval';
  if (rises > 0) return 'the values rise, but are not far above their differences as those of a register are';
  return falls > 0 ? 'the values fall, as no register does' : 'the values stay the same like amounts per interval';
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
