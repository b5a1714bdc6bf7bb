/** A TLS handshake as it is asked for and as it ends, for who makes it and who judges it. */

/** What a handshake offers. */
export interface TlsOffer {
  minVersion?: 'TLSv1.2' | 'TLSv1.3';
  maxVersion?: 'TLSv1.2' | 'TLSv1.3';
  /** Names as OpenSSL has them. */
  ciphers?: string;
}

export type Handshake =
  | {
      kind: 'agreed';
      protocol: string;
      cipher: string;
      /** Why the certificate is not trusted here; undefined where it is. */
      untrusted: string | undefined;
      /** `RSA` with bits, or another kind of key. */
      key: { kind: string; bits: number | undefined };
      /** Epoch milliseconds. */
      validTo: number;
    }
  | { kind: 'refused'; why: string }
  /** This program cannot offer it, or reached nobody. */
  | { kind: 'cannot'; why: string };
