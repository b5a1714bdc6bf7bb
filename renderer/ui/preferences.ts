/** What the window remembers between starts: kept in the page's local storage, never anything of a customer. */
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';

const prefix = 'meterscope.';

/** A remembered setting, shared by all components that use the same key. */
export function usePreference<T>(key: string, defaultValue: T): [T, (value: T | ((previous: T) => T)) => void] {
  const [value, setValue] = useLocalStorage<T>({
    key: prefix + key,
    defaultValue,
    getInitialValueInEffect: false,
  });
  return [value, setValue];
}

/**
 * A remembered setting as it is at this moment: components that share it hear of a change one after the other.
 * @param known what the caller heard last, for where storage is closed
 */
export function currentPreference<T>(key: string, known: T): T {
  return readLocalStorageValue<T>({ key: prefix + key, defaultValue: known });
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
