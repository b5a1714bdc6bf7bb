/** What callers of the client pass in and get back. */
import type { RequestSubject } from '#shared/contract/requests.ts';
import type { TokenClass } from '#shared/resources.ts';
import type { RetryLimits } from './policy.ts';
import type { TokenSource } from './token-source.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface RequestAuth {
  source: TokenSource;
  /** The class that is sent. */
  tokenClass: TokenClass;
  /** auth_uid for an access_token. */
  scope?: string | undefined;
  /** The class that the address needs, where another one is sent on purpose; else the same as `tokenClass`. */
  needs?: TokenClass | undefined;
  /** The address may answer whatever the token, so that its answer does not prove that this one was accepted. */
  anyToken?: boolean | undefined;
}

export interface HttpRequest {
  method: HttpMethod;
  url: string;
  /** What it is for, in words: shown beside waits and in the request log. */
  purpose: string;
  auth?: RequestAuth | undefined;
  /** HTTP Basic credentials, for the OAuth token endpoint (RFC 6749 section 2.3.1); not together with `auth`. */
  basic?: { user: string; password: string } | undefined;
  /** Lower-case names. Authorization is the client's own and refused here. */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  workspace?: string | undefined;
  job?: string | undefined;
  /** What it is made for, so that one leads to the other in the window. */
  about?: RequestSubject | undefined;
  /** Its body and its answer hold secrets, so neither is kept. */
  holdsSecrets?: boolean | undefined;
  limits?: Partial<RetryLimits> | undefined;
  /**
   * Whether a body that was complete for HTTP is a whole document. One that is not is fetched again, as after a
   * connection that broke. For {@link HttpClient.send}; a stream's consumer throws IncompleteAnswer instead.
   */
  isComplete?: ((text: string) => boolean) | undefined;
  /**
   * Throws where a whole body is not what was asked for: the log then calls the request failed. For {@link HttpClient.send}.
   */
  understand?: ((text: string) => void) | undefined;
  /** Largest body that is held in memory, unpacked bytes; streams have no limit. */
  maxBytes?: number | undefined;
}

export interface AnswerHead {
  /** Of the send that was answered: the id in the request log. */
  requestId: string;
  status: number;
  /** Lower-case names; several of one name joined by `, `. Set-Cookie is left out. */
  headers: Readonly<Record<string, string>>;
  /** After redirects; redacted. */
  url: string;
  /** Epoch milliseconds of the answer's head. */
  answeredAt: number;
}

/** An answer whose body is in memory. */
export interface HttpAnswer extends AnswerHead {
  body: Uint8Array<ArrayBuffer>;
  text(): string;
}

/** An answer whose body is read as it comes. It can be read once, and only while the consumer's promise is open. */
export interface HttpStream extends AnswerHead {
  body: AsyncIterable<Uint8Array>;
}
