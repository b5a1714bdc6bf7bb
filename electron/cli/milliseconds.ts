import { InvalidArgumentError } from 'commander';

/** An option that is a number of milliseconds. */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError('Enter a number of milliseconds.');
  return value;
}
