import { readFile, rm, stat } from 'node:fs/promises';
import type { connectionCalls } from '#shared/contract/connections.ts';
import { AppError } from '#shared/errors.ts';
import {
  checkAddress,
  checkWorkspace,
  secretsOf,
  takeRegistration,
  testToken,
  tokenViews,
} from '../../connections/index.ts';
import { clientCertificateFacts, readClientCertificate } from '../../network/index.ts';
import type { CoreHandlers, Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { uploadFolder } from './upload-folder.ts';

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
    'connections.tokens': async ({ workspace: id, ...wanted }) => {
      const workspace = await connections.ready(id);
      const secrets = await connections.readSecrets(id);
      return {
        ...(await tokenViews(connections, workspace, wanted)),
        clientId: workspace.oauth.clientId,
        hasClientSecret: secrets.clientSecret !== undefined,
        hasWebhookSecret: secrets.webhookSecret !== undefined,
        clientCertificate: secrets.clientCertificate && { facts: clientCertificateFacts(secrets.clientCertificate) },
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
    'connections.setCertificate': async ({ workspace, handles, passphrase }) => {
      // All are taken, and their copies removed, also where one cannot be read.
      const taken = await Promise.allSettled(handles.map((handle) => takenOnce(parts, handle)));
      const files = taken.map((one) => {
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      });
      const { certificate } = readClientCertificate(files, passphrase);
      await connections.changeSecrets(workspace, (secrets) => ({ ...secrets, clientCertificate: certificate }));
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
    'secrets.status': async () => {
      const status = await connections.secrets.status();
      const named = status.unreadable.map(({ workspace, backend }) => ({
        workspace: secretsOf(workspace),
        backend,
      }));
      return { ...status, unreadable: named };
    },
    'secrets.decide': ({ keep }) => connections.secrets.decide(keep),
  };
}

/** More is no certificate. */
const CERTIFICATE_BYTES = 1_000_000;

/** The bytes of a file with a key in it; a copy that a browser uploaded is removed. @throws AppError `client_certificate_bad` */
async function takenOnce({ handedOut, host }: AppParts, handle: string): Promise<Buffer> {
  const file = handedOut.require(handle);
  try {
    const { size } = await stat(file);
    if (size > CERTIFICATE_BYTES) {
      throw new AppError({
        code: 'client_certificate_bad',
        message: 'This file is too large for a certificate.',
        action: 'Choose a .pfx or .p12 file, or PEM with the certificate and its key.',
      });
    }
    return await readFile(file);
  } finally {
    const upload = uploadFolder(host.paths.uploads, file);
    if (upload !== undefined) await rm(upload, { recursive: true, force: true });
  }
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
