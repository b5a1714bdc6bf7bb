/** What handshakes tell of a server, and what they leave open. */
import { describe, expect, it } from 'vitest';
import type { Handshake } from '../../../../electron/common/handshake.ts';
import type { ServiceDoor } from '../../../../electron/conformance/service/door.ts';
import { askTls } from '../../../../electron/conformance/service/tls.ts';
import { filed, runAt } from './run-at.ts';

const ORIGIN = 'https://u.example';
const AGREED: Handshake = {
  kind: 'agreed',
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
  untrusted: undefined,
  key: { kind: 'RSA', bits: 2048 },
  validTo: Date.UTC(2999, 0, 1),
};

async function askedOf(handshake: ServiceDoor['handshake']) {
  const run = runAt({ address: `${ORIGIN}/espi`, handshake });
  await askTls(run);
  return run;
}

describe('the authority of a certificate', () => {
  it('is one that a person has to look up, where this computer trusts it: nothing passes by that', async () => {
    expect(filed(await askedOf(async () => AGREED), 'TC009')).toEqual({
      passed: [],
      failed: [],
      cannot: [`${ORIGIN}: trusted by this computer; whether its root was audited, a person has to look up`],
    });
  });

  it('fails where it is not trusted', async () => {
    const untrusted = 'SELF_SIGNED_CERT_IN_CHAIN';
    expect(filed(await askedOf(async () => ({ ...AGREED, untrusted })), 'TC009')).toEqual({
      passed: [],
      failed: [`${ORIGIN}: ${untrusted}`],
      cannot: [],
    });
  });
});

it.each([
  ['refused', 'ECONNRESET'],
  ['cannot', 'the server was silent'],
] as const)('without a handshake no certificate was seen: %s', async (kind, why) => {
  const run = await askedOf(async () => ({ kind, why }));
  for (const id of ['TC008', 'TC009']) {
    expect(filed(run, id)).toEqual({
      passed: [],
      failed: [],
      cannot: [`${ORIGIN}: no handshake with all versions succeeded, so no certificate was seen (${why})`],
    });
  }
});

describe('the best version of TLS', () => {
  const AGREED_12: Handshake = { ...AGREED, protocol: 'TLSv1.2' };
  const LOST: Handshake = { kind: 'cannot', why: 'connection reset' };
  const REFUSED: Handshake = { kind: 'refused', why: 'no such version' };

  it.each<[string, Handshake, Handshake, 'passed' | 'failed' | 'cannot']>([
    ['1.3 was taken', AGREED, AGREED, 'passed'],
    ['1.3 was taken, though the handshake that offers only it was lost', AGREED, LOST, 'passed'],
    ['1.3 was taken, though it was refused by itself', AGREED, REFUSED, 'passed'],
    ['1.2 was taken by a server that refuses 1.3', AGREED_12, REFUSED, 'passed'],
    ['1.2 was taken by a server that has 1.3', AGREED_12, AGREED, 'failed'],
    ['1.2 was taken, and the handshake that offers only 1.3 was lost', AGREED_12, LOST, 'cannot'],
    ['the handshake with all versions was lost', LOST, AGREED, 'cannot'],
    ['the handshake with all versions was refused', REFUSED, AGREED, 'failed'],
  ])('where %s', async (_, all, only13, where) => {
    const run = await askedOf(async (_origin, { minVersion, maxVersion }) => {
      if (minVersion === 'TLSv1.3') return only13;
      return maxVersion === undefined ? all : AGREED_12;
    });
    const { passed, failed, cannot } = filed(run, 'TC004');
    expect({ passed: passed.length, failed: failed.length, cannot: cannot.length }).toEqual({
      passed: 0,
      failed: 0,
      cannot: 0,
      [where]: 1,
    });
  });
});
