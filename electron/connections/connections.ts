/** Workspaces with their tokens: the one door to everything secret. What the page gets of them is in views.ts. */
import { AppError, type ErrorValue, toErrorValue } from '#shared/errors.ts';
import type { DataFiles, SecretCipher } from '../host/index.ts';
import { keyFileCipher } from '../host/key-file-cipher.ts';
import { type Clock, type HttpClient, systemClock, type TokenSource } from '../http/index.ts';
import type { AuthoritiesFile } from './authorities-file.ts';
import { demoSettings, lineSecrets, type ServiceBootstrap } from './bootstrap.ts';
import { EndpointFinder } from './oauth/endpoint-finder.ts';
import { type NewWorkspace, type WorkspaceChange, WorkspaceRegistry } from './registry.ts';
import { PROGRAM_SECRETS, teamServerSecrets, type WorkspaceSecrets } from './secrets.ts';
import { SecretsStore } from './secrets-store.ts';
import { type GrantRequest, requestToken, type TokenAnswer, type TokenClient } from './token-endpoint.ts';
import { grantOf, TokenKeeper, type Vault } from './token-keeper.ts';
import { TokenProbe } from './token-probe.ts';
import { type Bases, basesOf, DEMO_WORKSPACE, type Workspace } from './workspace.ts';

export interface ConnectionsOptions {
  files: DataFiles;
  cipher: SecretCipher;
  http: HttpClient;
  /** Resolves with the line of the embedded service once it listens. */
  demo: Promise<ServiceBootstrap>;
  /** Whose certificates of team servers are believed; without it, those that Node believes by itself. */
  authorities?: Pick<AuthoritiesFile, 'place'>;
  clock?: Clock;
  /** IANA zone of this computer. */
  zone?: string;
}

/** What changed, for those who show it. */
export type ConnectionsChange = { what: 'workspaces' } | { what: 'tokens'; workspace: string } | { what: 'secrets' };

/** The embedded service of the demo. */
export type DemoState = { state: 'starting' } | { state: 'ready' } | { state: 'failed'; error: ErrorValue };

/** Secrets that can be removed one by one; `access` is one authorization's. */
export type ForgettableSecret =
  | 'api'
  | 'registration'
  | 'client'
  | 'access'
  | 'clientSecret'
  | 'webhookSecret'
  | 'clientCertificate';

export class Connections {
  readonly workspaces: WorkspaceRegistry;
  readonly secrets: SecretsStore;
  /** Where OAuth happens for each of them. */
  readonly endpoints: EndpointFinder;
  /** Whose certificates of team servers are believed. */
  readonly authorities: Pick<AuthoritiesFile, 'place'> | undefined;
  readonly #http: HttpClient;
  readonly #clock: Clock;
  readonly #keepers = new Map<string, TokenKeeper>();
  readonly #listeners = new Set<(change: ConnectionsChange) => void>();
  readonly #demo: Promise<ServiceBootstrap>;
  #demoState: DemoState = { state: 'starting' };

