/** A number of things: `1 gap`, `2 gaps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number with its thousands apart: `1,408`. */
export function withCommas(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number of things with its thousands apart, as outcomes of jobs say it: `1,408 readings`. */
export function countedWithCommas(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
}
