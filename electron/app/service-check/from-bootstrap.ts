/** The check of a service that is described by a line, as `meterscope service --json` prints it; no workspace is needed. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import type { ServiceDoor } from '../../conformance/service/index.ts';
import { lineSecrets, TokenProbe, type WorkspaceSecrets } from '../../connections/index.ts';
import { type HttpClient, systemClock } from '../../http/index.ts';
import { serviceDoor } from './door.ts';
import { simulatedSide } from './simulated-side.ts';

const text = z.string().min(1);
/** Of a real service, what is known of it is enough. */
const line = z.looseObject({
  espi_base: z.url(),
  api_token: text.optional(),
  registration_access_token: text.optional(),
  app_uid: text.optional(),
  bulk_uid: text.optional(),
  client_id: text.optional(),
  client_secret: text.optional(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
  redirect_uri: text.optional(),
  utility: text.optional(),
  test_prefix: text.optional(),
  control_url: z.url().optional(),
  authorizations: z
    .array(
      z.looseObject({
        auth_uid: text,
        access_token: text,
        refresh_token: text.optional(),
        scope: text.optional(),
        expires_at: z.number().optional(),
      }),
    )
    .default([]),
});

/**
 * @param file name of the file, for errors; @param content what is in it
 * @param keep the access_tokens and what renews them, which the check may have replaced
 * @throws AppError `wrong_use` for a line that cannot be used
 */
export async function doorFromBootstrap(
  http: HttpClient,
  file: string,
  content: string,
  keep: (grants: WorkspaceSecrets['grants']) => Promise<void>,
  signal: AbortSignal,
): Promise<ServiceDoor> {
  const parsed = line.safeParse(parsedJson(content));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.');
    throw new AppError({
      code: 'wrong_use',
      message: where
        ? `In ${file}, the member ${where} is not what it should be: ${issue?.message}.`
        : `${file} is no JSON object, as \`meterscope service --json\` prints it.`,
    });
  }
  const { data } = parsed;
  const custodian = data.espi_base.replace(/\/espi\/1_1\/resource\/?$/, '');
  const oauth = {
    authorization: data.authorization_endpoint ?? `${custodian}/oauth/authorize`,
    token: data.token_endpoint ?? `${custodian}/oauth/token`,
    clientId: data.client_id ?? '',
    redirectUri: data.redirect_uri,
  };
  const { control_url: control, utility, test_prefix: prefix } = data;
  const to = { endpoint: oauth.token, clientId: oauth.clientId, workspace: 'service' };
  const probe = TokenProbe.inMemory(http, lineSecrets(data, systemClock.now()), to, keep);
  await probe.prepare(signal);
  return serviceDoor({
    http,
    probe,
    workspace: 'service',
    run: randomUUID(),
    espiBase: data.espi_base,
    appUid: data.app_uid,
    bulkUid: data.bulk_uid,
    oauth: data.client_id === undefined ? undefined : oauth,
    simulated:
      control === undefined || utility === undefined || prefix === undefined
        ? undefined
        : simulatedSide({ control_url: control, utility, test_prefix: prefix }),
    signal,
  });
}
