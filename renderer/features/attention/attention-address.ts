/** What the address of the attention list keeps. */
import type { AttentionKind } from '#shared/contract/attention.ts';

export interface AttentionSearch {
  kind?: AttentionKind;
  /** Id of a group. */
  group?: string;
}

/** Every kind with its name, in the order of the list. */
export const kindNames: Readonly<Record<AttentionKind, string>> = {
  stopped: 'Data stopped',
  expiring: 'Access ends',
  collection: 'Collection failed',
  bill: 'Bill late',
  gap: 'Long gap',
  estimated: 'Much estimated',
};

export function isKind(text: unknown): text is AttentionKind {
  return typeof text === 'string' && Object.hasOwn(kindNames, text);
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseAttentionSearch({ kind, group }: Record<string, unknown>): AttentionSearch {
  return {
    ...(isKind(kind) ? { kind } : {}),
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
  };
}
