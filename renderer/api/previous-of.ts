/** Which last answer goes on being shown while another question is asked. */

/** Of what an answer is: what is true of one workspace, group, meter, quantity or document never stands in the place of another's. */
function subjectOf(input: unknown): string {
  const { workspace, group, meters, quantity, measure, series, document } = (input ?? {}) as Record<string, unknown>; // each is only compared
  // A chart of several series names each of them.
  return JSON.stringify([
    workspace,
    group,
    meters,
    quantity,
    measure,
    Array.isArray(series) ? undefined : series,
    document,
  ]);
}

/** As `placeholderData` of TanStack Query: the last answer of the same subject. */
export function previousOf(input: unknown) {
  return <Answer>(answer: Answer, query: { queryKey: readonly unknown[] } | undefined): Answer | undefined =>
    subjectOf(query?.queryKey[1]) === subjectOf(input) ? answer : undefined;
}
