/** A webhook request as the service sends it (specification 6.2, 6.3), or spoiled in one way. */
import { randomUUID } from 'node:crypto';
import type { Breakage } from '#shared/contract/events.ts';
import { signatureOf } from './signature.ts';

interface Wanted {
  /** Undefined: signed with a secret that nobody has. */
  secret: string | undefined;
  /** Beginning of the names of both headers. */
  headerPrefix: string;
  salt: string;
  /** The body, as text. */
  text: string;
  breakage: Breakage;
}

/** The body of a delivery. @param events as the service makes them */
export function bodyOf(events: readonly unknown[]): string {
  return JSON.stringify({ events, next: null });
}

export function signedRequest({ secret, headerPrefix, salt, text, breakage }: Wanted): {
  headers: Record<string, string>;
  body: Uint8Array;
} {
  const body = new TextEncoder().encode(breakage === 'not_json' ? text.slice(0, -1) : text);
  const key = breakage === 'wrong_secret' || secret === undefined ? randomUUID() : secret;
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (breakage !== 'missing_salt') headers[`${headerPrefix}Salt`] = salt;
  if (breakage !== 'missing_signature') headers[`${headerPrefix}Signature`] = signatureOf(key, salt, body);
  const middle = body.length >> 1;
  // After signing: one bit of one byte.
  if (breakage === 'changed_byte') body[middle] = (body[middle] ?? 0) ^ 1;
  return { headers, body };
}
