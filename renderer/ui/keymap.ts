/** Every keyboard shortcut of the program: what it does, where it works, its keys, and the user's own keys for it. */
import { places } from './navigation.ts';
import { currentPreference, usePreference } from './preferences.ts';

interface Entry {
  id: string;
  /** A key (`?`), a chord (`mod+k`) or a sequence (`g a`). */
  keys: string;
  label: string;
  /** Heading in the overlay and in the settings. */
  group: string;
  /** Where it works; `all` everywhere. */
  where: 'all' | 'table' | 'meter' | 'events';
  /** Also works while a text field has the focus; only with Ctrl or Alt. */
  whileTyping?: boolean;
}

const everywhere = [
  { id: 'palette', keys: 'mod+k', label: 'Search or run a command', whileTyping: true },
  { id: 'files.open', keys: 'mod+o', label: 'Open Green Button files', whileTyping: true },
  { id: 'help', keys: '?', label: 'Show keyboard shortcuts' },
  { id: 'jobs-panel', keys: 'alt+j', label: 'Show or hide the jobs panel', whileTyping: true },
  {
    id: 'act',
    keys: 'mod+Enter',
    label: 'Fire, collect, poll, send or run, where the screen offers it',
    whileTyping: true,
  },
  { id: 'back', keys: '[', label: 'Back' },
  { id: 'forward', keys: ']', label: 'Forward' },
] as const;

const meter = [
  { id: 'tab.profile', keys: '1', label: 'Show Load profile' },
  { id: 'tab.totals', keys: '2', label: 'Show Totals' },
  { id: 'tab.bills', keys: '3', label: 'Show Bills' },
  { id: 'tab.heat-map', keys: '4', label: 'Show Heat map' },
  { id: 'tab.compare', keys: '5', label: 'Show Compare' },
  { id: 'tab.patterns', keys: '6', label: 'Show Patterns' },
  { id: 'tab.coverage', keys: '7', label: 'Show Coverage' },
  { id: 'tab.readings', keys: '8', label: 'Show Readings' },
  { id: 'tab.blocks', keys: '9', label: 'Show Blocks' },
  { id: 'tab.quality', keys: '0', label: 'Show Power quality' },
] as const;

const profile = [
  { id: 'profile.day', keys: 'd', label: 'Show one day' },
  { id: 'profile.week', keys: 'w', label: 'Show one week' },
  { id: 'profile.month', keys: 'm', label: 'Show one month' },
  { id: 'profile.year', keys: 'y', label: 'Show one year' },
  { id: 'profile.all', keys: 'a', label: 'Show all' },
  { id: 'profile.earlier', keys: ',', label: 'Earlier' },
  { id: 'profile.later', keys: '.', label: 'Later' },
] as const;

const events = [
  { id: 'events.search', keys: '/', label: 'Search in the events' },
  { id: 'events.follow', keys: 'f', label: 'Follow the newest' },
  { id: 'events.pause', keys: 'p', label: 'Pause or go on' },
] as const;

const table = [
  { id: 'table.next', keys: 'j', label: 'Next row' },
  { id: 'table.previous', keys: 'k', label: 'Previous row' },
  { id: 'table.search', keys: '/', label: 'Search in the table' },
] as const;

export type ShortcutId =
  | (typeof everywhere | typeof meter | typeof profile | typeof events | typeof table)[number]['id']
  | `go.${string}`;

export interface KeymapEntry extends Entry {
  id: ShortcutId;
}

export const keymap: readonly KeymapEntry[] = [
  ...everywhere.map((entry) => ({ ...entry, group: 'Everywhere', where: 'all' as const })),
  ...places.map(({ id, key, label }) => ({
    id: `go.${id}` as const,
    keys: `g ${key}`,
    label: `Go to ${label}`,
    group: 'Go to',
    where: 'all' as const,
  })),
  ...meter.map((entry) => ({ ...entry, group: 'Meter', where: 'meter' as const })),
  ...profile.map((entry) => ({ ...entry, group: 'Load profile', where: 'meter' as const })),
  ...table.map((entry) => ({ ...entry, group: 'Table', where: 'table' as const })),
  ...events.map((entry) => ({ ...entry, group: 'Events', where: 'events' as const })),
];

/** The user's own keys by id; what is not in it has the keys of the table. */
export type Bindings = Readonly<Record<string, string>>;

export function keysOf(entry: KeymapEntry, bindings: Bindings): string {
  const own: unknown = bindings[entry.id];
  return typeof own === 'string' && own !== '' ? own : entry.keys;
}

/** Shortcuts that work where this one does and would take the same keys, or begin with them, or begin them. */
export function conflictsOf(id: ShortcutId, keys: string, bindings: Bindings): KeymapEntry[] {
  const entry = keymap.find((one) => one.id === id);
  if (!entry) return [];
  return keymap.filter((other) => {
    const taken = keysOf(other, bindings);
    const clash = taken === keys || taken.startsWith(`${keys} `) || keys.startsWith(`${taken} `);
    return other.id !== id && clash && meet(entry.where, other.where);
  });
}

/** Whether two shortcuts can work at the same time. Meters have tables; the events have a search of their own. */
function meet(a: Entry['where'], b: Entry['where']): boolean {
  if (a === b || a === 'all' || b === 'all') return true;
  return (a === 'table' && b !== 'events') || (b === 'table' && a !== 'events');
}

/** Keys as they are written for people: `Ctrl K`, on a Mac `⌘ K`, `g a`. */
export function shownKeys(keys: string, mac = isMac()): string[] {
  const parts = keys.split(/[ +](?=.)/);
  const isChord = parts.length > 1 && !keys.includes(' ');
  return parts.map((key) => (mac && macKeyNames[key]) || (keyNames[key] ?? (isChord ? key.toUpperCase() : key)));
}

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);
}

const macKeyNames: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧' };

const keyNames: Record<string, string> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** The user's own keys, kept by the window, and how to change them; without keys a shortcut has its first ones again. */
export function useBindings() {
  const [bindings, setBindings] = usePreference<Bindings>('keys', {});
  const bind = (id: ShortcutId, keys: string | undefined) =>
    setBindings(({ [id]: _, ...others }) => (keys === undefined ? others : { ...others, [id]: keys }));
  return { bindings, bind, reset: () => setBindings({}) };
}

/** The user's keys at the moment of a key press: new keys work as soon as they are shown. */
export function currentBindings(known: Bindings): Bindings {
  return currentPreference('keys', known);
}

/** The keys of a shortcut now, as they are shown: `Ctrl K`. */
export function useShownKeys(): (id: ShortcutId) => string {
  const { bindings } = useBindings();
  return (id) => {
    const entry = keymap.find((one) => one.id === id);
    return entry ? shownKeys(keysOf(entry, bindings)).join(' ') : '';
  };
}
