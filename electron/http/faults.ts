/** What can go wrong below HTTP, by the codes of Node, of `network.ts` and of proxies (network/proxy-error.ts). Pure. */

/**
 * Thrown by the consumer of an answer that was complete for HTTP, but whose document was cut: the answer is fetched
 * again, as after a connection that broke.
 */
export class IncompleteAnswer extends Error {
  constructor(cause?: unknown) {
    super('The answer ended before its document was complete.', { cause });
    this.name = 'IncompleteAnswer';
  }
}

export interface NetworkFault {
  code:
    | 'network_unreachable'
    | 'network_timeout'
    | 'connection_cut'
    | 'answer_cut'
    | 'tls_failed'
    | 'bad_http'
    | 'proxy_failed';
  /** The underlying code, for the detail view. */
  cause: string;
  /** False where asking again cannot help. */
  passing: boolean;
  /** True where it is certain that the service never saw the request. */
  unsent: boolean;
}

type Row = readonly [code: NetworkFault['code'], passing: boolean, unsent: boolean];

const KNOWN: Readonly<Record<string, Row>> = {
  ECONNREFUSED: ['network_unreachable', true, true],
  ENOTFOUND: ['network_unreachable', true, true],
  EAI_AGAIN: ['network_unreachable', true, true],
  EHOSTUNREACH: ['network_unreachable', true, true],
  ENETUNREACH: ['network_unreachable', true, true],
  ENETDOWN: ['network_unreachable', true, true],
  EADDRNOTAVAIL: ['network_unreachable', true, true],
  CONNECT_TIMEOUT: ['network_timeout', true, true],
  PROXY_UNREACHABLE: ['proxy_failed', true, true],
  PROXY_FAILED: ['proxy_failed', true, true],
  PROXY_SIGN_IN: ['proxy_failed', false, true],
  PROXY_DENIED: ['proxy_failed', false, true],
  PROXY_UNUSABLE: ['proxy_failed', false, true],
  HEAD_TIMEOUT: ['network_timeout', true, false],
  IDLE_TIMEOUT: ['network_timeout', true, false],
  ETIMEDOUT: ['network_timeout', true, false],
  ECONNRESET: ['connection_cut', true, false],
  EPIPE: ['connection_cut', true, false],
  // A packed body that ends in the middle.
  Z_BUF_ERROR: ['connection_cut', true, false],
  ERR_STREAM_PREMATURE_CLOSE: ['connection_cut', true, false],
};

/** The fault behind an error that the network or zlib threw; undefined for any other error. */
export function networkFault(thrown: unknown): NetworkFault | undefined {
  if (thrown instanceof IncompleteAnswer) {
    return { code: 'answer_cut', cause: 'incomplete document', passing: true, unsent: false };
  }
  for (const error of withCauses(thrown)) {
    const cause = String((error as { code?: unknown }).code ?? '');
    const row = KNOWN[cause] ?? byPattern(cause);
    if (row) return { code: row[0], cause, passing: row[1], unsent: row[2] };
  }
  return undefined;
}

function byPattern(code: string): Row | undefined {
  if (/CERT|^ERR_(TLS|SSL)|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code)) return ['tls_failed', false, true];
  if (code.startsWith('HPE_')) return ['bad_http', false, false];
  if (isBadPacking(code)) return ['bad_http', true, false];
  return undefined;
}

/** A body that is not compressed as it says, or goes on as something else. Brotli has a code for each of its reasons. */
export function isBadPacking(code: string): boolean {
  return code === 'Z_DATA_ERROR' || code.startsWith('ERR__ERROR_FORMAT');
}

/** The error, what caused it, and the errors of an AggregateError (several addresses of one name all refused). */
export function* withCauses(thrown: unknown): Generator<Error> {
  let error: unknown = thrown;
  for (let depth = 0; error instanceof Error && depth < 5; depth += 1) {
    yield error;
    if (error instanceof AggregateError) yield* error.errors.filter((inner) => inner instanceof Error);
    error = error.cause;
  }
}
