/** Which last answer goes on being shown while another question is asked. */

/**
 * Of what an answer is: what is true of one workspace, group, meter, quantity or document never stands in the place of another's.
 * @param also further names of the input that it is of
 */
function subjectOf(input: unknown, also: readonly string[]): string {
  const asked = (input ?? {}) as Record<string, unknown>; // each is only compared
  const { workspace, group, meters, quantity, series, document } = asked;
  // A chart of several series names each of them.
  const one = Array.isArray(series) ? undefined : series;
  return JSON.stringify([workspace, group, meters, quantity, one, document, ...also.map((name) => asked[name])]);
}

/**
 * As `placeholderData` of TanStack Query: the last answer of the same subject.
 * @param also names of the input that must be the same, too: what the answer does not say itself
 */
export function previousOf(input: unknown, ...also: readonly string[]) {
  return <Answer>(answer: Answer, query: { queryKey: readonly unknown[] } | undefined): Answer | undefined =>
    subjectOf(query?.queryKey[1], also) === subjectOf(input, also) ? answer : undefined;
}
