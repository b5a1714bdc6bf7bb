/** The OAuth token endpoint: three grants in, tokens or a sentence out (RFC 6749 sections 4.1.3, 4.4, 6; service-facts). */
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import { type HttpClient, HttpError } from '../http/index.ts';
import type { ClientAuth } from './workspace.ts';

/** Where and as whom to ask. */
export interface TokenClient {
  endpoint: string;
  clientId: string;
  clientSecret: string;
  clientAuth: ClientAuth;
  /** For the request log. */
  workspace: string;
}

export type GrantRequest =
  | { grant: 'client_credentials' }
  /** `scope` as it was granted, where the service said it. */
  | { grant: 'refresh_token'; refreshToken: string; scope?: string | undefined }
  | { grant: 'authorization_code'; code: string; redirectUri: string; verifier: string };

const answerSchema = z.looseObject({
  access_token: z.string().min(1),
  // Some custodians send it as text.
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  refresh_token: z.string().min(1).nullish(),
  scope: z.string().nullish(),
  resourceURI: z.string().nullish(),
  customerResourceURI: z.string().nullish(),
  authorizationURI: z.string().nullish(),
});

export interface TokenAnswer {
  token: string;
  /** Seconds; undefined where the service did not say. */
  expiresIn: number | undefined;
  refreshToken: string | undefined;
  scope: string | undefined;
  resourceUri: string | undefined;
  customerResourceUri: string | undefined;
  authorizationUri: string | undefined;
}

const PURPOSE: Record<GrantRequest['grant'], string> = {
  client_credentials: 'Get a client_access_token',
  refresh_token: 'Renew an access_token',
  authorization_code: 'Exchange the code of a consent for an access_token',
};

/** What a client_access_token is for beside the list of authorizations: bulk data. */
const CLIENT_SCOPE = 'FB=34_35';

/**
 * Asks for tokens. The test book wants a scope with each grant (OAT006, OAT008), which RFC 6749 leaves to the client: a
 * service that refuses it is asked without.
 * @throws AppError `oauth_client_refused` (id or secret wrong), `oauth_grant_refused` (code or refresh token spent,
 * expired or unknown), `oauth_no_token` (403, 404, or any other 400 of such a grant), `oauth_bad_answer`, or whatever the
 * HTTP client says
 */
export async function requestToken(
  http: HttpClient,
  client: TokenClient,
  asked: GrantRequest,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  const form = formOf(asked);
  try {
    return await send(http, client, asked, form, signal);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (!mayBeScope(error, form)) throw explain(error, asked);
  }
  const { scope: _refused, ...bare } = form;
  try {
    return await send(http, client, asked, bare, signal);
  } catch (error) {
    throw error instanceof HttpError ? explain(error, asked) : error;
  }
}

/** Whether the scope may be what is refused: nothing else is named as the reason. */
function mayBeScope({ status, errorType }: HttpError, form: TokenFields): boolean {
  return form.scope !== undefined && status === 400 && !/^invalid_(grant|client)$/.test(errorType ?? '');
}

async function send(
  http: HttpClient,
  client: TokenClient,
  asked: GrantRequest,
  fields: TokenFields,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  const form = new URLSearchParams(fields);
  if (client.clientAuth === 'body') {
    form.set('client_id', client.clientId);
    form.set('client_secret', client.clientSecret);
  }
  const answer = await http.send({
    method: 'POST',
    url: client.endpoint,
    purpose: PURPOSE[asked.grant],
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    signal,
    workspace: client.workspace,
    holdsSecrets: true,
    maxBytes: 256 * 1024,
    ...(client.clientAuth === 'basic' ? { basic: { user: client.clientId, password: client.clientSecret } } : {}),
  });
  return readAnswer(answer.text());
}

/** Fields of the form. */
type TokenFields = Record<string, string> & { scope?: string };

function formOf(asked: GrantRequest): TokenFields {
  switch (asked.grant) {
    case 'client_credentials':
      return { grant_type: asked.grant, scope: CLIENT_SCOPE };
    case 'refresh_token':
      return {
        grant_type: asked.grant,
        refresh_token: asked.refreshToken,
        ...(asked.scope === undefined ? {} : { scope: asked.scope }),
      };
    case 'authorization_code':
      return {
        grant_type: asked.grant,
        code: asked.code,
        redirect_uri: asked.redirectUri,
        code_verifier: asked.verifier,
      };
  }
}

/** @throws AppError `oauth_bad_answer`; the body itself goes nowhere, because it may hold tokens */
function readAnswer(text: string): TokenAnswer {
  const answer = readTokenAnswer(text);
  if (answer) return answer;
  throw new AppError({
    code: 'oauth_bad_answer',
    message: 'The token endpoint answered something that is not a token.',
    action: 'Check the address of the token endpoint on the Connection page.',
  });
}

/** The answer of a token endpoint; undefined for what holds no token. */
export function readTokenAnswer(text: string): TokenAnswer | undefined {
  const { success, data: answer } = answerSchema.safeParse(parsedJson(text));
  if (!success) return undefined;
  return {
    token: answer.access_token,
    expiresIn: answer.expires_in,
    refreshToken: answer.refresh_token ?? undefined,
    scope: answer.scope ?? undefined,
    resourceUri: answer.resourceURI ?? undefined,
    customerResourceUri: answer.customerResourceURI ?? undefined,
    authorizationUri: answer.authorizationURI ?? undefined,
  };
}

/** RFC 6749 section 5.2: 400 (or 401) with `error`. A 400 without it may come from a proxy, and says nothing of the grant. */
function explain(error: HttpError, asked: GrantRequest): AppError {
  const details = { status: error.status, errorType: error.errorType };
  if (error.errorType === 'invalid_client' || error.status === 401 || error.errorType === 'unauthorized_client') {
    return new AppError(
      {
        code: 'oauth_client_refused',
        message: 'The token endpoint does not accept this client_id and client_secret.',
        action: 'Compare both with the Green Button hosting settings of the service and enter them again.',
        details,
      },
      { cause: error },
    );
  }
  if (error.errorType === 'invalid_grant') {
    return new AppError(
      asked.grant === 'refresh_token'
        ? {
            code: 'oauth_grant_refused',
            message:
              'The refresh token has been used, has expired or was revoked, so the access cannot be renewed without the customer.',
            action: 'Ask the customer to authorize again, or import a new token.',
            details,
          }
        : {
            code: 'oauth_grant_refused',
            message:
              'The service did not accept the code: it has expired, was used before, or belongs to another sign-in.',
            action: 'Start the authorization again; a code works once and for a short time.',
            details,
          },
      { cause: error },
    );
  }
  // Not with the code of its status: whoever needs the token would take it for an answer to its own request.
  const isOfGrant = error.status === 400 && asked.grant !== 'client_credentials';
  if (isOfGrant || error.status === 403 || error.status === 404) {
    const said = error.details?.errorDescription ?? error.errorType;
    return new AppError(
      {
        code: 'oauth_no_token',
        message: `The token endpoint ${error.details?.url} answered ${error.status} and gave no token.${said === undefined ? '' : ` It said: ${said}`}`,
        action: 'Check the address of the token endpoint on the Connection page, and any proxy before it.',
        details,
      },
      { cause: error },
    );
  }
  return error;
}
