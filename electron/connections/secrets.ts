/** What is secret of a workspace, in the shape in which it is sealed. */
import { z } from 'zod';
import { clientCertificate } from '../network/index.ts';

const storedToken = z.object({
  token: z.string().min(1),
  /** Epoch milliseconds. */
  obtainedAt: z.number(),
  /** Epoch milliseconds; absent where the service did not say. */
  expiresAt: z.number().optional(),
});
export type StoredToken = z.infer<typeof storedToken>;

const grant = storedToken.extend({
  refreshToken: z.string().optional(),
  scope: z.string().optional(),
  /** Set once the refresh token was refused: only a person can get a new one. Epoch milliseconds. */
  lostAt: z.number().optional(),
});
/** An access_token with what renews it; one for each authorization (specification section 5). */
export type Grant = z.infer<typeof grant>;

/** When a token was last accepted and last refused. Epoch milliseconds. */
const use = z.object({ acceptedAt: z.number().optional(), refusedAt: z.number().optional() });

export const workspaceSecrets = z.object({
  api: storedToken.optional(),
  registration: storedToken.optional(),
  client: storedToken.optional(),
  clientSecret: z.string().optional(),
  webhookSecret: z.string().optional(),
  /** Shown to a service that asks for one in the TLS handshake. */
  clientCertificate: clientCertificate.optional(),
  /** Of {@link PROGRAM_SECRETS} only. */
  proxyPassword: z.string().optional(),
  /** Of {@link teamServerSecrets} only. */
  teamServerPassword: z.string().optional(),
  /** By auth_uid. */
  grants: z.record(z.string(), grant).default({}),
  /** By `class` or `access:auth_uid`. */
  use: z.record(z.string(), use).default({}),
});
export type WorkspaceSecrets = z.infer<typeof workspaceSecrets>;

/** Under this name lies what is secret of the program itself. No workspace has it: their ids begin with a letter or digit. */
export const PROGRAM_SECRETS = '@program';

/**
 * Under this name lies the password of a workspace's team server: beside its tokens, because those of the demo are new at every start and
 * live in memory only.
 */
export function teamServerSecrets(workspace: string): string {
  return `${TEAM_SERVER}${workspace}`;
}
const TEAM_SERVER = '@team-server:';

/** What a name under which secrets lie is called towards a user. */
export function secretsOf(name: string): string {
  if (name === PROGRAM_SECRETS) return 'the proxy';
  return name.startsWith(TEAM_SERVER) ? `the team server of ${name.slice(TEAM_SERVER.length)}` : name;
}

export function noSecrets(): WorkspaceSecrets {
  return { grants: {}, use: {} };
}
