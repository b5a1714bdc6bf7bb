/** ISO stamps of one service sort by time as text when offset and precision agree; else by what Date can tell. */
export function compareStamps(a: string, b: string): number {
  const difference = Date.parse(a) - Date.parse(b);
  return difference !== 0 && !Number.isNaN(difference) ? difference : a < b ? -1 : a > b ? 1 : 0;
}
