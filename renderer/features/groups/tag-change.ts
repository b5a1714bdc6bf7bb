/** What a dialog about the tags of some rows changes. Pure. */

/** What to put on all rows and to take from all of them. */
export function changeOfTags(before: readonly string[], after: readonly string[]): { add: string[]; remove: string[] } {
  const has = (list: readonly string[], tag: string) => list.some((one) => one.toLowerCase() === tag.toLowerCase());
  return {
    add: after.filter((tag) => !has(before, tag)),
    remove: before.filter((tag) => !has(after, tag)),
  };
}
