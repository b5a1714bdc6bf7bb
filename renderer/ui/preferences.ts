/** What the window remembers between starts: kept in the page's local storage, never anything of a customer. */
import { useLocalStorage } from '@mantine/hooks';

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
