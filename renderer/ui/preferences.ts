/** What the window remembers between starts: kept in the page's local storage, never anything of a customer. */
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';

const prefix = 'meterscope.';

/** A remembered setting, shared by all components that use the same key. */
export function usePreference<T>(key: string, defaultValue: T): [T, (value: T | ((previous: T) => T)) => void] {
  const [value, setValue] = useLocalStorage<T>({
    key: prefix + key,
    defaultValue,
    getInitialValueInEffect: false,
    deserialize: (text) => parsedPreference(text, defaultValue),
  });
  return [value, setValue];
}

/**
 * A remembered setting as it is at this moment: components that share it are updated one after the other.
 * @param known what the caller heard last, for where storage is closed
 */
export function currentPreference<T>(key: string, known: T): T {
  return readLocalStorageValue<T>({
    key: prefix + key,
    defaultValue: known,
    deserialize: (text) => parsedPreference(text, known),
  });
}

/**
 * A kept setting, or the usual one where what is kept is damaged or of another kind (an older program's, or somebody's
 * who edited it): a wrong setting must never keep a screen from opening.
 */
export function parsedPreference<T>(text: string | undefined, usual: T): T {
  if (text === undefined) return usual;
  try {
    const value: unknown = JSON.parse(text);
    // Of the same kind as the usual one; what is in it is for the caller to judge.
    return kindOf(value) === kindOf(usual) ? (value as T) : usual;
  } catch {
    return usual;
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** A remembered text outside of components; undefined where there is none or storage is closed. */
export function readPreference(key: string): string | undefined {
  try {
    const text = localStorage.getItem(prefix + key);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a text. */
export function writePreference(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; then it is simply not remembered.
  }
}
