/**
 * Authorizations in the system's browser, from the button to the kept token. Every end is a state with a sentence:
 * done, denied, expired (nobody came back in time), cancelled, failed. Only the first answer counts; later ones are refused.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { OAuthFlowView } from '#shared/contract/connections.ts';
import { AppError, type ErrorValue, isAbort, toErrorValue } from '#shared/errors.ts';
import { isSafeTransport } from '#shared/safe-transport.ts';
import type { Clock } from '../../http/index.ts';
import type { Connections } from '../connections.ts';
import type { Grant } from '../secrets.ts';
import { grantOf } from '../token-keeper.ts';
import type { Workspace } from '../workspace.ts';
import { pastedParams, readRedirect } from './answer.ts';
import { authorizationUrl, newSignIn, type SignInSecrets } from './authorization-request.ts';
import { listenForRedirect, type RedirectListener } from './redirect-listener.ts';
import type { PageText } from './result-page.ts';
import { authorizationOf } from './token-scope.ts';

/** How long the program waits for the browser to come back. */
const TIME_LIMIT_MS = 10 * 60_000;
/** Two clicks within this time are one. */
const DOUBLE_CLICK_MS = 2000;
/** How long a tab that comes back after the end, or is reloaded, still gets a sentence. */
const LINGER_MS = 60_000;
/** Ended ones that are still shown. */
const KEPT = 20;

export interface FlowsOptions {
  connections: Connections;
  clock: Clock;
  /** Opens the system's browser. @throws AppError */
  openBrowser: (url: string) => Promise<void>;
  onChange: (flow: OAuthFlowView) => void;
  timeLimitMs?: number;
}

interface Flow {
  view: OAuthFlowView;
  signIn: SignInSecrets;
  /** The authorization that is renewed. */
  expected: string | undefined;
  listener: RedirectListener | undefined;
  /** Ends the time limit and the exchange. */
  stop: AbortController;
}

export class OAuthFlows {
  readonly #options: FlowsOptions;
  readonly #flows = new Map<string, Flow>();
  /** Sign-ins that are being made, by workspace and authorization. */
  readonly #starting = new Map<string, Promise<Flow>>();

