/** Requests to the own receiver, and to receivers that people build on this machine. Never to a service. */

interface PostAnswer {
  /** Undefined where none came. */
  status: number | undefined;
  error: string | undefined;
  /** The beginning of the body. */
  body: string;
  durationMs: number;
}

export type Post = (url: string, headers: Record<string, string>, body: Uint8Array) => Promise<PostAnswer>;

const TIMEOUT_MS = 10_000;
const BODY_KEPT = 4_096;

/** Posts once; never rejects. Redirects are not followed: the body is meant for that address and no other. */
export const post: Post = async (url, headers, body) => {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      // A copy: fetch wants bytes that own their buffer.
      body: Uint8Array.from(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    return { status: answer.status, error: undefined, body: text.slice(0, BODY_KEPT), durationMs: took() };
  } catch (thrown) {
    return { status: undefined, error: inWords(thrown), body: '', durationMs: took() };
  }
};

function inWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'no answer';
  if (thrown.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  const { cause } = thrown;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return SAYS[String(code)] ?? (typeof code === 'string' ? code : thrown.message);
}

const SAYS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no answer in time',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
};
