/** The guided setup: tries each part of a connection with a small request and says what it found, in words. */
import type { CheckView } from '#shared/contract/connections.ts';
import { AppError } from '#shared/errors.ts';
import { TOKEN_CLASS_OPENS, TOKEN_NAMES, type TokenClass } from '#shared/resources.ts';
import { rootName } from '../common/root-name.ts';
import { GreenButtonClient } from '../greenbutton/index.ts';
import { type HttpClient, HttpError } from '../http/index.ts';
import { JsonApiClient } from '../jsonapi/index.ts';
import { addressFinding } from './check-address.ts';
import type { Connections } from './connections.ts';
import { fetchApplicationInformation } from './endpoints.ts';
import { type Finding, finding, hopsTo, QUICK, skipped, UNTRIED } from './finding.ts';
import type { WorkspaceSecrets } from './secrets.ts';
import { basesOf, type Workspace } from './workspace.ts';

/** Tries everything that a workspace has. */
export async function checkWorkspace(
  connections: Connections,
  http: HttpClient,
  workspaceId: string,
  signal: AbortSignal,
): Promise<CheckView[]> {
  const workspace = await connections.ready(workspaceId);
  const secrets = await connections.readSecrets(workspaceId);
  const grants = Object.keys(secrets.grants);
  const firstGrant = grants[0];
  const test = (tokenClass: TokenClass, scope?: string) =>
    testToken(connections, http, workspace, tokenClass, scope, signal);
  const address = workspace.baseUrl === undefined ? '' : basesOf(workspace).espiBase;
  const { hops, reached } = await hopsTo(http, address, workspaceId, signal);
  // What cannot be reached is asked nothing: each question would fail for the same reason.
  const asked = async (id: string, title: string, ask: () => Promise<CheckView>): Promise<CheckView> =>
    reached ? await ask() : { id, title, ...UNTRIED };
  const token = (tokenClass: TokenClass, scope?: string) =>
    asked(tokenClass, TOKEN_NAMES[tokenClass], () => test(tokenClass, scope));
  const found = (id: string, title: string, look: () => Promise<Finding>) =>
    asked(id, title, () => finding(id, title, look));
  return [
    { id: 'address', title: 'Address', ...addressFinding(workspace.baseUrl ?? '') },
    ...hops,
    await found('status', 'Service status', () => serviceStatus(connections, http, workspace, secrets, signal)),
    await token('api'),
    await token('registration'),
    await found('oauth', 'OAuth addresses', () => oauthFinding(connections, workspace, secrets, signal)),
    await token('client'),
    ofOne(await token('access', firstGrant), grants),
    { id: 'webhook', title: 'Webhook secret', ...webhookFinding(secrets) },
  ];
}

/** A check of the first of several authorizations says that it is no more than that. */
function ofOne(check: CheckView, grants: readonly string[]): CheckView {
  if (grants.length < 2 || check.state === 'untried') return check;
  const message = `${check.message} Tried with authorization ${grants[0]}, one of ${grants.length}; the others are tried on their cards.`;
  return { ...check, message };
}

/** Tries a token with a small request. */
export async function testToken(
  connections: Connections,
  http: HttpClient,
  workspace: Workspace,
  tokenClass: TokenClass,
  scope: string | undefined,
  signal: AbortSignal,
): Promise<CheckView> {
  const id = tokenClass === 'access' && scope !== undefined ? `access:${scope}` : tokenClass;
  return await finding(id, TOKEN_NAMES[tokenClass], async () => {
    const secrets = await connections.readSecrets(workspace.id);
    const why = nothingToTest(tokenClass, workspace, secrets, scope);
    if (why) return why;
    const tokens = connections.tokenSource(workspace.id);
    const { espiBase, apiBase } = basesOf(workspace);
    const green = new GreenButtonClient({ http, tokens, espiBase, workspace: workspace.id });
    const options = { signal, limits: QUICK, purpose: `Test the ${TOKEN_NAMES[tokenClass]}` };
    switch (tokenClass) {
      case 'api':
        await atBase(`JSON API at ${apiBase}`, () =>
          new JsonApiClient({
            http,
            tokens,
            apiBase,
            workspace: workspace.id,
            mayAct: () => connections.requireMayAct(workspace.id),
          }).forms(undefined, { signal }),
        );
        break;
      case 'registration':
        await fetchApplicationInformation(http, workspace, tokens, signal);
        break;
      case 'client': {
        const list = () => green.stream('AuthorizationList', {}, requireFeed, options);
        if (!(await answersFeed(() => atBase(`Green Button API at ${espiBase}`, list)))) return NO_FEED;
        break;
      }
      case 'access': {
        const list = () => green.stream('UsagePointList', { auth_uid: scope ?? '' }, requireFeed, options);
        if (!(await answersFeed(list))) return NO_FEED;
        break;
      }
    }
    return { state: 'ok', message: `Accepted. It opens ${TOKEN_CLASS_OPENS[tokenClass]}.` };
  });
}

