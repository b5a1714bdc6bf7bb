/** Where tags stand among the lines of an XML view. Pure. */
import type { XmlLine } from './xml-tokens.ts';

/** The elements that open on a line and those that end, local names in order. */
export function tagsOfLine(line: XmlLine): { opening: boolean; name: string }[] {
  return line.flatMap(({ kind, text }, index) => {
    if (kind !== 'tag' || text === '') return [];
    const before = line[index - 1]?.text;
    return before === '<' || before === '</'
      ? [{ opening: before === '<', name: text.slice(text.indexOf(':') + 1) }]
      : [];
  });
}

/** The lines of start tags by their numbers among all start tags, from 0, in ascending order. */
export function linesOfTags(lines: readonly XmlLine[], numbers: readonly number[]): number[] {
  const wanted = new Set(numbers);
  const found: number[] = [];
  let number = 0;
  for (const [index, line] of lines.entries()) {
    for (const { opening } of tagsOfLine(line)) {
      if (!opening) continue;
      if (wanted.has(number) && found.at(-1) !== index) found.push(index);
      number++;
    }
  }
  return found;
}
