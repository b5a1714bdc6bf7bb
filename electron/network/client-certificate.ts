/** The certificate with which a workspace proves itself to a service that asks for one: a PFX file, or PEM with its key. */
import { X509Certificate } from 'node:crypto';
import { Socket } from 'node:net';
import tls, { type SecureContextOptions } from 'node:tls';
import { z } from 'zod';
import type { CertificateView } from '#shared/contract/network.ts';
import { AppError } from '#shared/errors.ts';
import { certificateFacts } from './authorities.ts';

/** As it is sealed: either `pfx`, or `cert` with `key`. */
export const clientCertificate = z.object({
  /** Base64 of the whole file. */
  pfx: z.string().optional(),
  /** PEM: the certificate, then those in between. */
  cert: z.string().optional(),
  /** PEM. */
  key: z.string().optional(),
  passphrase: z.string().optional(),
});
export type ClientCertificate = z.infer<typeof clientCertificate>;

/** A file with its certificates or its key in it. */
const PEM_CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const PEM_KEY = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z]+ )*PRIVATE KEY-----/;

/**
 * Reads what a person chose: one PFX file, or PEM with a certificate and its key, in one file or in two.
 * @throws AppError `client_certificate_bad`, `client_certificate_passphrase`
 */
export function readClientCertificate(
  files: readonly Uint8Array[],
  passphrase: string | undefined,
): { certificate: ClientCertificate; facts: CertificateView | undefined } {
  const secret = passphrase === undefined || passphrase === '' ? {} : { passphrase };
  const text = files.map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n');
  const certificates = text.match(PEM_CERTIFICATES) ?? [];
  const [key] = PEM_KEY.exec(text) ?? [];
  const certificate: ClientCertificate =
    certificates.length > 0 && key !== undefined
      ? { cert: certificates.join('\n'), key, ...secret }
      : { pfx: pfxOf(files, certificates.length > 0, key !== undefined), ...secret };
  try {
    const context = tls.createSecureContext(secureOptions(certificate));
    return { certificate, facts: factsOf(certificate, context) };
  } catch (cause) {
    throw notUsable(cause, passphrase);
  }
}

/** As Node's TLS takes it. */
export function secureOptions({ pfx, cert, key, passphrase }: ClientCertificate): SecureContextOptions {
  return {
    ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx, 'base64') }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

/** What can be shown of a certificate that was taken; undefined where it cannot be told. */
export function clientCertificateFacts(certificate: ClientCertificate): CertificateView | undefined {
  try {
    return factsOf(certificate, tls.createSecureContext(secureOptions(certificate)));
  } catch {
    return undefined;
  }
}

function pfxOf(files: readonly Uint8Array[], hasCertificate: boolean, hasKey: boolean): string {
  if (hasCertificate) throw bad('The file has a certificate, but not its private key.', 'Choose both files at once.');
  if (hasKey) throw bad('The file has a private key, but not its certificate.', 'Choose both files at once.');
  const [file] = files;
  if (file === undefined || files.length > 1) throw bad('These files are neither PEM nor one PFX file.', CHOOSE);
  return Buffer.from(file).toString('base64');
}

const CHOOSE = 'Choose one .pfx or .p12 file, or the certificate and its key as PEM.';

/** Only TLS itself opens a PFX file: the certificate is read from a connection that goes nowhere. */
function factsOf({ cert }: ClientCertificate, secureContext: tls.SecureContext): CertificateView | undefined {
  if (cert !== undefined) return certificateFacts(new X509Certificate(cert));
  const nowhere = new tls.TLSSocket(new Socket(), { secureContext });
  nowhere.on('error', () => {});
  try {
    const found = nowhere.getX509Certificate();
    return found && certificateFacts(found);
  } catch {
    return undefined;
  } finally {
    nowhere.destroy();
  }
}

function notUsable(cause: unknown, passphrase: string | undefined): AppError {
  const why = cause instanceof Error ? cause.message : String(cause);
  if (/mac verify|bad decrypt|bad password|INCORRECT_PASSWORD|maybe wrong password|passphrase|BAD_DECRYPT/i.test(why)) {
    const given = passphrase !== undefined && passphrase !== '';
    return new AppError(
      {
        code: 'client_certificate_passphrase',
        message: given ? 'The passphrase does not open this certificate.' : 'This certificate has a passphrase.',
        action: 'Enter the passphrase that came with the certificate, then choose the file again.',
      },
      { cause },
    );
  }
  if (/unsupported|UNKNOWN_ALGORITHM|UNKNOWN_CIPHER/i.test(why)) {
    return bad(
      'This file is sealed in an old way that is no longer opened (RC2 or 40 bits).',
      'Have it exported again with AES, or as PEM.',
      cause,
    );
  }
  if (/key values? mismatch|KEY_VALUES_MISMATCH|KEY_TYPE_MISMATCH/i.test(why)) {
    return bad('The private key does not belong to this certificate.', 'Choose the key of this certificate.', cause);
  }
  return bad('This is no certificate with its private key.', CHOOSE, cause);
}

function bad(message: string, action: string, cause?: unknown): AppError {
  return new AppError({ code: 'client_certificate_bad', message, action }, { cause });
}
