/** How far a query of a user may go: what it asks for beyond is cut, ended or refused. */
export const QUERY_LIMITS = {
  /** Rows of an answer; a file may have more. */
  rows: { usual: 10_000, most: 100_000 },
  /** Seconds until it is ended. */
  seconds: { usual: 60, most: 600 },
  /** Characters of its text. */
  characters: 100_000,
} as const;
