import { InvalidArgumentError } from 'commander';

/**
 * An option that is a list of names, separated by commas. One without any is refused: an empty variable of a CI job means neither all nor
 * nothing.
 * @param empty says so, in a sentence
 * @throws InvalidArgumentError
 */
export function namesIn(text: string, empty: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError(empty);
  return names;
}
