/** What two answers are compared by: entities with named members, and readings with their times. */

/** A member's values, sorted; several where it is repeated, in whatever order. */
export type Members = Readonly<Record<string, readonly string[]>>;

export interface EntityFacts {
  kind: string;
  /** What tells it from others of its kind: the path of its own address, or its uid. */
  key: string;
  members: Members;
}

export interface ReadingFacts {
  /** The path of the list of interval blocks that it stands in. */
  series: string;
  /** Epoch seconds, and seconds; undefined where it says none that is a number. */
  start: number | undefined;
  duration: number | undefined;
  members: Members;
}

export interface AnswerFacts {
  entities: EntityFacts[];
  readings: ReadingFacts[];
}

/** Members that only say when something was written down. */
export const IGNORED: ReadonlySet<string> = new Set(['updated', 'published', 'date']);

/** An address without its host, and without the base of the API: two environments call the same thing the same. */
export function pathOf(href: string): string {
  return href
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/^.*?\/(?:espi\/1_1\/resource|api\/v2)(?=[/?]|$)/i, '');
}

/** Values in an order that does not depend on that of the answer. */
export function sorted(values: readonly string[]): string[] {
  return [...values].sort();
}

/** Members as one text that is the same for the same members. */
export function membersText(members: Members): string {
  return sorted(Object.entries(members).map(([name, values]) => `${name}=${values.join('|')}`)).join(', ');
}
