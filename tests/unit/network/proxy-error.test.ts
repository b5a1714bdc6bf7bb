import { describe, expect, it } from 'vitest';
import { faultWords } from '../../../electron/http/fault-words.ts';
import { networkFault } from '../../../electron/http/faults.ts';
import { type ProxyHop, proxyName } from '../../../electron/network/proxy.ts';
import { ProxyError, refusedBy } from '../../../electron/network/proxy-error.ts';

const hop: ProxyHop = { kind: 'proxy', secure: false, host: 'proxy.example', port: 3128 };
const signedIn: ProxyHop = { ...hop, login: { user: 'anna', password: 'x' } };

/** What is said of an answer to CONNECT. */
function said(status: number, offers?: string, by = hop) {
  const thrown = refusedBy(proxyName(by), status, 'Reason', offers, by);
  const fault = networkFault(thrown);
  if (!fault) throw new Error('no fault');
  return { ...fault, ...faultWords(fault, 'https://utility.example/x', thrown) };
}

describe('a proxy that refuses', () => {
  it('wants a sign-in: none was entered, it was not accepted, or it is of another kind', () => {
    expect(said(407, 'Basic realm="a, b"').message).toBe(
      'The proxy proxy.example:3128 wants a sign-in, and none is entered.',
    );
    expect(said(407, 'Basic realm="x"', signedIn).message).toContain('did not accept the user name and password');
    expect(said(407, 'Negotiate, NTLM', signedIn).message).toContain(
      'by Negotiate or NTLM, and this program knows Basic',
    );
    expect(said(407, 'Digest realm="x", nonce="a,b", qop="auth", Basic realm="y"').message).toContain(
      'none is entered',
    );
    expect(said(407).message).toContain('none is entered');
  });

  it('asking again helps only where it could not, not where it would not', () => {
    expect(said(407)).toMatchObject({ code: 'proxy_failed', passing: false, unsent: true });
    expect(said(403)).toMatchObject({ code: 'proxy_failed', passing: false, unsent: true });
    expect(said(502)).toMatchObject({ code: 'proxy_failed', passing: true, unsent: true });
  });

  it('names itself, the host, and what it answered', () => {
    expect(said(403).message).toBe(
      'The proxy proxy.example:3128 does not let connections to utility.example through: it answered 403 Reason.',
    );
    expect(said(502).message).toContain('could not make a connection to utility.example: it answered 502 Reason.');
    const gone = new ProxyError('PROXY_UNREACHABLE', 'proxy.example:3128', {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    });
    const fault = networkFault(gone);
    expect(fault).toMatchObject({ code: 'proxy_failed', cause: 'PROXY_UNREACHABLE', passing: true });
    expect(fault && faultWords(fault, 'https://utility.example', gone).message).toBe(
      'The proxy proxy.example:3128 could not be reached.',
    );
  });
});
