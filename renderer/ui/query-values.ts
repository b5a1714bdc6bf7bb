/**
 * The values that `$name` gets in a query, by workspace, for as long as the window lives: what a query was given last, or what the meter
 * that was shown after it is and shows. They may name customers, so no storage of the page has them.
 */
export type QueryValues = Readonly<Record<string, string>>;

const kept = new Map<string, QueryValues>();

export function queryValues(workspace: string): QueryValues {
  return kept.get(workspace) ?? {};
}

/** Keeps values beside those of other names. */
export function keepQueryValues(workspace: string, values: QueryValues): void {
  kept.set(workspace, { ...queryValues(workspace), ...values });
}
