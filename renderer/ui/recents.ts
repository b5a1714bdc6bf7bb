/** What was opened last in a workspace, newest first: ids alone, as the window keeps nothing of a customer. */
import { readPreference, writePreference } from './preferences.ts';

export interface Recent {
  kind: 'meter' | 'authorization';
  /** In the store. */
  id: string;
}

const mostKept = 8;

export function recentsOf(workspace: string): Recent[] {
  return parseRecents(readPreference(keyOf(workspace)));
}

export function rememberRecent(workspace: string, recent: Recent): void {
  writePreference(keyOf(workspace), JSON.stringify(withRecent(recentsOf(workspace), recent)));
}

const keyOf = (workspace: string) => `recent.${workspace}`;

/** The list with one more at its head; what was in it before moves there. */
export function withRecent(list: readonly Recent[], recent: Recent): Recent[] {
  const others = list.filter(({ kind, id }) => kind !== recent.kind || id !== recent.id);
  return [recent, ...others].slice(0, mostKept);
}

/** Reads a kept list; what makes no sense is left out. */
export function parseRecents(text: string | undefined): Recent[] {
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return false;
  return (value.kind === 'meter' || value.kind === 'authorization') && typeof value.id === 'string';
}
