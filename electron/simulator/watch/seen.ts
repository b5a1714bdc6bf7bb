import type { TokenVerdict } from '../world/types.ts';

/** A request of a client and its answer, as far as it is judged. Tokens and codes stay in memory. */
export interface Seen {
  /** When it came and when it was answered; milliseconds of the wall. */
  at: number;
  answeredAt: number;
  agent: string;
  api: 'espi' | 'json' | 'oauth';
  method: string;
  path: string;
  query: URLSearchParams;
  /** Path and query, its parameters in order: two requests for the same have the same. */
  address: string;
  /** `GET /Batch/Subscription/5`, for people. */
  words: string;
  /** Who asks: the Authorization header, or the User-Agent where there is none. */
  caller: string;
  verdict: TokenVerdict & { token: string };
  hasBasic: boolean;
  /** What was posted to the token endpoint. */
  form: URLSearchParams | undefined;
  status: number;
  /** The status is of a fault or a limit that was switched on: it says nothing of the request. */
  isStatusInjected: boolean;
  /** Seconds. */
  retryAfter: number | undefined;
  /** Where a redirect leads. */
  location: string | undefined;
  isWrongClass: boolean;
  /** The answer was cut, or is nothing that this address answers: a client has to refuse it. */
  isSpoiled: boolean;
  /** `events` and the like: what the list of the JSON API is of that was answered with a page. */
  list: string | undefined;
  /** Address of its next page. */
  next: string | undefined;
  /** access_token of an answer of the token endpoint. */
  issued: string | undefined;
  /** Why the token endpoint gave none: `invalid_grant` and the like. */
  refusal: string | undefined;
}
