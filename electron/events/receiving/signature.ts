/** The signature of a webhook request (specification 6.3). */
import { createHash } from 'node:crypto';

/** Lowercase hex SHA-256 of `<secret>.<salt>.<body>`, over the raw bytes of the body. */
export function signatureOf(secret: string, salt: string, body: Uint8Array): string {
  return createHash('sha256').update(`${secret}.${salt}.`, 'utf8').update(body).digest('hex');
}
