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
  /** By auth_uid. */
  grants: z.record(z.string(), grant).default({}),
  /** By `class` or `access:auth_uid`. */
  use: z.record(z.string(), use).default({}),
});
export type WorkspaceSecrets = z.infer<typeof workspaceSecrets>;

/** Under this name lies what is secret of the program itself. No workspace has it: their ids begin with a letter or digit. */
export const PROGRAM_SECRETS = '@program';

export function noSecrets(): WorkspaceSecrets {
  return { grants: {}, use: {} };
}
