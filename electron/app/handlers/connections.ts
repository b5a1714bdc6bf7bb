import type { connectionCalls } from '#shared/contract/connections.ts';
import { AppError } from '#shared/errors.ts';
import { checkAddress, checkWorkspace, takeRegistration, testToken, tokenViews } from '../../connections/index.ts';
import type { CoreHandlers, Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

/** Tokens, OAuth, and where secrets are kept. No answer here ever holds a token. */
export function connectionHandlers(parts: AppParts): CoreHandlers<typeof connectionCalls> {
  return { ...checkHandlers(parts), ...tokenHandlers(parts), ...oauthHandlers(parts), ...secretHandlers(parts) };
}

type Names<Start extends string> = Extract<keyof typeof connectionCalls, `${Start}.${string}`>;
type CheckNames =
  | 'connections.checkAddress'
  | 'connections.check'
  | 'connections.test'
  | 'connections.takeRegistration';

/** A check that takes longer is given up. */
const CHECK_LIMIT_MS = 60_000;

function checkHandlers({ connections, http }: AppParts): Pick<Handlers, CheckNames> {
  const limit = () => AbortSignal.timeout(CHECK_LIMIT_MS);
  return {
    'connections.checkAddress': ({ baseUrl }) => checkAddress(http, baseUrl, limit()),
    'connections.check': ({ workspace }) => checkWorkspace(connections, http, workspace, limit()),
    'connections.test': async ({ workspace, tokenClass, scope }) =>
      testToken(connections, http, await connections.ready(workspace), tokenClass, scope, limit()),
    'connections.takeRegistration': ({ workspace }) => takeRegistration(connections, http, workspace, limit()),
  };
}

function tokenHandlers(parts: AppParts): Pick<Handlers, Exclude<Names<'connections'>, CheckNames>> {
  const { connections } = parts;
  return {
    'connections.tokens': async ({ workspace: id }) => {
      const workspace = await connections.ready(id);
      const secrets = await connections.readSecrets(id);
      return {
        tokens: await tokenViews(connections, workspace),
        clientId: workspace.oauth.clientId,
        hasClientSecret: secrets.clientSecret !== undefined,
        hasWebhookSecret: secrets.webhookSecret !== undefined,
        // Without a request: what a request finds out changes this very answer.
        endpoints: workspace.kind === 'files' ? undefined : connections.endpoints.known(workspace),
      };
    },
    'connections.setSecret': async ({ workspace, which, secret }) => {
      const value = await incomingSecret(parts, secret);
      const token = { token: value, obtainedAt: Date.now() };
      await connections.changeSecrets(workspace, (secrets) => ({
        ...secrets,
        [which]: which === 'api' || which === 'registration' ? token : value,
        // A client token that was fetched with the old secret may outlive it; it is fetched anew.
        ...(which === 'clientSecret' ? { client: undefined } : {}),
      }));
    },
    'connections.importToken': async ({ workspace, authorization, what, secret }) => {
      const value = await incomingSecret(parts, secret);
      await connections.importToken(workspace, authorization, what, value);
    },
    'connections.forget': ({ workspace, which, scope }) => connections.forget(workspace, which, scope),
    'connections.renew': ({ workspace, tokenClass, scope }) =>
      connections.keeper(workspace).renewNow(tokenClass, scope, AbortSignal.timeout(CHECK_LIMIT_MS)),
  };
}

function oauthHandlers({ oauth }: AppParts): Pick<Handlers, Names<'oauth'>> {
  return {
    'oauth.start': ({ workspace, authorization, open }) => oauth.start(workspace, authorization, open),
    'oauth.list': ({ workspace }) => oauth.list(workspace),
    'oauth.cancel': ({ id }) => oauth.cancel(id),
    'oauth.paste': ({ id, address }) => oauth.paste(id, address),
  };
}

function secretHandlers({ connections }: AppParts): Pick<Handlers, Names<'secrets'>> {
  return {
    'secrets.status': () => connections.secrets.status(),
    'secrets.decide': ({ keep }) => connections.secrets.decide(keep),
  };
}

/** @throws AppError `clipboard_empty` */
async function incomingSecret({ host }: AppParts, secret: { value: string } | { clipboard: true }): Promise<string> {
  const text = ('value' in secret ? secret.value : await host.readClipboard()).trim();
  // What people copy: the token alone, or a whole header or line of a settings page.
  const bare = text.replace(/^(authorization:\s*)?bearer\s+/i, '');
  if (bare === '' || /\s/.test(bare) || bare.length > 8000) {
    throw new AppError({
      code: 'not_a_token',
      message:
        bare === ''
          ? 'The clipboard holds no text.'
          : 'That does not look like a token: it has spaces in it or is too long.',
      action: 'Copy the token alone, then try again.',
    });
  }
  return bare;
}
