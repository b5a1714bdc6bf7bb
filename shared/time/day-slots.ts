/** The equal parts that pictures of the day are made of. */

const DAY = 86_400;
const LEAST = 900;

/**
 * Seconds of a part of the day, for readings of so many seconds: a quarter of an hour or longer, a day at most. Each part
 * holds as many readings as the others, where such parts fill a day; otherwise it is whole quarters of an hour.
 * @param step 0 where it is not known
 */
export function daySlot(step: number): number {
  const whole = step === 0 ? LEAST : step * Math.ceil(LEAST / step);
  if (DAY % whole === 0) return whole;
  return Math.min(DAY, Math.max(LEAST, Math.ceil(step / LEAST) * LEAST));
}