  constructor(options: FlowsOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(workspace: string): OAuthFlowView[] {
    return [...this.#flows.values()]
      .map(({ view }) => view)
      .filter((view) => view.workspace === workspace)
      .reverse();
  }

  /**
   * Makes the address of a consent page and opens the browser on it. One that waits for the same authorization goes on: its
   * tabs stay good, and another is opened unless the button was just clicked twice. One for another authorization is cancelled.
   * @param authorization the one that is renewed, if any
   * @throws AppError `oauth_client_missing`, `oauth_port_taken`, `insecure_url`
   */
  async start(workspaceId: string, authorization: string | undefined, open: boolean): Promise<OAuthFlowView> {
    const waiting = [...this.#flows.values()].find(
      ({ view, expected }) => view.workspace === workspaceId && view.state === 'waiting' && expected === authorization,
    );
    if (waiting !== undefined) {
      const isDoubleClick = this.#options.clock.now() - waiting.view.startedAt < DOUBLE_CLICK_MS;
      if (open && !isDoubleClick) await this.#open(waiting);
      return waiting.view;
    }
    const key = JSON.stringify([workspaceId, authorization]);
    const starting = this.#starting.get(key);
    if (starting !== undefined) return (await starting).view;
    const made = this.#make(workspaceId, authorization);
    this.#starting.set(key, made);
    try {
      const flow = await made;
      if (open) await this.#open(flow);
      return flow.view;
    } finally {
      this.#starting.delete(key);
    }
  }

  async #make(workspaceId: string, authorization: string | undefined): Promise<Flow> {
    await this.#cancelAll(workspaceId);
    const { connections, clock } = this.#options;
    const workspace = await connections.ready(workspaceId);
    const clientId = needClientId(workspace);
    const stop = new AbortController();
    const endpoints = await connections.endpoints.find(workspace, stop.signal);
    if (!isSafeTransport(endpoints.authorization) || !isSafeTransport(endpoints.token)) throw insecureEndpoint();

    const signIn = newSignIn((bytes) => randomBytes(bytes).toString('base64url'));
    const id = randomUUID();
    const { fixedRedirect, redirectPort, redirectPath, scope } = workspace.oauth;
    if (redirectPort !== 0) await this.#freePort();
    const listener = fixedRedirect
      ? undefined
      : await listenForRedirect(redirectPort, redirectPath, (params) => this.#heard(id, params));
    const redirectUri = listener?.redirectUri ?? fixedRedirect ?? '';
    const now = clock.now();
    const flow: Flow = {
      view: {
        id,
        workspace: workspaceId,
        mode: listener ? 'loopback' : 'paste',
        state: 'waiting',
        url: authorizationUrl({ endpoint: endpoints.authorization, clientId, redirectUri, scope }, signIn),
        redirectUri,
        startedAt: now,
        until: now + (this.#options.timeLimitMs ?? TIME_LIMIT_MS),
      },
      signIn,
      expected: authorization,
      listener,
      stop,
    };
    this.#keep(flow);
    void this.#limitTime(flow);
    return flow;
  }

  /** Takes the address that a user was sent to. @throws AppError `oauth_flow_over`, `oauth_bad_address`, or why it failed */
  async paste(id: string, address: string): Promise<OAuthFlowView> {
    const flow = this.#flows.get(id);
    if (flow?.view.state !== 'waiting') throw new AppError(OVER);
    const params = pastedParams(address);
    if (params === undefined) {
      throw new AppError({
        code: 'oauth_bad_address',
        message: 'There is no code in that address.',
        action: 'Copy the whole address from the address bar of the page you were sent to.',
      });
    }
    await this.#heard(id, params);
    const { view } = flow;
    if (view.state === 'waiting' && view.notice) throw new AppError(view.notice);
    return view;
  }

  async cancel(id: string): Promise<void> {
    const flow = this.#flows.get(id);
    if (flow && isOpen(flow)) await this.#end(flow, 'cancelled', { error: CANCELLED });
  }

  /** Ends all of a workspace that is deleted: nothing listens for it any more. */
  async forget(workspace: string): Promise<void> {
    await this.#cancelAll(workspace);
    for (const [id, { view, listener }] of this.#flows) {
      if (view.workspace !== workspace) continue;
      await listener?.close();
      this.#flows.delete(id);
    }
  }

  async #cancelAll(workspace: string): Promise<void> {
    for (const { id } of this.list(workspace)) await this.cancel(id);
  }

  async close(): Promise<void> {
    for (const flow of this.#flows.values()) {
      flow.stop.abort();
      await flow.listener?.close();
    }
  }

  /** A visit of the browser, or a pasted address; says what the tab shows. */
  async #heard(id: string, params: URLSearchParams): Promise<PageText> {
    const flow = this.#flows.get(id);
    if (flow === undefined) return pageOf(OVER, 410);
    const answer = readRedirect(params, flow.signIn.state);
    if (answer.kind === 'not_ours') {
      if (flow.view.state === 'waiting') this.#show(flow, { notice: answer.error });
      return pageOf(answer.error, 400);
    }
    if (flow.view.state !== 'waiting') return pageOf(OVER, 410);
    if (answer.kind === 'code') return await this.#exchange(flow, answer.code);
    await this.#end(flow, answer.kind === 'denied' ? 'denied' : 'failed', { error: answer.error });
    return pageOf(answer.error, 200);
  }

  async #exchange(flow: Flow, code: string): Promise<PageText> {
    const { connections, clock } = this.#options;
    const { workspace, redirectUri } = flow.view;
    // From here on no second answer counts.
    this.#show(flow, { state: 'exchanging', notice: undefined });
    try {
      const request = { grant: 'authorization_code', code, redirectUri, verifier: flow.signIn.verifier } as const;
      const tokens = await connections.askToken(workspace, request, flow.stop.signal);
      const authorization = authorizationOf(tokens) ?? flow.expected;
      if (authorization === undefined) throw new AppError(NO_AUTHORIZATION);
      const notice = await this.#keepGrant(workspace, authorization, grantOf(tokens, clock.now()));
      flow.view = { ...flow.view, authorization };
      await this.#end(flow, 'done', { notice });
      return { status: 200, title: 'Authorized', message: closing('Meterscope now has access.', notice) };
    } catch (thrown) {
      if (isAbort(thrown) || flow.stop.signal.aborted) return pageOf(CANCELLED, 410);
      const error = toErrorValue(thrown);
      await this.#end(flow, 'failed', { error });
      return pageOf(error, 400);
    }
  }

