/** Finds out where OAuth happens for a workspace. What its registration says is asked for once. */
import type { HttpClient, TokenSource } from '../../http/index.ts';
import { fetchApplicationInformation } from '../endpoints.ts';
import { basesOf, guessedOAuthEndpoints, type Workspace } from '../workspace.ts';

/** Where OAuth happens for a workspace, and how that was found out. */
export interface OAuthEndpoints {
  authorization: string;
  token: string;
  from: 'settings' | 'registration' | 'guess';
}

export class EndpointFinder {
  readonly #http: HttpClient;
  readonly #tokensOf: (workspace: string) => TokenSource;
  /** As published, by workspace, with what it was asked with: an answer may come after that was changed. */
  readonly #found = new Map<string, { askedWith: string; endpoints: OAuthEndpoints }>();

  constructor(http: HttpClient, tokensOf: (workspace: string) => TokenSource) {
    this.#http = http;
    this.#tokensOf = tokensOf;
  }

  /**
   * Where OAuth happens: as entered, else as ApplicationInformation publishes it, else where services of this kind have it.
   * @throws AppError `no_service`
   */
  async find(workspace: Workspace, signal: AbortSignal): Promise<OAuthEndpoints> {
    const known = this.known(workspace);
    if (known.from !== 'guess') return known;
    const { authorizationEndpoint, tokenEndpoint } = workspace.oauth;
    const guess = guessedOAuthEndpoints(workspace);
    const published = await this.#published(workspace, signal);
    const found: OAuthEndpoints = {
      authorization: authorizationEndpoint ?? published?.authorizationEndpoint ?? guess.authorization,
      token: tokenEndpoint ?? published?.tokenEndpoint ?? guess.token,
      from: published?.tokenEndpoint === undefined ? 'guess' : 'registration',
    };
    // A guess is not kept: the registration may answer the next time.
    if (found.from === 'registration') {
      this.#found.set(workspace.id, { askedWith: askedWith(workspace), endpoints: found });
    }
    return found;
  }

  /** As {@link find}, without asking the service. @throws AppError `no_service` */
  known(workspace: Workspace): OAuthEndpoints {
    const { authorizationEndpoint, tokenEndpoint } = workspace.oauth;
    if (authorizationEndpoint && tokenEndpoint) {
      return { authorization: authorizationEndpoint, token: tokenEndpoint, from: 'settings' };
    }
    const found = this.#found.get(workspace.id);
    if (found?.askedWith === askedWith(workspace)) return found.endpoints;
    return { ...guessedOAuthEndpoints(workspace), from: 'guess' };
  }

  /** Asks anew the next time: the workspace has changed. */
  forget(workspace: string): void {
    this.#found.delete(workspace);
  }

  async #published(workspace: Workspace, signal: AbortSignal) {
    try {
      return await fetchApplicationInformation(this.#http, workspace, this.#tokensOf(workspace.id), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // Without a registration token or an app uid the guess is used; the setup checks say so to the user.
      return undefined;
    }
  }
}

/** What decides where OAuth happens for a workspace. */
function askedWith(workspace: Workspace): string {
  const { authorizationEndpoint, tokenEndpoint } = workspace.oauth;
  return JSON.stringify([basesOf(workspace).espiBase, workspace.appUid, authorizationEndpoint, tokenEndpoint]);
}
