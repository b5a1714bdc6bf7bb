/**
 * The command palette's registry. A screen offers its actions with `usePaletteActions`; they can be found for as long
 * as the screen is there. Objects (authorizations, meters) are searched at the main side by the palette itself.
 */
import { useEffect } from 'react';
import type { ExportKind } from '#shared/export-kinds.ts';
import type { ShortcutId } from './keymap.ts';
import { createRegistry } from './registry.ts';
import { useLatest } from './use-latest.ts';

export interface PaletteAction {
  id: string;
  label: string;
  description?: string;
  /** Heading in the palette, e.g. `Go to`, `Usage`, `Appearance`. */
  group: string;
  /** Further words that find it. */
  keywords?: string;
  /** The shortcut that does the same: its keys are shown at the right, and in the menu. */
  shortcut?: ShortcutId;
  /** What belongs together in a long group: lines between them in the menu. */
  section?: string;
  /** Not listed before something is typed: one of many of its kind. */
  oneOfMany?: boolean;
  /** It saves a file of this kind: it is greyed where the administrator does not allow that. */
  saves?: ExportKind;
  run: () => void;
}

export const paletteActions = createRegistry<PaletteAction>();

/** Offers actions while the component is on the screen. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const latest = useLatest(actions);
  const identity = actions.map(({ id, label, oneOfMany }) => `${id}\t${label}\t${oneOfMany ?? false}`).join('\n');
  useEffect(() => {
    if (identity === '') return;
    return paletteActions.add(
      latest.current.map((action, index) => ({ ...action, run: () => latest.current[index]?.run() })),
    );
  }, [identity]);
}

/** Whether an action may be run. @param allows what the administrator allows to be saved */
export function mayRun({ saves }: Pick<PaletteAction, 'saves'>, allows: (kind: ExportKind) => boolean): boolean {
  return saves === undefined || allows(saves);
}

/** Actions that a query names, and those that only hold its letters somewhere; each best first. */
export function rankActions<A extends Pick<PaletteAction, 'label' | 'group' | 'keywords' | 'oneOfMany'>>(
  all: readonly A[],
  query: string,
): { named: A[]; similar: A[] } {
  if (query.trim() === '') return { named: [], similar: all.filter(({ oneOfMany }) => !oneOfMany) };
  const found = all
    .map((action) => ({ action, score: fuzzyScore(query, `${action.label} ${action.group} ${action.keywords ?? ''}`) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const pick = (isNamed: boolean) =>
    found.filter(({ action }) => beginsWords(query, `${action.label} ${action.keywords ?? ''}`) === isNamed);
  return { named: pick(true).map(({ action }) => action), similar: pick(false).map(({ action }) => action) };
}

/** True where every word of the query begins a word of the text; a single letter names nothing. */
function beginsWords(query: string, text: string): boolean {
  const words = text.toLowerCase().split(/\W+/);
  const typed = query.toLowerCase().trim();
  return typed.length > 1 && typed.split(/\W+/).every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * How well a text answers a query: words of the query must occur in order of letters; whole words and beginnings count
 * more. 0 means no match.
 */
export function fuzzyScore(query: string, text: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const haystack = text.toLowerCase();
  let score = 1;
  for (const word of words) {
    const at = haystack.indexOf(word);
    if (at >= 0) {
      score += at === 0 || /\W/.test(haystack[at - 1] ?? ' ') ? 10 : 5;
      continue;
    }
    if (!isSubsequence(word, haystack)) return 0;
    score += 1;
  }
  return score;
}

function isSubsequence(letters: string, text: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}
