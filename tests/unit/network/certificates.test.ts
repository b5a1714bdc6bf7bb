import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCertificates } from '../../../electron/network/authorities.ts';
import { clientCertificateFacts, readClientCertificate } from '../../../electron/network/client-certificate.ts';

const file = (name: string) => readFileSync(new URL(`../../fixtures/certificates/${name}`, import.meta.url));
const text = (name: string) => file(name).toString();
/** The certificate, or the key, out of a file that has both. */
const part = (name: string, kind: 'CERTIFICATE' | 'KEY') => {
  const block = new RegExp(`-----BEGIN [A-Z ]*${kind}-----[\\s\\S]+?-----END [A-Z ]*${kind}-----\\n`);
  return Buffer.from(block.exec(text(name))?.[0] ?? '');
};

describe('a PEM file of authorities', () => {
  it('may hold several, with anything around them; a key in it is not taken', () => {
    const found = readCertificates(`# two\n${text('ca.pem')}\r\n${text('network.pem')}`);
    expect(found.map(({ facts }) => [facts.subject, facts.issuer])).toEqual([
      ['Meterscope test authority', 'Meterscope test authority'],
      ['utility.example', 'Meterscope network authority'],
    ]);
    expect(JSON.stringify(found)).not.toContain('PRIVATE KEY');
    expect(found[0]?.facts.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(found[0]?.facts.validTo).toBeGreaterThan(found[0]?.facts.validFrom ?? 0);
  });

  it.each(['', 'hello', '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----'])('%.30j is none', (content) => {
    expect(() => readCertificates(content)).toThrow(expect.objectContaining({ code: 'no_certificate' }));
  });
});

describe('a client certificate', () => {
  it('is taken as PFX, as PEM in one file, and as PEM in two, in any order', () => {
    const both = [part('client.pem', 'KEY'), part('client.pem', 'CERTIFICATE')];
    for (const [files, passphrase] of [
      [[file('client.p12')], 'correct-horse'],
      [[file('client.pem')], undefined],
      [both, ''],
    ] as const) {
      const { certificate, facts } = readClientCertificate(files, passphrase);
      expect(facts).toMatchObject({ subject: 'Meterscope at work', issuer: 'Meterscope client authority' });
      expect(clientCertificateFacts(certificate)).toEqual(facts);
    }
  });

  it.each([
    ['with the wrong passphrase', [file('client.p12')], 'no', 'client_certificate_passphrase', 'does not open'],
    ['without its passphrase', [file('client.p12')], undefined, 'client_certificate_passphrase', 'has a passphrase'],
    [
      'without its key',
      [part('client.pem', 'CERTIFICATE')],
      undefined,
      'client_certificate_bad',
      'not its private key',
    ],
    [
      'without its certificate',
      [part('client.pem', 'KEY')],
      undefined,
      'client_certificate_bad',
      'not its certificate',
    ],
    ['of another kind', [Buffer.from('hello')], undefined, 'client_certificate_bad', 'no certificate'],
    [
      'with the key of another',
      [part('client.pem', 'CERTIFICATE'), part('network.pem', 'KEY')],
      undefined,
      'client_certificate_bad',
      'does not belong',
    ],
  ])('%s is refused, and it is said why', (_what, files, passphrase, code, words) => {
    expect(() => readClientCertificate(files, passphrase)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    );
  });
});
