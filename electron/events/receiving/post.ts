/** Requests to this program's own receiver, and to endpoints that people build. Never to a service. */
import { networkFault, openNetwork, readBeginning } from '../../http/index.ts';
import { straight, type Ways } from '../../network/index.ts';

interface PostAnswer {
  /** Undefined where none came. */
  status: number | undefined;
  error: string | undefined;
  /** The beginning of the body. */
  body: string;
  durationMs: number;
}

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
  stop?: AbortSignal,
) => Promise<PostAnswer>;

const TIMEOUT_MS = 10_000;
const BODY_KEPT = 4_096;

/** Posts once by the ways of the program; never rejects. Redirects are not followed: the body is meant for that address alone. */
export function openPost(ways: Ways): Post {
  const network = openNetwork({
    connectTimeoutMs: TIMEOUT_MS,
    headTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
    perHost: 16,
    ways,
  });
  return async (url, headers, body, stop) => {
    const startedAt = performance.now();
    const took = () => Math.round(performance.now() - startedAt);
    try {
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
      const answer = await network.send(url, { method: 'POST', headers, body, signal });
      const text = await readBeginning(answer.body, BODY_KEPT);
      answer.destroy();
      return { status: answer.statusCode, error: undefined, body: text, durationMs: took() };
    } catch (thrown) {
      const error = stop?.aborted ? 'the program ended before the answer' : inWords(thrown);
      return { status: undefined, error, body: '', durationMs: took() };
    }
  };
}

/** To this computer only. */
export const post: Post = openPost(straight);

function inWords(thrown: unknown): string {
  const fault = networkFault(thrown);
  if (fault?.code === 'network_timeout' || (thrown instanceof Error && /^(Timeout|Abort)Error$/.test(thrown.name))) {
    return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  }
  if (fault === undefined) return thrown instanceof Error ? thrown.message : 'no answer';
  return SAYS[fault.cause] ?? fault.cause;
}

const SAYS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  PROXY_UNREACHABLE: 'the proxy cannot be reached',
  PROXY_SIGN_IN: 'the proxy wants a sign-in',
  PROXY_DENIED: 'the proxy does not let this through',
  PROXY_FAILED: 'the proxy could not reach it',
  PROXY_UNUSABLE: 'the proxy of the system cannot be used',
};
