import { z } from 'zod';
import { core, epochMillis, errorValue, inWorkspace, nothing } from './define.ts';
import { certificate } from './network.ts';

const tokenClass = z.enum(['registration', 'client', 'access', 'api']);

/** One thing that was looked at, with what to do where it is not right. */
export const check = z.object({
  id: z.string(),
  title: z.string(),
  /** `skipped`: there is nothing to try yet; `untried`: something before it failed. */
  state: z.enum(['ok', 'warning', 'failed', 'skipped', 'untried']),
  message: z.string(),
  action: z.string().optional(),
});
export type CheckView = z.infer<typeof check>;

/** A token as it may be shown: everything but the token. */
const tokenView = z.object({
  tokenClass,
  /** auth_uid of an access_token. */
  scope: z.string().optional(),
  present: z.boolean(),
  obtainedAt: epochMillis.optional(),
  expiresAt: epochMillis.optional(),
  /** How it is renewed: automatically with a refresh token or client credentials, not at all, or only by a person any more. */
  renewal: z.enum(['refresh_token', 'client_credentials', 'none', 'lost']),
  acceptedAt: epochMillis.optional(),
  refusedAt: epochMillis.optional(),
  /** The Green Button scope that was granted. */
  granted: z.string().optional(),
});
export type TokenView = z.infer<typeof tokenView>;

const oauthFlow = z.object({
  id: z.string(),
  workspace: z.string(),
  /** `loopback`: the browser comes back automatically. `paste`: the user pastes the address that they were sent to. */
  mode: z.enum(['loopback', 'paste']),
  state: z.enum(['waiting', 'exchanging', 'done', 'denied', 'expired', 'cancelled', 'failed']),
  /** For opening it by hand where no browser came up. Holds no secret: state and challenge are good for this flow only. */
  url: z.string(),
  redirectUri: z.string(),
  startedAt: epochMillis,
  /** When the program stops waiting. */
  until: epochMillis,
  /** The authorization that was granted. */
  authorization: z.string().optional(),
  /** What went wrong without making it fail: an answer with a wrong state; a token that could not be saved. */
  notice: errorValue.optional(),
  error: errorValue.optional(),
});
export type OAuthFlowView = z.infer<typeof oauthFlow>;

const secretsStatus = z.object({
  /** Name of the mechanism, e.g. `gnome_libsecret`, `basic_text`, `key_file`. */
  backend: z.string(),
  strength: z.enum(['os', 'weak']),
  /** `undecided`: weak, and nobody was asked yet; nothing is written until then. */
  keeping: z.enum(['disk', 'session', 'undecided']),
  /** Workspaces whose secrets are on disk but cannot be opened here, with the backend that sealed them. */
  unreadable: z.array(z.object({ workspace: z.string(), backend: z.string() })),
  /** Workspaces whose secrets were moved over from another backend since the start. */
  migrated: z.array(z.object({ workspace: z.string(), from: z.string() })),
  /** Why the last attempt to keep them failed; they are held for this session then. */
  problem: errorValue.optional(),
});
export type SecretsStatusView = z.infer<typeof secretsStatus>;

/** A secret on its way in: typed, or taken from the clipboard by the main side, so that it never passes the page. */
export const incoming = z.union([
  z.object({ value: z.string().min(1).max(8000) }),
  z.object({ clipboard: z.literal(true) }),
]);

