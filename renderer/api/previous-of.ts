/** Which last answer goes on being shown while another question is asked. */
import type { Query } from '@tanstack/react-query';

/** Whose an answer is: what is true of one workspace, group, meter or document never stands in the place of another's. */
function subjectOf(input: unknown): string {
  const { workspace, group, meters, series, document } = (input ?? {}) as Record<string, unknown>; // each is only compared
  // A chart of several series names each of them.
  return JSON.stringify([workspace, group, meters, Array.isArray(series) ? undefined : series, document]);
}

/** As `placeholderData` of TanStack Query: the last answer of the same subject. */
export function previousOf(input: unknown) {
  return (answer: unknown, query: Query | undefined) =>
    subjectOf(query?.queryKey[1]) === subjectOf(input) ? answer : undefined;
}