/** A list is always there: where it is not found, the address is wrong and not what was asked for. */
async function atBase<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof HttpError) || thrown.status !== 404) throw thrown;
    throw new AppError(
      {
        code: 'no_api_here',
        message: `A server answers, but has no ${what}.`,
        action: 'Correct the base URL in the settings of the workspace: it ends before /DataCustodian and /api.',
      },
      { cause: thrown },
    );
  }
}

/** The page of a portal or of a proxy comes with 200, too, whatever the token. */
const NO_FEED: Finding = {
  state: 'warning',
  message: 'Something answers there, but not with a feed, so it is not known whether the token is accepted.',
  action: 'Compare the base URL with the documentation of the service.',
};

/** Letters of an answer that are looked at: the list may be long. */
const START = 64 * 1024;

/**
 * Looks at the root element of an answer. Throws where that is no feed and no entry, so that the client does not take the
 * token for accepted.
 */
async function requireFeed({ body }: { body: AsyncIterable<Uint8Array> }): Promise<void> {
  const decoder = new TextDecoder();
  let start = '';
  for await (const chunk of body) {
    start += decoder.decode(chunk, { stream: true });
    if (start.length >= START) break;
  }
  if (!/^(feed|entry)$/.test(rootName(start) ?? '')) throw new AppError({ ...NO_FEED, code: 'no_feed' });
}

/** False where {@link requireFeed} threw. */
async function answersFeed(ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'no_feed') return false;
    throw thrown;
  }
}

/**
 * Reads ApplicationInformation and takes over what it says: client_id, client_secret, OAuth addresses. What the user
 * entered stays; the loopback redirect is kept where the registration names none of its own.
 * @throws AppError `workspace_changed`, and those of fetchApplicationInformation
 */
export async function takeRegistration(
  connections: Connections,
  http: HttpClient,
  workspaceId: string,
  signal: AbortSignal,
): Promise<CheckView[]> {
  const asked = await connections.ready(workspaceId);
  const published = await fetchApplicationInformation(http, asked, connections.tokenSource(workspaceId), signal);
  // As it is by now: its settings may have been changed while the service was asked.
  const workspace = connections.workspaces.get(workspaceId);
  if (basesOf(workspace).espiBase !== basesOf(asked).espiBase || workspace.appUid !== asked.appUid) {
    throw new AppError({
      code: 'workspace_changed',
      message: 'The settings of the workspace were changed while the service was asked, so nothing was taken.',
      action: 'Ask once more for the published registration.',
    });
  }
  const { oauth } = workspace;
  const taken: CheckView[] = [];
  const report = (id: string, title: string, had: boolean, value: string | undefined, shown: string) => {
    const message = had ? 'Unchanged, as entered.' : value === undefined ? 'Not published; enter it by hand.' : shown;
    taken.push({ id, title, state: had || value !== undefined ? 'ok' : 'warning', message });
  };
  const secrets = await connections.readSecrets(workspaceId);
  report('client_id', 'client_id', Boolean(oauth.clientId), published.clientId, `Taken: ${published.clientId}`);
  report('client_secret', 'client_secret', Boolean(secrets.clientSecret), published.clientSecret, 'Taken.');
  report(
    'authorization',
    'Authorization address',
    Boolean(oauth.authorizationEndpoint),
    published.authorizationEndpoint,
    `Found: ${published.authorizationEndpoint}`,
  );
  report(
    'token',
    'Token address',
    Boolean(oauth.tokenEndpoint),
    published.tokenEndpoint,
    `Found: ${published.tokenEndpoint}`,
  );
  const clientId = oauth.clientId ?? published.clientId;
  await connections.change(workspaceId, { oauth: { ...oauth, ...(clientId === undefined ? {} : { clientId }) } });
  if (!secrets.clientSecret && published.clientSecret !== undefined) {
    const { clientSecret } = published;
    await connections.changeSecrets(workspaceId, (before) => ({ ...before, clientSecret }));
  }
  return taken;
}

