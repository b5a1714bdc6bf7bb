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
      meters: z.array(z.string()),
    }),
  ),
  webhook_secret: z.string(),
  control_url: z.url(),
});
export type ServiceBootstrap = z.infer<typeof serviceBootstrap>;

/** The secrets of the demo. @param now when they were got, ms */
export function demoSecrets(bootstrap: ServiceBootstrap, now: number): WorkspaceSecrets {
  return {
    api: { token: bootstrap.api_token, obtainedAt: now },
    registration: { token: bootstrap.registration_access_token, obtainedAt: now },
    clientSecret: bootstrap.client_secret,
    webhookSecret: bootstrap.webhook_secret,
    grants: Object.fromEntries(
      bootstrap.authorizations.map(({ auth_uid, access_token, refresh_token }) => [
        auth_uid,
        { token: access_token, refreshToken: refresh_token, obtainedAt: now },
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
