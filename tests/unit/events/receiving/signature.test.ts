import { expect, it } from 'vitest';
import { signatureOf } from '../../../../electron/events/receiving/signature.ts';

it('the signature is SHA-256 over secret, salt and the raw bytes, in lowercase hex', () => {
  // printf 'secret.salt.{"events":[]}' | sha256sum
  const body = new TextEncoder().encode('{"events":[]}');
  expect(signatureOf('secret', 'salt', body)).toBe('204887b7dedbfa4b97439002b610ac5e986d199b28161c59d244c592c7728636');
  // Bytes that are no UTF-8 count as they are.
  expect(signatureOf('s', 't', Uint8Array.of(0xff))).not.toBe(signatureOf('s', 't', Uint8Array.of(0xfe)));
});
