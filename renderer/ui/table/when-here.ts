/** What keys do with the rows of a list that was asked for something else just now: it is done once the answer is here. */
import { useEffect, useRef } from 'react';

type Acts<Name extends string> = Record<Name, (() => void) | undefined>;

interface WhenHere<Name extends string> {
  /** The acts as keys run them; undefined where there is nothing to do. */
  acts: Acts<Name>;
  /** Whoever went elsewhere does not want it any more. */
  forget: () => void;
}

/** @param isHere false while rows of an earlier question are shown @param none no row is there */
export function useWhenHere<Name extends string>(acts: Acts<Name>, isHere: boolean, none: boolean): WhenHere<Name> {
  const waiting = useRef<Name>(undefined);
  // After each drawing: the act is of the rows, and of the cursor, as they are then.
  useEffect(() => {
    if (!isHere || waiting.current === undefined) return;
    const act = acts[waiting.current];
    if (act || none) waiting.current = undefined;
    act?.();
  });
  const wait = (name: Name) => () => {
    waiting.current = name;
  };
  const names = Object.keys(acts) as Name[];
  return {
    acts: isHere ? acts : (Object.fromEntries(names.map((name) => [name, wait(name)])) as Acts<Name>),
    forget: () => {
      waiting.current = undefined;
    },
  };
}
