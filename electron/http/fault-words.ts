/** What happened, and what helps, for each fault below HTTP: the remedies differ by cause. Pure. */
import { ProxyError } from '../network/index.ts';
import { isBadPacking, type NetworkFault, withCauses } from './faults.ts';

interface Words {
  message: string;
  action: string;
}

const UNREACHABLE = 'The service could not be reached';
const UNTRUSTED = 'The secure connection could not be set up';
const CHECK_LOG = 'Try again later; the request log shows how far it came.';
const NO_WAY: Words = {
  message: `${UNREACHABLE}: there is no way from this network to its host.`,
  action: 'Check the network connection, and the VPN if the service needs one.',
};
const UNKNOWN_SIGNER: Words = {
  message: `${UNTRUSTED}: the certificate is signed by an authority that is not known here.`,
  action:
    'A company proxy often does that, or the service does not send its intermediate certificates: ask whoever runs it for the certificate of the authority, and add it under Settings, Network.',
};
const NO_CLIENT_CERTIFICATE: Words = {
  message: `${UNTRUSTED}: {host} asks for a client certificate.`,
  action: 'Get one from whoever runs the service, and choose it on the Connection page of the workspace.',
};
const CLIENT_CERTIFICATE_REFUSED: Words = {
  message: `${UNTRUSTED}: {host} did not accept the client certificate, or wants one and got none.`,
  action: 'Compare the client certificate on the Connection page of the workspace with what the service expects.',
};
const CHECK_PROXY = 'Check the proxy under Settings, Network.';