  /** @returns why the grant counts for this session only, where it could not be saved: the program has access all the same */
  async #keepGrant(workspace: string, authorization: string, grant: Grant): Promise<ErrorValue | undefined> {
    try {
      await this.#options.connections.changeSecrets(workspace, (secrets) => ({
        ...secrets,
        grants: { ...secrets.grants, [authorization]: grant },
      }));
      return undefined;
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'secret_not_kept') return toErrorValue(thrown);
      throw thrown;
    }
  }

  async #open(flow: Flow): Promise<void> {
    try {
      await this.#options.openBrowser(flow.view.url);
    } catch (thrown) {
      // It goes on waiting: the address is shown, and any browser on this machine will do.
      this.#show(flow, { notice: toErrorValue(thrown) });
    }
  }

  async #limitTime(flow: Flow): Promise<void> {
    try {
      await this.#options.clock.sleepUntil(flow.view.until, flow.stop.signal);
    } catch {
      return;
    }
    // Once the browser came back, only the fetch of the token decides.
    if (flow.view.state === 'waiting') await this.#end(flow, 'expired', { error: TIMED_OUT });
  }

  async #end(flow: Flow, state: OAuthFlowView['state'], said: Pick<OAuthFlowView, 'error' | 'notice'>): Promise<void> {
    flow.stop.abort();
    this.#show(flow, { state, notice: undefined, ...said });
    // The tab that brought the answer is still being served, and may be reloaded: it gets a sentence for a while.
    const { listener } = flow;
    if (listener === undefined) return;
    setTimeout(() => void listener.close(), LINGER_MS).unref();
  }

  /** Listeners of what is over give way to one that needs its port. */
  async #freePort(): Promise<void> {
    for (const flow of this.#flows.values()) if (!isOpen(flow)) await flow.listener?.close();
  }

  #show(flow: Flow, change: Partial<OAuthFlowView>): void {
    flow.view = { ...flow.view, ...change };
    this.#options.onChange(flow.view);
  }

  #keep(flow: Flow): void {
    this.#flows.set(flow.view.id, flow);
    for (const [id, old] of this.#flows) {
      if (this.#flows.size <= KEPT) break;
      if (!isOpen(old)) this.#flows.delete(id);
    }
    this.#options.onChange(flow.view);
  }
}

function isOpen({ view }: Flow): boolean {
  return view.state === 'waiting' || view.state === 'exchanging';
}

function needClientId(workspace: Workspace): string {
  if (workspace.oauth.clientId) return workspace.oauth.clientId;
  throw new AppError({
    code: 'oauth_client_missing',
    message: 'There is no client_id in this workspace, so no authorization can be started.',
    action: 'Copy client_id and client_secret from the Green Button hosting settings of the service.',
  });
}

function insecureEndpoint(): AppError {
  return new AppError({
    code: 'insecure_url',
    message: 'The OAuth address of this workspace is neither https nor on this computer, so it was not opened.',
    action: 'Correct it in the settings of the workspace.',
  });
}

function pageOf(error: ErrorValue, status: PageText['status']): PageText {
  return { status, title: 'Not authorized', message: closing(undefined, error) };
}

function closing(first: string | undefined, said: ErrorValue | undefined): string {
  return [first, said?.message, said?.action, 'You can close this tab.'].filter(Boolean).join(' ');
}

const CANCELLED: ErrorValue = {
  code: 'oauth_cancelled',
  message: 'The authorization was cancelled.',
  action: 'Start it again when you are ready. A consent given in the meantime can be revoked at the service.',
};

const TIMED_OUT: ErrorValue = {
  code: 'oauth_timed_out',
  message: 'No answer came back from the browser in time; the tab may have been closed.',
  action: 'Start the authorization again.',
};

const OVER: ErrorValue = {
  code: 'oauth_flow_over',
  message: 'This sign-in is over: it was answered, was cancelled, or took too long. Each answer counts once.',
  action: 'Start the authorization again in Meterscope.',
};

const NO_AUTHORIZATION: ErrorValue = {
  code: 'oauth_no_authorization',
  message: 'It cannot be told which authorization the token that the service gave is for, so it was not kept.',
  action: 'Start it from the authorization that it belongs to, or import the token there.',
};
