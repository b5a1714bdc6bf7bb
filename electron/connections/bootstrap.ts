/** The line that `meterscope service --json` prints: all that a client needs to talk to a simulated service. */
import { z } from 'zod';

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
