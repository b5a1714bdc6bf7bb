/** Uids of what is made while the service runs. */
import { hash32, hashText, secretText } from './random.ts';
import type { World } from './types.ts';

export interface Numbers {
  /** The n-th uid of a kind: a run of numbers that starts at a place of the seed; salts are opaque texts. */
  next: World['newUid'];
  /** Leaves out so many of each kind, beyond those that were given. */
  skip(count: number): void;
}

export function createNumbers(seed: number): Numbers {
  const counts = new Map<string, number>();
  let skipped = 0;
  const starts: Record<string, number> = { authorization: 400_000, event: 10_000_000, form: 100_000 };
  const next: Numbers['next'] = (kind) => {
    const given = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, given);
    const count = skipped + given;
    const start = starts[kind];
    if (start === undefined) return secretText(seed, `${kind}|${count}`, kind === 'salt' ? 24 : 16);
    return String(start + (hash32(seed, hashText(kind)) % 90_000) + count);
  };
  return {
    next,
    skip: (count) => {
      skipped += count;
    },
  };
}
