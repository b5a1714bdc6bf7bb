/** Whose certificates are believed: the authorities that come with the program, the system's, and those that were added. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { CertificateView } from '#shared/contract/network.ts';
import { AppError } from '#shared/errors.ts';
import type { NetworkSetting } from './setting.ts';

/** How the system's authorities were read. */
export type SystemAuthorities = { pems: readonly string[]; from: 'system' | 'file' | 'none' };

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Where distributions of Linux keep their authorities in one file. */
const LINUX_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * The authorities that the system trusts. Node reads them since 22.15 (with Electron since 35); before that, the file of a
 * Linux distribution is read, and elsewhere there is no way to know them.
 */
export function systemAuthorities(): SystemAuthorities {
  // Missing in older versions, whatever the types say.
  const read: typeof tls.getCACertificates | undefined = tls.getCACertificates;
  const pems = read?.('system') ?? [];
  if (pems.length > 0) return { pems, from: 'system' };
  if (process.platform !== 'linux') return { pems: [], from: 'none' };
  for (const file of LINUX_FILES) {
    const found = certificatesIn(file);
    if (found.length > 0) return { pems: found, from: 'file' };
  }
  return { pems: [], from: 'none' };
}

/**
 * All authorities of a setting as PEM texts; undefined where they are those that Node believes anyhow. Reads the system's
 * store, which takes a moment.
 */
export function authoritiesOf({ bundled, system, own }: NetworkSetting['authorities']): string[] | undefined {
  if (bundled && !system && own.length === 0) return undefined;
  return [...(bundled ? nodesOwn() : []), ...(system ? systemAuthorities().pems : []), ...own];
}

/** What Node believes by itself: its list, and the file of NODE_EXTRA_CA_CERTS where it was told to read one. */
function nodesOwn(): readonly string[] {
  const read: typeof tls.getCACertificates | undefined = tls.getCACertificates;
  if (read) return read('default');
  return [...tls.rootCertificates, ...certificatesIn(process.env.NODE_EXTRA_CA_CERTS ?? '')];
}

/** The PEM texts in a file; none where it cannot be read. */
function certificatesIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').match(BLOCK) ?? [];
  } catch {
    return [];
  }
}

/**
 * The certificates of a PEM text; whatever else is in it (a key, a comment) is not taken.
 * @throws AppError `no_certificate` where there is none, or one that cannot be read
 */
export function readCertificates(text: string): { pem: string; facts: CertificateView; isAuthority: boolean }[] {
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length === 0) throw notACertificate();
  return blocks.map((pem) => {
    try {
      const certificate = new X509Certificate(pem);
      return { pem: `${pem}\n`, facts: certificateFacts(certificate), isAuthority: certificate.ca };
    } catch (cause) {
      throw notACertificate(cause);
    }
  });
}

export function certificateFacts(certificate: X509Certificate): CertificateView {
  return {
    subject: shortName(certificate.subject),
    issuer: shortName(certificate.issuer),
    validFrom: Date.parse(certificate.validFrom),
    validTo: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  };
}

/** `CN=Name` out of a subject, which has a line for each part; else its organisation, else all of it. */
function shortName(subject: string): string {
  const part = (name: string) =>
    subject
      .split('\n')
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  return part('CN') ?? part('O') ?? subject.replaceAll('\n', ', ');
}

function notACertificate(cause?: unknown): AppError {
  return new AppError(
    {
      code: 'no_certificate',
      message: 'There is no certificate in this file that can be read.',
      action: 'Choose a PEM file: a text that begins with -----BEGIN CERTIFICATE-----.',
    },
    { cause },
  );
}
