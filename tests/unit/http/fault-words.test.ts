import { describe, expect, it } from 'vitest';
import { faultWords } from '../../../electron/http/fault-words.ts';
import { networkFault } from '../../../electron/http/faults.ts';

/** The words for what the network threw. */
function words(code: string, more: object = {}, url = 'https://utility.example:8443/x') {
  const thrown = Object.assign(new Error(code), { code, ...more });
  const fault = networkFault(thrown);
  if (!fault) throw new Error(`${code} is no fault`);
  return faultWords(fault, url, thrown);
}

describe('the words for a fault', () => {
  it('name the host, with its port where that is what is wrong', () => {
    expect(words('ECONNREFUSED').message).toContain('utility.example:8443 refused the connection');
    expect(words('ENOTFOUND').message).toContain('by the name utility.example.');
  });

  it('say for whom a certificate is, of many the first three', () => {
    const subjectaltname = 'DNS:a.example, DNS:b.example, IP Address:10.0.0.1, DNS:c.example';
    expect(words('ERR_TLS_CERT_ALTNAME_INVALID', { cert: { subjectaltname } }).message).toContain(
      'not for utility.example, but for a.example, b.example, 10.0.0.1.',
    );
    expect(words('ERR_TLS_CERT_ALTNAME_INVALID').message).toContain('not for utility.example.');
  });

  it('tell a port without TLS from a refusal of the other side, which has the same code', () => {
    expect(words('EPROTO', { message: 'SSL routines: wrong version number' }).message).toContain(
      'does not speak https',
    );
    expect(words('EPROTO', { message: 'tlsv1 alert access denied' }).message).toContain('certificate was not accepted');
  });

  it('tell a service that asks for a client certificate from one that does not accept it', () => {
    // As OpenSSL and as BoringSSL call it.
    for (const code of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED']) {
      expect(words(code).message).toContain('utility.example:8443 asks for a client certificate');
    }
    expect(words('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA').message).toContain('did not accept the client certificate');
    // The alert does not say why.
    expect(words('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE').message).not.toContain('client certificate');
  });

  it('lead an unknown authority to the setting', () => {
    expect(words('SELF_SIGNED_CERT_IN_CHAIN').action).toContain('add it under Settings, Network');
    expect(words('DEPTH_ZERO_SELF_SIGNED_CERT').action).toContain('add it under Settings, Network');
  });

  it('tell an answer that cannot be unpacked from one that is no HTTP', () => {
    for (const code of ['Z_DATA_ERROR', 'ERR__ERROR_FORMAT_PADDING_1']) {
      expect(words(code).message).toContain('compression is broken');
    }
    expect(words('HPE_INVALID_CONSTANT').message).toContain('not valid HTTP');
  });

  it('fall back to the kind of fault', () => {
    expect(words('ECONNRESET')).toEqual({
      message: 'The connection broke before the answer was complete.',
      action: 'Try again.',
    });
  });
});
