import { expect, it } from 'vitest';
import { demoSettings, lineSecrets, serviceBootstrap } from '../../../electron/connections/bootstrap.ts';
import { workspaceSecrets } from '../../../electron/connections/secrets.ts';

const line = serviceBootstrap.parse({
  base_url: 'http://127.0.0.1:4000',
  espi_base: 'http://127.0.0.1:4000/DataCustodian/espi/1_1/resource',
  api_base: 'http://127.0.0.1:4000/api/v2',
  api_token: 'api',
  registration_access_token: 'registration',
  app_uid: 'app',
  client_id: 'me',
  client_secret: 'secret',
  authorization_endpoint: 'http://127.0.0.1:4000/authorize',
  token_endpoint: 'http://127.0.0.1:4000/token',
  redirect_uri: 'http://127.0.0.1/callback',
  form_uid: 'form',
  utility: 'DEMO',
  test_prefix: 'P',
  bulk_uid: 'bulk',
  authorizations: [{ auth_uid: 'a1', access_token: 't1', refresh_token: 'r1', meters: ['m1'] }],
  webhook_secret: 'hook',
  control_url: 'http://127.0.0.1:4000/control',
  later: 'a newer service says more',
});

it('the line of the demo holds every secret of it, got now', () => {
  const secrets = lineSecrets(line, 7);
  expect(workspaceSecrets.parse(secrets)).toEqual(secrets);
  expect(secrets).toMatchObject({
    api: { token: 'api', obtainedAt: 7 },
    registration: { token: 'registration' },
    clientSecret: 'secret',
    webhookSecret: 'hook',
    grants: { a1: { token: 't1', refreshToken: 'r1', obtainedAt: 7 } },
  });
});

it('an access_token ends when the line says, which has it in seconds', () => {
  const [one] = line.authorizations;
  const { grants } = lineSecrets({ authorizations: [{ auth_uid: 'a1', access_token: 't1', expires_at: 2 }] }, 7);
  expect(grants.a1?.expiresAt).toBe(2000);
  expect(lineSecrets({ authorizations: one ? [one] : [] }, 7).grants.a1?.expiresAt).toBeUndefined();
});

it('the settings of the demo say where its service is, keep what was chosen, and hold no secret', () => {
  const oauth = { scope: 'FB=4', redirectPort: 9, clientAuth: 'body', redirectPath: '/x' } as const;
  // Only `oauth` of the workspace is read.
  const settings = demoSettings(line, { oauth } as never);
  expect(settings).toMatchObject({
    baseUrl: 'http://127.0.0.1:4000',
    appUid: 'app',
    oauth: { ...oauth, tokenEndpoint: 'http://127.0.0.1:4000/token', clientId: 'me' },
  });
  expect(JSON.stringify(settings)).not.toMatch(/secret|hook|"api"|t1|r1/);
});