function nothingToTest(
  tokenClass: TokenClass,
  workspace: Workspace,
  secrets: WorkspaceSecrets,
  scope: string | undefined,
): Finding | undefined {
  const opens = `It opens ${TOKEN_CLASS_OPENS[tokenClass]}.`;
  switch (tokenClass) {
    case 'api':
      if (secrets.api) return undefined;
      return skipped(`Not entered. ${opens}`, 'Copy it from the API settings of the service.');
    case 'registration':
      if (!secrets.registration) {
        return skipped(`Not entered. ${opens}`, 'Copy it from the Green Button hosting settings of the service.');
      }
      if (!workspace.appUid)
        return skipped('The uid of the application is missing, so it cannot be tried.', 'Enter the uid.');
      return undefined;
    case 'client':
      if (hasClient(workspace, secrets)) return undefined;
      return skipped(`client_id and client_secret are needed to fetch it. ${opens}`, 'Enter both.');
    case 'access':
      if (scope !== undefined && secrets.grants[scope]) return undefined;
      return skipped(`No customer has authorized yet. ${opens}`, 'Start an authorization, or import a token.');
  }
}

/** True where there is a client_access_token, or what one is fetched with. */
function hasClient({ oauth }: Workspace, secrets: WorkspaceSecrets): boolean {
  return secrets.client !== undefined || Boolean(oauth.clientId && secrets.clientSecret);
}

async function serviceStatus(
  connections: Connections,
  http: HttpClient,
  workspace: Workspace,
  secrets: WorkspaceSecrets,
  signal: AbortSignal,
): Promise<Finding> {
  const grant = Object.keys(secrets.grants)[0];
  // Any class will do (service-facts); the one that is there.
  const tokenClass = secrets.registration ? 'registration' : hasClient(workspace, secrets) ? 'client' : 'access';
  if (tokenClass === 'access' && grant === undefined) {
    return skipped('ReadServiceStatus wants a token, and there is none yet.', 'Enter one of the tokens below.');
  }
  const tokens = connections.tokenSource(workspace.id);
  const green = new GreenButtonClient({ http, tokens, espiBase: basesOf(workspace).espiBase, workspace: workspace.id });
  const { normal } = await green.serviceStatus({ signal, limits: QUICK, tokenClass, authorization: grant });
  if (normal === true) return { state: 'ok', message: 'The service says that it works normally.' };
  if (normal === false) {
    return { state: 'warning', message: 'The service says that it is not available.', action: 'Try again later.' };
  }
  return { state: 'warning', message: 'The service answered in a form that cannot be read.' };
}

async function oauthFinding(
  connections: Connections,
  workspace: Workspace,
  secrets: WorkspaceSecrets,
  signal: AbortSignal,
): Promise<Finding> {
  const endpoints = await connections.endpoints.find(workspace, signal);
  const where = `Customers authorize at ${endpoints.authorization}.`;
  if (!workspace.oauth.clientId || !secrets.clientSecret) {
    return {
      state: 'warning',
      message: `${where} client_id or client_secret is missing.`,
      action: 'Copy both from the Green Button hosting settings of the service.',
    };
  }
  if (endpoints.from === 'guess') {
    return {
      state: 'warning',
      message: `${where} Services of this kind usually have it there; this one did not publish it.`,
      action: 'Enter the registration token and the application uid to look it up, or enter the addresses.',
    };
  }
  const from = endpoints.from === 'settings' ? 'as entered' : 'as the registration publishes it';
  return { state: 'ok', message: `${where} (${from})` };
}

function webhookFinding({ webhookSecret }: WorkspaceSecrets): Finding {
  if (webhookSecret) return { state: 'ok', message: 'Entered. Event deliveries are verified with it.' };
  return skipped(
    'Not entered. Without it, event deliveries cannot be verified and are refused.',
    'Copy it from the webhook settings of the service. Polling works without it.',
  );
}
