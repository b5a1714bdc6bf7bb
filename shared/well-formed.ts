/**
 * JSON may hold halves of surrogate pairs ("\ud800"), which no UTF-8 can express and DuckDB refuses. What comes from outside
 * is freed of them before it is kept.
 */

/** `value` as JSON, each lone surrogate in its texts and names replaced by U+FFFD. @throws RangeError when nested too deep */
export function wellFormedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'string') return member.toWellFormed();
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    if (Object.keys(member).every((name) => name.isWellFormed())) return member;
    return Object.fromEntries(Object.entries(member).map(([name, inner]) => [name.toWellFormed(), inner]));
  });
}