/** By the code of Node, of OpenSSL, or of `network.ts`; `NOT_TLS`, `BAD_PACKING` and `NO_NETWORK` are ours. What is in braces is filled in. */
const BY_CAUSE: Readonly<Record<string, Words>> = {
  NO_NETWORK: {
    message: 'This computer has no network.',
    action: 'Connect it to one. Jobs and the events go on by themselves then.',
  },
  ECONNREFUSED: {
    message: `${UNREACHABLE}: {host} refused the connection, so nothing listens there.`,
    action: 'Check host and port of the address, and whether the service is running.',
  },
  ENOTFOUND: {
    message: `${UNREACHABLE}: no host is known by the name {hostname}.`,
    action: 'Check the spelling of the address, and the VPN if only an inner network knows the name.',
  },
  EAI_AGAIN: {
    message: `${UNREACHABLE}: the name {hostname} could not be looked up.`,
    action: 'Check the network connection of this computer, then try again.',
  },
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  ENETDOWN: NO_WAY,
  EADDRNOTAVAIL: NO_WAY,
  CONNECT_TIMEOUT: {
    message: 'The service did not answer in time: {host} took no connection.',
    action: 'Check the address. A firewall that swallows connections looks like this, and so does a missing VPN.',
  },
  HEAD_TIMEOUT: {
    message: 'The service did not answer in time: {host} took the request and sent no answer.',
    action: CHECK_LOG,
  },
  IDLE_TIMEOUT: {
    message: 'The service did not answer in time: {host} fell silent in the middle of its answer.',
    action: CHECK_LOG,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    message: `${UNTRUSTED}: the certificate of {host} is signed by itself, so nobody vouches for it.`,
    action:
      'Ask whoever runs the service for a certificate of a known authority, or for this one, and add it under Settings, Network.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_SIGNER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_SIGNER,
  CERT_UNTRUSTED: UNKNOWN_SIGNER,
  CERT_HAS_EXPIRED: {
    message: `${UNTRUSTED}: the certificate of {host} has expired.`,
    action: 'Tell whoever runs the service. If it is said to be good, check the clock of this computer.',
  },
  CERT_NOT_YET_VALID: {
    message: `${UNTRUSTED}: the certificate of {host} is not valid yet.`,
    action: 'Check the clock of this computer; if it is right, tell whoever runs the service.',
  },
  CERT_REVOKED: {
    message: `${UNTRUSTED}: the certificate of {host} was revoked.`,
    action: 'Send nothing there, and tell whoever runs the service.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: `${UNTRUSTED}: the certificate is not for {hostname}{names}.`,
    action: 'Check the address: the certificate names the hosts that it is for.',
  },
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: NO_CLIENT_CERTIFICATE,
  // As BoringSSL, which the window's runtime has, calls it.
  ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED: NO_CLIENT_CERTIFICATE,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: CLIENT_CERTIFICATE_REFUSED,
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: CLIENT_CERTIFICATE_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: CLIENT_CERTIFICATE_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: CLIENT_CERTIFICATE_REFUSED,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: CLIENT_CERTIFICATE_REFUSED,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: CLIENT_CERTIFICATE_REFUSED,
  // Says no more than that: with TLS 1.2 also where a client certificate is missing.
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: {
    message: `${UNTRUSTED}: {host} refused the handshake.`,
    action:
      'It may want a client certificate (Connection page of the workspace), or no version of TLS and no cipher is known to both sides: ask whoever runs it.',
  },
  PROXY_UNREACHABLE: {
    message: 'The proxy {proxy} could not be reached.',
    action: `${CHECK_PROXY} It may be there only in the company's network or with its VPN.`,
  },
  PROXY_SIGN_IN: {
    message: 'The proxy {proxy} wants a sign-in{signIn}.',
    action: 'Enter user name and password of the proxy under Settings, Network, as a manual proxy.',
  },
  PROXY_DENIED: {
    message: 'The proxy {proxy} does not let connections to {host} through{said}.',
    action:
      'Ask whoever runs the proxy to allow that host and port, or enter it as an exception under Settings, Network.',
  },
  PROXY_FAILED: {
    message: 'The proxy {proxy} could not make a connection to {host}{said}.',
    action: `Check the address of the service. ${CHECK_PROXY}`,
  },
  PROXY_UNUSABLE: {
    message: 'The system names a proxy that this program cannot use: {proxy}.',
    action: 'Enter an HTTP proxy by hand under Settings, Network.',
  },
  BAD_PACKING: {
    message: 'The answer could not be unpacked: its compression is broken, or not the one that it names.',
    action:
      'Try again. If it happens again, the service or a proxy in between compresses its answers wrongly: report it to whoever runs it.',
  },
  NOT_TLS: {
    message: `${UNTRUSTED}: what answers at {host} does not speak https.`,
    action: 'Check the port of the address.',
  },
};

/** For causes without a sentence of their own, by the kind of fault. */
const BY_FAULT: Readonly<Record<NetworkFault['code'], Words>> = {
  network_unreachable: {
    message: `${UNREACHABLE}.`,
    action: 'Check the network, and the base URL in the settings of the workspace.',
  },
  network_timeout: {
    message: 'The service did not answer in time.',
    action: CHECK_LOG,
  },
  connection_cut: { message: 'The connection broke before the answer was complete.', action: 'Try again.' },
  answer_cut: {
    message: 'The answer ended before its document was complete, so nothing of it was kept.',
    action:
      'Try again. If it happens again, the service or a proxy in between cuts its answers short: the request log shows how many bytes came.',
  },
  tls_failed: {
    message: `${UNTRUSTED}: the certificate was not accepted.`,
    action: 'Check the base URL and the certificate of the service, and the clock of this computer.',
  },
  proxy_failed: { message: 'The proxy gave no way to the service.', action: CHECK_PROXY },
  bad_http: {
    message: 'The answer is not valid HTTP.',
    action: 'Check the base URL in the settings of the workspace, and any proxy in between.',
  },
};

/** The sentences for a fault of a request to `url`; `thrown` is what the network threw, with its causes. */
export function faultWords(fault: NetworkFault, url: string, thrown: unknown): Words {
  const words = BY_CAUSE[wordsKey(fault, thrown)] ?? BY_FAULT[fault.code];
  const { host, hostname } = new URL(url);
  const names = certificateNames(thrown);
  const parts = {
    host,
    hostname,
    names: names.length === 0 ? '' : `, but for ${names.join(', ')}`,
    ...proxyParts(thrown),
  };
  const message = words.message.replace(/\{(\w+)\}/g, (whole, part: string) =>
    part in parts ? parts[part as keyof typeof parts] : whole,
  );
  return { message, action: words.action };
}

/** Which words of `BY_CAUSE` fit. */
function wordsKey({ cause }: NetworkFault, thrown: unknown): string {
  if (speaksNoTls(thrown)) return 'NOT_TLS';
  return isBadPacking(cause) ? 'BAD_PACKING' : cause;
}

/** What an error of a proxy tells of it. */
function proxyParts(thrown: unknown): { proxy: string; said: string; signIn: string } {
  const found = [...withCauses(thrown)].find((error) => error instanceof ProxyError);
  const said = found?.said === undefined ? '' : `: it answered ${found.said}`;
  return { proxy: found?.proxy ?? '', said, signIn: signInWords(found?.signIn) };
}

function signInWords(signIn: ProxyError['signIn']): string {
  if (signIn === undefined) return '';
  const { offered, sent } = signIn;
  const isBasic = offered.length === 0 || offered.some((scheme) => scheme.toLowerCase() === 'basic');
  if (!isBasic) return ` by ${offered.join(' or ')}, and this program knows Basic only`;
  return sent ? ', and did not accept the user name and password that it got' : ', and none is entered';
}

/** Recognised by OpenSSL's reason: its code EPROTO also means an alert of the other side. */
function speaksNoTls(thrown: unknown): boolean {
  return [...withCauses(thrown)].some(({ message }) => /wrong version number|packet length too long/i.test(message));
}

/** Hosts that a certificate is for, of Node's error about the wrong one; the first few. */
function certificateNames(thrown: unknown): string[] {
  for (const error of withCauses(thrown)) {
    const { cert } = error as { cert?: { subjectaltname?: unknown } };
    if (typeof cert?.subjectaltname === 'string') {
      return cert.subjectaltname
        .split(', ')
        .map((name) => name.replace(/^(DNS|IP Address):/, ''))
        .slice(0, 3);
    }
  }
  return [];
}
