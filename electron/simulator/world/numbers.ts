/** Uids of what is made while the service runs. */
import { hash32, hashText, secretText } from './random.ts';
import type { World } from './types.ts';

/** The n-th uid of each kind: a run of numbers that starts at a place of the seed; salts are opaque texts. */
export function createNumbers(seed: number): World['newUid'] {
  const counts = new Map<string, number>();
  const starts: Record<string, number> = { authorization: 400_000, event: 10_000_000, form: 100_000 };
  return (kind) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const start = starts[kind];
    if (start === undefined) return secretText(seed, `${kind}|${count}`, kind === 'salt' ? 24 : 16);
    return String(start + (hash32(seed, hashText(kind)) % 90_000) + count);
  };
}