  constructor(options: ConnectionsOptions, workspaces: WorkspaceRegistry) {
    this.workspaces = workspaces;
    this.authorities = options.authorities;
    this.#http = options.http;
    this.#clock = options.clock ?? systemClock;
    this.secrets = new SecretsStore({
      files: options.files,
      cipher: options.cipher,
      // The browser host may have sealed with its key file in the same folder.
      earlier: options.cipher.backend === 'key_file' ? [] : [keyFileCipher(options.files)],
      onChange: () => this.#tell({ what: 'secrets' }),
    });
    this.endpoints = new EndpointFinder(options.http, (workspace) => this.keeper(workspace));
    this.#demo = options.demo.then((bootstrap) => this.#takeDemo(bootstrap));
    this.#demo.catch((error: unknown) => {
      this.#demoState = { state: 'failed', error: toErrorValue(error) };
      this.#tell({ what: 'workspaces' });
    });
    workspaces.subscribe(() => this.#tell({ what: 'workspaces' }));
  }

  get demoState(): DemoState {
    return this.#demoState;
  }

  /** Resolves once requests of this workspace can be made: the demo's service listens. @throws AppError */
  async ready(workspace: string): Promise<Workspace> {
    if (workspace === DEMO_WORKSPACE) await this.#demo;
    return this.workspaces.get(workspace);
  }

  /** Asked before anything is sent that acts on a service. @throws AppError `workspace_read_only` */
  requireMayAct(workspace: string): void {
    const { name, readOnly } = this.workspaces.get(workspace);
    if (!readOnly) return;
    throw new AppError({
      code: 'workspace_read_only',
      message: `The workspace "${name}" is read-only, so nothing was sent.`,
      action: 'Switch that off in its settings, under Connection, or use another workspace.',
      details: { outcome: 'not_acted' },
    });
  }

  /** Both bases of a workspace, once it is ready. @throws AppError */
  async bases(workspace: string): Promise<Bases> {
    return basesOf(await this.ready(workspace));
  }

  /** The tokens of a workspace for the HTTP client. The same object every time. */
  tokenSource(workspace: string): TokenSource {
    return this.keeper(workspace);
  }

  /** Authorizations that have an access_token in this workspace; the access of a lost one was refused for good. */
  async authorized(workspace: string): Promise<{ uid: string; isLost: boolean }[]> {
    const { grants } = await this.#vault(workspace).read();
    return Object.entries(grants).map(([uid, { lostAt }]) => ({ uid, isLost: lostAt !== undefined }));
  }

  /** The secret that webhooks of this workspace are signed with; undefined where none was entered. */
  async webhookSecret(workspace: string): Promise<string | undefined> {
    return (await this.#vault(workspace).read()).webhookSecret;
  }

  /** The line of the embedded service, for what only the demo can do (its control API). @throws AppError */
  demoBootstrap(): Promise<ServiceBootstrap> {
    return this.#demo;
  }

  async create(wanted: NewWorkspace): Promise<Workspace> {
    return await this.workspaces.create(wanted);
  }

  async change(id: string, change: WorkspaceChange): Promise<Workspace> {
    this.endpoints.forget(id);
    return await this.workspaces.change(id, change);
  }

  /** Removes a workspace and its secrets. Its store is the caller's to delete. */
  async remove(id: string): Promise<void> {
    await this.workspaces.remove(id);
    this.#keepers.delete(id);
    this.endpoints.forget(id);
    await this.secrets.forget(id);
    await this.secrets.forget(teamServerSecrets(id));
  }

  /** Reads secrets; only for code of the main side. */
  async readSecrets(workspace: string): Promise<WorkspaceSecrets> {
    return await this.#vault(workspace).read();
  }

  /**
   * Changes secrets on behalf of a user; resolves once they are kept. @throws AppError `secret_not_kept` where they could not
   * be kept: they are held for this session only then
   */
  async changeSecrets(workspace: string, change: (secrets: WorkspaceSecrets) => WorkspaceSecrets): Promise<void> {
    this.workspaces.get(workspace);
    await this.#vault(workspace).update(change);
    this.endpoints.forget(workspace);
    this.#tell({ what: 'tokens', workspace });
    this.secrets.requireKept(workspace);
  }

  /**
   * Takes an access_token that was got elsewhere; or a refresh token, which is used at once to get one, so that a wrong
   * one is noticed while the user looks. @throws AppError `oauth_grant_refused` and those of {@link askToken}
   */
  async importToken(
    workspace: string,
    authorization: string,
    what: 'access' | 'refresh',
    value: string,
  ): Promise<void> {
    const before = (await this.readSecrets(workspace)).grants[authorization];
    const now = () => this.#clock.now();
    const request = { grant: 'refresh_token', refreshToken: value } as const;
    const grant =
      what === 'access'
        ? // What came before may renew it; whether it still does is found out then.
          { ...before, token: value, obtainedAt: now(), expiresAt: undefined, lostAt: undefined }
        : grantOf(await this.askToken(workspace, request, new AbortController().signal), now(), {
            token: '',
            obtainedAt: now(),
            refreshToken: value,
          });
    await this.changeSecrets(workspace, (secrets) => ({
      ...secrets,
      grants: { ...secrets.grants, [authorization]: grant },
    }));
  }

  /** Forgets one secret. */
  async forget(workspace: string, which: ForgettableSecret, scope: string | undefined): Promise<void> {
    await this.changeSecrets(workspace, (secrets) => {
      if (which !== 'access') return { ...secrets, [which]: undefined };
      const { [scope ?? '']: _forgotten, ...grants } = secrets.grants;
      return { ...secrets, grants };
    });
  }

  /** The password of the manual proxy; undefined where none was entered, or it cannot be opened here. */
  async proxyPassword(): Promise<string | undefined> {
    return (await this.secrets.read(PROGRAM_SECRETS)).proxyPassword;
  }

  /** Keeps the password of the manual proxy; undefined takes it away. @throws AppError `secret_not_kept` */
  async setProxyPassword(proxyPassword: string | undefined): Promise<void> {
    await this.secrets.update(PROGRAM_SECRETS, (secrets) => ({ ...secrets, proxyPassword }));
    this.#tell({ what: 'secrets' });
    this.secrets.requireKept(PROGRAM_SECRETS);
  }

  /** The password of a workspace's team server; undefined where none was entered, or it cannot be opened here. */
  async teamServerPassword(workspace: string): Promise<string | undefined> {
    return (await this.secrets.read(teamServerSecrets(workspace))).teamServerPassword;
  }

  /** Keeps the password of the team server; undefined takes it away. @throws AppError `secret_not_kept` */
  async setTeamServerPassword(workspace: string, teamServerPassword: string | undefined): Promise<void> {
    this.workspaces.get(workspace);
    const name = teamServerSecrets(workspace);
    if (teamServerPassword === undefined) await this.secrets.forget(name);
    else await this.secrets.update(name, (secrets) => ({ ...secrets, teamServerPassword }));
    this.#tell({ what: 'secrets' });
    this.secrets.requireKept(name);
  }

  /** Every secret that is known, as texts: for a redaction that must find them wherever they got to. */
  async secretTexts(): Promise<string[]> {
    const texts: (string | undefined)[] = [await this.proxyPassword()];
    for (const { id } of this.workspaces.list()) {
      const { api, registration, client, clientSecret, webhookSecret, clientCertificate, grants } =
        await this.secrets.read(id);
      texts.push(await this.teamServerPassword(id));
      texts.push(api?.token, registration?.token, client?.token, clientSecret, webhookSecret);
      texts.push(clientCertificate?.key, clientCertificate?.pfx, clientCertificate?.passphrase);
      for (const grant of Object.values(grants)) texts.push(grant.token, grant.refreshToken);
    }
    return texts.filter((text) => text !== undefined);
  }

  keeper(workspace: string): TokenKeeper {
    let keeper = this.#keepers.get(workspace);
    if (keeper === undefined) {
      keeper = new TokenKeeper({
        vault: this.#vault(workspace),
        ask: (request, signal) => this.askToken(workspace, request, signal),
        clock: this.#clock,
        onChange: () => this.#tell({ what: 'tokens', workspace }),
      });
      this.#keepers.set(workspace, keeper);
    }
    return keeper;
  }

  /** Asks the token endpoint of a workspace. @throws AppError `oauth_client_missing` and those of requestToken */
  async askToken(workspace: string, request: GrantRequest, signal: AbortSignal): Promise<TokenAnswer> {
    return await requestToken(this.#http, await this.#tokenClient(workspace, signal), request, signal);
  }

  /** Tests the token endpoint of a workspace with its own credentials. */
  probe(workspace: string): TokenProbe {
    return new TokenProbe({
      http: this.#http,
      vault: this.#vault(workspace),
      keeper: this.keeper(workspace),
      client: (signal) => this.#tokenClient(workspace, signal),
      clock: this.#clock,
    });
  }

  /** Calls `listener` after every change. @returns a function that ends it */
  subscribe(listener: (change: ConnectionsChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Writes down what is still only in memory. */
  async close(): Promise<void> {
    for (const [workspace, keeper] of this.#keepers) {
      if (workspace !== DEMO_WORKSPACE) await keeper.keepUse().catch(() => undefined);
    }
    await this.secrets.flushed();
  }

  async #tokenClient(workspaceId: string, signal: AbortSignal): Promise<TokenClient> {
    // Both before the endpoint is looked for: what is saved meanwhile may be another service's.
    const { clientSecret } = await this.#vault(workspaceId).read();
    const workspace = this.workspaces.get(workspaceId);
    const { clientId, clientAuth } = workspace.oauth;
    if (!clientId || !clientSecret) {
      throw new AppError({
        code: 'oauth_client_missing',
        message:
          'There is no client_id with its client_secret in this workspace, so no token can be fetched or renewed.',
        action:
          'Copy both from the Green Button hosting settings of the service and enter them on the Connection page.',
      });
    }
    const { token: endpoint } = await this.endpoints.find(workspace, signal);
    return { endpoint, clientId, clientSecret, clientAuth, workspace: workspaceId };
  }

  #vault(workspace: string): Vault {
    const ready = async () => {
      if (workspace === DEMO_WORKSPACE) await this.#demo;
    };
    return {
      read: async () => {
        await ready();
        return await this.secrets.read(workspace);
      },
      update: async (change) => {
        await ready();
        // A renewal that ends after its workspace was deleted must leave nothing behind.
        this.workspaces.get(workspace);
        return await this.secrets.update(workspace, change);
      },
    };
  }

  #takeDemo(bootstrap: ServiceBootstrap): ServiceBootstrap {
    this.secrets.holdInMemory(DEMO_WORKSPACE, lineSecrets(bootstrap, this.#clock.now()));
    this.#demoState = { state: 'ready' };
    this.workspaces.describeDemo(demoSettings(bootstrap, this.workspaces.get(DEMO_WORKSPACE)));
    return bootstrap;
  }

  #tell(change: ConnectionsChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** Opens the workspaces of a data folder. @throws AppError `workspaces_unreadable` */
export async function createConnections(options: ConnectionsOptions): Promise<Connections> {
  const workspaces = await WorkspaceRegistry.open({
    files: options.files,
    zone: options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: () => (options.clock ?? systemClock).now(),
  });
  return new Connections(options, workspaces);
}
