/** Finds many known texts in another one. Used wherever secrets or names are taken out. */

/** Shorter texts are not looked for: they would take harmless words with them. */
export const SHORTEST_KNOWN = 3;

/**
 * Looks for many texts at once: they are found by their first letters, so that one pass over the text is enough for tens of
 * thousands of them. Upper and lower case count as one.
 * @param known texts of at least SHORTEST_KNOWN letters, and what stands for each
 * @param counts whether a place in the text, in lower case, counts
 */
export function hideKnown(
  known: ReadonlyMap<string, string>,
  counts: (text: string, from: number, to: number) => boolean = () => true,
): (text: string) => string {
  const byStart = new Map<string, [known: string, shown: string][]>();
  for (const [text, shown] of known) {
    const one = folded(text);
    const start = one.slice(0, SHORTEST_KNOWN);
    const group = byStart.get(start);
    if (group) group.push([one, shown]);
    else byStart.set(start, [[one, shown]]);
  }
  // The longest first: a full name before the family name in it.
  for (const group of byStart.values()) group.sort(([left], [right]) => right.length - left.length);
  return (text) => {
    if (byStart.size === 0) return text;
    const haystack = folded(text);
    let clean = '';
    let from = 0;
    for (let at = 0; at <= haystack.length - SHORTEST_KNOWN; at += 1) {
      const group = byStart.get(haystack.slice(at, at + SHORTEST_KNOWN));
      const found = group?.find(([one]) => haystack.startsWith(one, at) && counts(haystack, at, at + one.length));
      if (found === undefined) continue;
      clean += text.slice(from, at) + found[1];
      from = at + found[0].length;
      at = from - 1;
    }
    return clean + text.slice(from);
  };
}

/** In lower case and as long as before: the few letters that change their length (İ) stay, as positions must fit. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/./gsu, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  );
}
