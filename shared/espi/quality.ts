/** Quality of readings: QualityOfReading codes, and the few classes that people need to distinguish. */

export type QualityClass =
  | 'valid'
  | 'edited'
  | 'estimated'
  | 'forecast'
  | 'questionable'
  | 'derived'
  | 'other'
  | 'missing'
  | 'unknown';

interface QualityCode {
  class: QualityClass;
  /** The higher, the more a reader must be warned; the most doubtful code of a reading's list decides. */
  doubt: number;
}

/** espi-facts section 5, QualityOfReading. */
const QUALITY: Readonly<Record<number, QualityCode>> = {
  0: { class: 'valid', doubt: 3 },
  7: { class: 'edited', doubt: 7 },
  8: { class: 'estimated', doubt: 9 },
  9: { class: 'estimated', doubt: 9 },
  10: { class: 'questionable', doubt: 10 },
  11: { class: 'derived', doubt: 6 },
  12: { class: 'forecast', doubt: 8 },
  13: { class: 'other', doubt: 6 },
  14: { class: 'other', doubt: 4 },
  15: { class: 'other', doubt: 6 },
  16: { class: 'other', doubt: 5 },
  17: { class: 'valid', doubt: 2 },
  18: { class: 'valid', doubt: 1 },
  19: { class: 'valid', doubt: 0 },
};

/** The code of a reading whose quality was given, but cannot be read. */
export const OTHER_QUALITY = 16;

/** The code that a word stands for: some custodians write `ESTIMATED` and `ACTUAL`. Undefined of any other word. */
export function qualityNamed(word: string): number | undefined {
  if (/^estimat/i.test(word)) return 8;
  return /^(?:actual|valid)$/i.test(word) ? 0 : undefined;
}

/** The classes that codes of the standard have. */
export const QUALITY_CLASSES: readonly QualityClass[] = [...new Set(Object.values(QUALITY).map((code) => code.class))];

/** A reading with an unknown code is trusted like an estimate, but worth a look. */
const UNKNOWN_DOUBT = 5.5;

/** Of two codes of one reading the one that decides: the more doubtful. -1 stands for none. */
export function decisiveQuality(a: number, b: number): number {
  if (a < 0) return b;
  if (b < 0) return a;
  return doubt(b) > doubt(a) ? b : a;
}

function doubt(code: number): number {
  return QUALITY[code]?.doubt ?? UNKNOWN_DOUBT;
}

/**
 * The class of a reading.
 * @param own the decisive code of its own list, -1 without one; it beats the default.
 * @param byDefault ReadingType.defaultQuality, undefined without one. With neither, a reading counts as valid.
 * @param hasValue false where the reading has no value: then it is missing, regardless of its quality.
 */
export function qualityClass(own: number, byDefault: number | undefined, hasValue: boolean): QualityClass {
  if (!hasValue) return 'missing';
  const code = own >= 0 ? own : byDefault;
  if (code === undefined) return 'valid';
  return QUALITY[code]?.class ?? 'unknown';
}

/** The codes of a class, for queries: `quality IN (...)`. */
export function qualityCodes(of: QualityClass): number[] {
  return Object.entries(QUALITY)
    .filter(([, code]) => code.class === of)
    .map(([code]) => Number(code));
}
