import { type RefObject, useInsertionEffect, useRef } from 'react';

/** The newest value, for listeners and effects that are not set up anew when it changes. Not to be read while rendering. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
