/** What the check of a running service needs of the program around it. Tokens stay behind it: the check only names them. */
import type { TokenClass } from '#shared/resources.ts';
import type { Handshake, TlsOffer } from '../../common/handshake.ts';
import type { Judged } from '../index.ts';

/** What goes into the Authorization header of a request. */
export type Credential =
  /** The token that is held, as it is; it is not renewed. `scope` is the auth_uid of an access_token. */
  | { kind: 'held'; tokenClass: TokenClass; scope?: string | undefined }
  /** An access_token that a refresh has replaced in this run. */
  | { kind: 'replaced'; scope: string }
  /** A text that is no token of the service. */
  | { kind: 'made_up'; token: string }
  | { kind: 'none' };

/** An answer of any status, or why none came. */
export interface Answer {
  /** Undefined where none came. */
  status: number | undefined;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Id in the request log. */
  request: string | undefined;
  /** Why no whole answer came, in words. */
  fault: string | undefined;
}

/** A request to the token endpoint; credentials and tokens are filled in behind the door. */
export interface TokenForm {
  /** How the client proves itself by HTTP Basic. */
  client: 'right' | 'none' | 'wrong_secret';
  /** As they are written; a code may be among them. */
  fields: Readonly<Record<string, string>>;
  /** Adds the refresh token of this authorization. */
  refreshTokenOf?: string | undefined;
  /** Adds the scope that was granted with it, where that is known. */
  withScope?: boolean | undefined;
  /** Adds client_id, which does not belong beside HTTP Basic. */
  withClientId?: boolean | undefined;
}

/** What the token endpoint answered, without its tokens. */
export interface TokenReply extends Omit<Answer, 'body'> {
  /** Members of the JSON that have a value. */
  members: readonly string[];
  /** `error` of a refusal. */
  error: string | undefined;
  /** auth_uid that a new access_token is for. */
  authorization: string | undefined;
}

/** A notification as it came. */
export interface Notification {
  contentType: string;
  body: string;
}

/** The kinds of resources that a notification may name. */
export type NotifiedKind = 'bulk' | 'application' | 'authorization' | 'subscription';

/** What only a simulated service can be made to do. */
export interface SimulatedSide {
  /** A customer who can authorize. */
  login: { utility: string; username: string };
  revoke(authorization: string): Promise<void>;
  /** Has a notification sent once. @returns the status that the service says it got, null where none */
  notify(url: string, about: NotifiedKind): Promise<{ status: number | null }>;
  /** A place on this computer that takes notifications. */
  listen(): Promise<{ url: string; next(ms: number): Promise<Notification | undefined>; close(): Promise<void> }>;
}

/** The tokens that are held. When one ends is known from what the service said of its life. */
export interface HeldTokens {
  classes: readonly TokenClass[];
  /** As `isStale` of a grant, for the client_access_token. */
  isClientStale: boolean;
  /**
   * The access_tokens. `isStale`: not to be relied on, since it ends within a minute, has ended, or cannot be renewed any more;
   * `isOver`: it ended a minute ago or earlier, so that it has by the clock of the service, too; `isEndKnown`: both are known.
   */
  grants: readonly {
    authorization: string;
    isEndKnown: boolean;
    isStale: boolean;
    isOver: boolean;
    renewable: boolean;
  }[];
}

export interface ServiceDoor {
  /** `{espi_base}` */
  address: string;
  appUid: string | undefined;
  bulkUid: string | undefined;
  /** Undefined where there is no client_id. */
  oauth: { authorization: string; token: string; clientId: string; redirectUri: string | undefined } | undefined;
  /** What is held by now. */
  held(): Promise<HeldTokens>;
  /** GET of a path below the address; redirects are not followed. `needs`: the class that it takes. */
  get(path: string, credential: Credential, purpose: string, needs?: TokenClass): Promise<Answer>;
  /** A page for a customer, without a token; redirects are not followed. With a form it is posted. */
  page(url: string, purpose: string, form?: Readonly<Record<string, string>>): Promise<Answer>;
  token(form: TokenForm, purpose: string): Promise<TokenReply>;
  handshake(origin: string, offer: TlsOffer): Promise<Handshake>;
  /** How much chance is in each token that is held, by its length and alphabet. */
  tokenBits(): Promise<readonly { what: string; bits: number }[]>;
  simulated: SimulatedSide | undefined;
  /** Judges a long document elsewhere, so that nothing waits for it; undefined where it is judged here. */
  judge: ((bytes: Uint8Array) => Promise<Judged>) | undefined;
}

/** An answer in a few words. */
export function answerWords({ status, fault }: Pick<Answer, 'status' | 'fault'>): string {
  if (status === undefined) return fault ?? 'no answer';
  return fault === undefined ? `${status}` : `${status}, and ${fault}`;
}
