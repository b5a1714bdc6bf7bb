import { createHash } from 'node:crypto';

/** The two headers of section 6.2; the brand stands where `Service` stands. */
export const SALT_HEADER = 'X-Service-Webhook-Salt';
export const SIGNATURE_HEADER = 'X-Service-Webhook-Signature';

/**
 * The signature of a webhook request (section 6.3): lowercase hex SHA-256 of `<secret>.<salt>.<body>`.
 * @param body the raw bytes as they are sent, or their text in UTF-8
 */
export function signature(secret: string, salt: string, body: string | Uint8Array): string {
  return createHash('sha256').update(`${secret}.${salt}.`, 'utf8').update(body).digest('hex');
}
