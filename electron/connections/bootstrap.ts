/** The line that `meterscope service --json` prints: all that a client needs to talk to a simulated service. */
import { z } from 'zod';
import type { WorkspaceSecrets } from './secrets.ts';
import type { Workspace } from './workspace.ts';

export const serviceBootstrap = z.looseObject({
  base_url: z.url(),
  espi_base: z.url(),
  api_base: z.url(),
  api_token: z.string(),
  registration_access_token: z.string(),
  app_uid: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  redirect_uri: z.string(),
  form_uid: z.string(),
  utility: z.string(),
  test_prefix: z.string(),
  bulk_uid: z.string(),
  authorizations: z.array(
    z.looseObject({
      auth_uid: z.string(),
      access_token: z.string(),
      refresh_token: z.string(),
      scope: z.string().optional(),
      expires_at: z.number().optional(),
      meters: z.array(z.string()),
      tags: z.array(z.string()).optional(),
    }),
  ),
  webhook_secret: z.string(),
  control_url: z.url(),
});
export type ServiceBootstrap = z.infer<typeof serviceBootstrap>;

/** What is secret of such a line; of a real service some may be missing. */
interface LineSecrets {
  api_token?: string | undefined;
  registration_access_token?: string | undefined;
  client_secret?: string | undefined;
  webhook_secret?: string | undefined;
  authorizations: readonly {
    auth_uid: string;
    access_token: string;
    refresh_token?: string | undefined;
    scope?: string | undefined;
    /** Epoch seconds, as in an Authorization of ESPI. */
    expires_at?: number | undefined;
  }[];
}

/** The secrets of such a line. @param now when they were got, ms */
export function lineSecrets(line: LineSecrets, now: number): WorkspaceSecrets {
  const one = (token: string | undefined) => (token === undefined ? undefined : { token, obtainedAt: now });
  const { api_token, registration_access_token, client_secret, webhook_secret, authorizations } = line;
  return {
    api: one(api_token),
    registration: one(registration_access_token),
    clientSecret: client_secret,
    webhookSecret: webhook_secret,
    grants: Object.fromEntries(
      authorizations.map(({ auth_uid, access_token, refresh_token, scope, expires_at }) => [
        auth_uid,
        {
          token: access_token,
          refreshToken: refresh_token,
          scope,
          obtainedAt: now,
          ...(expires_at === undefined ? {} : { expiresAt: expires_at * 1000 }),
        },
      ]),
    ),
    use: {},
  };
}

/** Where the demo's service is, and as whom it knows the program. */
export function demoSettings(bootstrap: ServiceBootstrap, { oauth }: Workspace) {
  return {
    baseUrl: bootstrap.base_url,
    espiBase: bootstrap.espi_base,
    apiBase: bootstrap.api_base,
    utility: bootstrap.utility,
    appUid: bootstrap.app_uid,
    bulkUid: bootstrap.bulk_uid,
    formUid: bootstrap.form_uid,
    testPrefix: bootstrap.test_prefix,
    oauth: {
      ...oauth,
      authorizationEndpoint: bootstrap.authorization_endpoint,
      tokenEndpoint: bootstrap.token_endpoint,
      clientId: bootstrap.client_id,
    },
  };
}
