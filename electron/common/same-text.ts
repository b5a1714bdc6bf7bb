import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that does not depend on where they differ, nor on their lengths. */
export function sameText(left: string, right: string): boolean {
  // Digests have one length whatever the texts have, as timingSafeEqual wants it.
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(left), digest(right));
}
