/** What of a workspace may be shown. Everything that leaves this area towards a window is made here, member by member. */
import type { TokenView } from '#shared/contract/connections.ts';
import type { WorkspaceDetails, WorkspaceSettings, WorkspaceView } from '#shared/contract/workspaces.ts';
import type { TokenClass } from '#shared/resources.ts';
import type { Connections } from './connections.ts';
import type { WorkspaceChange } from './registry.ts';
import type { StoredToken, WorkspaceSecrets } from './secrets.ts';
import { tokenKey } from './token-keeper.ts';
import { basesOf, cleanAddress, cleanBaseUrl, type Workspace } from './workspace.ts';

/** @param demo state of the embedded service */
export function workspaceView(workspace: Workspace, demo: WorkspaceView['service']): WorkspaceView {
  return {
    id: workspace.id,
    name: workspace.name,
    kind: workspace.kind,
    mode: workspace.mode,
    readOnly: workspace.readOnly,
    color: workspace.color,
    baseUrl: workspace.baseUrl,
    utility: workspace.utility,
    zone: workspace.zone,
    service: workspace.kind === 'demo' ? demo : 'none',
  };
}

/** @param folder where its data lies */
export function workspaceDetails(
  workspace: Workspace,
  demo: WorkspaceView['service'],
  folder: string,
): WorkspaceDetails {
  const bases = workspace.baseUrl === undefined ? undefined : basesOf(workspace);
  const { oauth } = workspace;
  return {
    ...workspaceView(workspace, demo),
    ...(bases === undefined ? {} : bases),
    createdAt: workspace.createdAt,
    folder,
    settings: {
      name: workspace.name,
      mode: workspace.mode === 'live' ? 'live' : 'test',
      readOnly: workspace.readOnly,
      color: workspace.color,
      baseUrl: workspace.baseUrl,
      espiBase: workspace.espiBase ?? '',
      apiBase: workspace.apiBase ?? '',
      utility: workspace.utility ?? '',
      zone: workspace.zone,
      appUid: workspace.appUid ?? '',
      bulkUid: workspace.bulkUid ?? '',
      formUid: workspace.formUid ?? '',
      testPrefix: workspace.testPrefix ?? '',
      webhookHeaderPrefix: workspace.webhookHeaderPrefix,
      syncEverySeconds: workspace.syncEverySeconds,
      oauth: {
        authorizationEndpoint: oauth.authorizationEndpoint ?? '',
        tokenEndpoint: oauth.tokenEndpoint ?? '',
        clientId: oauth.clientId ?? '',
        clientAuth: oauth.clientAuth,
        scope: oauth.scope,
        redirectPort: oauth.redirectPort,
        redirectPath: oauth.redirectPath,
        fixedRedirect: oauth.fixedRedirect ?? '',
      },
    },
  };
}

/** Settings as the page sends them, as they are kept: addresses cleaned, empty texts away. @throws AppError as cleanBaseUrl */
export function toChange(settings: WorkspaceSettings, before?: Workspace): WorkspaceChange {
  const { baseUrl, espiBase, apiBase, oauth, ...plain } = settings;
  const change: Record<string, unknown> = { ...plain };
  for (const name of ['utility', 'appUid', 'bulkUid', 'formUid', 'testPrefix'] as const) {
    if (settings[name] !== undefined) change[name] = settings[name].trim() === '' ? undefined : settings[name].trim();
  }
  if (baseUrl !== undefined) change.baseUrl = cleanBaseUrl(baseUrl);
  if (espiBase !== undefined) change.espiBase = address(espiBase);
  if (apiBase !== undefined) change.apiBase = address(apiBase);
  if (oauth !== undefined) {
    const next: Record<string, unknown> = { ...before?.oauth, ...oauth };
    for (const name of ['authorizationEndpoint', 'tokenEndpoint', 'fixedRedirect'] as const) {
      if (oauth[name] !== undefined) next[name] = address(oauth[name], true);
    }
    if (oauth.clientId !== undefined) next.clientId = oauth.clientId.trim() === '' ? undefined : oauth.clientId.trim();
    change.oauth = next;
  }
  // Members are those of Workspace; the registry parses the whole before it keeps it.
  return change as WorkspaceChange;
}

/** An address, or undefined for an empty text. @throws AppError as cleanAddress */
function address(text: string, keepQuery = false): string | undefined {
  if (text.trim() === '') return undefined;
  const cleaned = cleanAddress(text);
  return keepQuery && URL.canParse(text.trim()) ? new URL(text.trim()).href : cleaned;
}

/** What was answered to the token before says nothing about this one. Epoch milliseconds. */
function since(held: StoredToken | undefined, at: number | undefined): number | undefined {
  return held !== undefined && at !== undefined && at >= held.obtainedAt ? at : undefined;
}

/** Which access_tokens are wanted: that of an authorization (uid), or those with a text in its uid; the first of them. */
interface WantedTokens {
  authorization?: string | undefined;
  search?: string | undefined;
  most?: number | undefined;
}

/**
 * Each class that section 5 of the specification knows, and one row for each authorization that is wanted; with how many
 * authorizations match, and how many have a token.
 */
export async function tokenViews(
  connections: Connections,
  workspace: Workspace,
  { authorization, search = '', most }: WantedTokens = {},
): Promise<{ tokens: TokenView[]; matching: number; total: number }> {
  const secrets = await connections.readSecrets(workspace.id);
  const use = connections.keeper(workspace.id).use(secrets);
  const view = (tokenClass: TokenClass, scope: string | undefined, held: StoredToken | undefined): TokenView => ({
    tokenClass,
    scope,
    present: held !== undefined,
    obtainedAt: held?.obtainedAt,
    expiresAt: held?.expiresAt,
    renewal: renewalOf(tokenClass, scope, workspace, secrets),
    acceptedAt: since(held, use[tokenKey(tokenClass, scope)]?.acceptedAt),
    refusedAt: since(held, use[tokenKey(tokenClass, scope)]?.refusedAt),
    granted: scope === undefined ? undefined : secrets.grants[scope]?.scope,
  });
  const grants = Object.entries(secrets.grants);
  const wanted = grants.filter(([uid]) => (authorization === undefined ? uid.includes(search) : uid === authorization));
  const tokens = [
    view('api', undefined, secrets.api),
    view('registration', undefined, secrets.registration),
    view('client', undefined, secrets.client),
    ...wanted.slice(0, most).map(([uid, grant]) => view('access', uid, grant)),
  ];
  return { tokens, matching: wanted.length, total: grants.length };
}

function renewalOf(
  tokenClass: TokenClass,
  scope: string | undefined,
  { oauth }: Workspace,
  secrets: WorkspaceSecrets,
): TokenView['renewal'] {
  if (tokenClass === 'client') return oauth.clientId && secrets.clientSecret ? 'client_credentials' : 'none';
  const grant = tokenClass === 'access' ? secrets.grants[scope ?? ''] : undefined;
  if (grant?.lostAt !== undefined) return 'lost';
  return grant?.refreshToken === undefined ? 'none' : 'refresh_token';
}
