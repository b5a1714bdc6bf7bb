/**
 * Numbers among the options of a command line. A text that says none is refused: an empty variable of a CI job is not 0. Each parser
 * throws InvalidArgumentError, which commander shows.
 */
import { InvalidArgumentError } from 'commander';

/** Timers of Node.js count so many milliseconds at most, 24 days; a longer one is over at once. */
const LONGEST_MS = 2 ** 31 - 1;

type Parser = (text: string) => number;

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Parser {
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Enter a whole number from ${least}${upTo}.`);
  };
}

/** A number of seconds, as milliseconds. */
export function seconds(text: string): number {
  return span(text, 'seconds', 1000);
}

export function milliseconds(text: string): number {
  return span(text, 'milliseconds', 1);
}

/** For a time that proves nothing where it is 0. */
export function aboveZero(parser: Parser): Parser {
  return (text) => {
    const value = parser(text);
    if (value > 0) return value;
    throw new InvalidArgumentError('Enter a number above 0.');
  };
}

function span(text: string, unit: string, ms: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text) * ms;
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError(`Enter a number of ${unit}.`);
  if (value > LONGEST_MS) throw new InvalidArgumentError(`Enter ${Math.floor(LONGEST_MS / ms)} ${unit} at most.`);
  return value;
}