export const connectionCalls = {
  /** Looks at an address before anything is kept: is it https, does something answer, is it a Green Button API. */
  'connections.checkAddress': core([]).query(
    z.object({ baseUrl: z.string().max(2000) }),
    z.object({
      /** As it would be kept; absent where it cannot be. */
      baseUrl: z.string().optional(),
      /** An address that fits better. */
      suggestion: z.string().optional(),
      checks: z.array(check),
    }),
  ),
  /** Tries everything that the workspace has: status, each class of token, OAuth addresses, JSON API. */
  'connections.check': core([]).query(inWorkspace, z.array(check)),
  'connections.tokens': core(['connections']).query(
    inWorkspace.extend({
      /** Of the access_tokens that of this authorization (uid), or those of authorizations whose uid has this in it. */
      authorization: z.string().max(200).optional(),
      search: z.string().max(200).optional(),
      /** Access_tokens that are answered at most: there is one for each authorization. */
      most: z.number().int().min(0).max(10_000).default(10_000),
    }),
    z.object({
      tokens: z.array(tokenView),
      /** Access_tokens that match, and that there are. */
      matching: z.number(),
      total: z.number(),
      clientId: z.string().optional(),
      hasClientSecret: z.boolean(),
      hasWebhookSecret: z.boolean(),
      /** Present where one was chosen; `facts` where they can be read out of it. */
      clientCertificate: z.object({ facts: certificate.optional() }).optional(),
      endpoints: z
        .object({ authorization: z.string(), token: z.string(), from: z.enum(['settings', 'registration', 'guess']) })
        .optional(),
    }),
  ),
  'connections.setSecret': core([]).command(
    inWorkspace.extend({ which: z.enum(['api', 'registration', 'clientSecret', 'webhookSecret']), secret: incoming }),
    nothing,
  ),
  /** Takes an access_token that was got elsewhere, or a refresh token to get one with. */
  'connections.importToken': core([]).command(
    inWorkspace.extend({
      authorization: z.string().min(1).max(200),
      what: z.enum(['access', 'refresh']),
      secret: incoming,
    }),
    nothing,
  ),
  /**
   * Takes a client certificate out of files that were given to the program: one PFX, or PEM with its key in one file or two.
   * Each is read once.
   */
  'connections.setCertificate': core([]).command(
    inWorkspace.extend({
      handles: z.array(z.string().min(1)).min(1).max(2),
      passphrase: z.string().max(1000).optional(),
    }),
    nothing,
  ),
  'connections.forget': core([]).command(
    inWorkspace.extend({
      which: z.enum(['api', 'registration', 'client', 'access', 'clientSecret', 'webhookSecret', 'clientCertificate']),
      scope: z.string().optional(),
    }),
    nothing,
  ),
  /** Tries a token with a small request and says how that went. */
  'connections.test': core([]).command(inWorkspace.extend({ tokenClass, scope: z.string().optional() }), check),
  /** Gets a new client_access_token, or renews an access_token, now. */
  'connections.renew': core([]).command(
    inWorkspace.extend({ tokenClass: z.enum(['client', 'access']), scope: z.string().optional() }),
    nothing,
  ),
  /** Reads ApplicationInformation and takes over what it says about OAuth (client_id, client_secret, redirect). */
  'connections.takeRegistration': core([]).command(inWorkspace, z.array(check)),
  /** Starts an authorization in the system's browser. */
  'oauth.start': core([]).command(
    inWorkspace.extend({
      /** The one that is renewed; a new one where absent. */
      authorization: z.string().optional(),
      /** False: only make the address, the user opens it. */
      open: z.boolean().default(true),
    }),
    oauthFlow,
  ),
  /** Running and lately ended ones, newest first. */
  'oauth.list': core([]).query(inWorkspace, z.array(oauthFlow)),
  'oauth.cancel': core([]).command(z.object({ id: z.string() }), nothing),
  /** The address that the browser was sent to, copied out of its address bar. */
  'oauth.paste': core([]).command(z.object({ id: z.string(), address: z.string().max(8000) }), oauthFlow),
  'secrets.status': core(['connections']).query(nothing, secretsStatus),
  'secrets.decide': core([]).command(z.object({ keep: z.enum(['disk', 'session']) }), nothing),
};

export const connectionTopics = {
  /** Tokens of a workspace, or where secrets are kept, are different now. */
  'connections.changed': z.object({ workspace: z.string().optional() }),
  'oauth.changed': oauthFlow,
};
