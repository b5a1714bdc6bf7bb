/** The word that was most likely meant. Pure. */

/** The nearest of `known`, by letters that differ; undefined where none is near. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((one) => ({ one, away: distance(word.toLowerCase(), one.toLowerCase()) }));
  const [best] = ranked.toSorted((a, b) => a.away - b.away);
  return best && best.away <= Math.max(2, Math.floor(word.length / 3)) ? best.one : undefined;
}

/** Letters to add, take away or exchange (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
