/**
 * Matches a request path against a fault's path: the same text, or a glob where `*` (or `**`) stands for any run
 * of characters, slashes included, and `?` for one.
 */
export function matchesPath(pattern: string, path: string): boolean {
  return pattern === path || globMatch(pattern, path);
}

/**
 * The classic two-pointer match: linear for real patterns and never exponential, whatever pattern is posted
 * (a pattern turned into a regular expression could be).
 */
function globMatch(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    const symbol = pattern[p];
    if (symbol === '*') {
      star = p++;
      resume = t;
    } else if (symbol === text[t] || symbol === '?') {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}
