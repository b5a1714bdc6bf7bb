/** The signature of a webhook request (specification 6.3). */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Lowercase hex SHA-256 of `<secret>.<salt>.<body>`, over the raw bytes of the body. */
export function signatureOf(secret: string, salt: string, body: Uint8Array): string {
  return createHash('sha256').update(`${secret}.${salt}.`, 'utf8').update(body).digest('hex');
}

/** Compares texts in a time that does not depend on where they differ. */
export function sameText(left: string, right: string): boolean {
  // Digests have one length whatever the texts have, as timingSafeEqual wants it.
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(left), digest(right));
}
