/** What a workspace is: where its service is, how it is called, and nothing secret. */
import { z } from 'zod';
import { DEFAULT_REQUEST_POLICY, requestPolicy } from '#shared/contract/requests.ts';
import { shareSettings } from '#shared/contract/share.ts';
import { teamServerAddress } from '#shared/contract/team-server.ts';
import { AppError } from '#shared/errors.ts';
import { isSafeTransport } from '#shared/safe-transport.ts';

/** The embedded service; always there. */
export const DEMO_WORKSPACE = 'demo';
/** Opened files; always there, talks to no service. */
export const FILES_WORKSPACE = 'files';

/** How the client proves itself at the token endpoint (RFC 6749 section 2.3.1; service-facts: Basic). */
const clientAuth = z.enum(['basic', 'body']);
export type ClientAuth = z.infer<typeof clientAuth>;

/** Of OAuth, what is not secret. An empty endpoint is looked up in ApplicationInformation. */
const oauthSettings = z.object({
  authorizationEndpoint: z.string().optional(),
  tokenEndpoint: z.string().optional(),
  clientId: z.string().optional(),
  clientAuth: clientAuth.default('basic'),
  /** The Green Button scope that is asked for, e.g. `FB=4_16_51`. */
  scope: z.string().default('FB=4_16_51'),
  /** Port of the loopback redirect: 0 for any free one, or the one that was registered. */
  redirectPort: z.number().int().min(0).max(65_535).default(0),
  redirectPath: z.string().default('/callback'),
  /** A registered https redirect; then the user pastes the address that they were sent to. */
  fixedRedirect: z.string().optional(),
});

export const workspaceSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/),
  name: z.string().min(1).max(80),
  kind: z.enum(['demo', 'files', 'live']),
  /** Shown in the badge: `test` where no real customers are behind it. */
  mode: z.enum(['test', 'live', 'files']),
  /** Nothing may be sent that changes anything at the service. */
  readOnly: z.boolean().default(false),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  baseUrl: z.string().optional(),
  /** Override what is derived from `baseUrl` (specification, first paragraph). */
  espiBase: z.string().optional(),
  apiBase: z.string().optional(),
  utility: z.string().optional(),
  /** IANA zone that stands in where a usage point has no LocalTimeParameters. */
  zone: z.string(),
  appUid: z.string().optional(),
  bulkUid: z.string().optional(),
  formUid: z.string().optional(),
  /** Prefix of test logins (specification 4.4). */
  testPrefix: z.string().optional(),
  /** The word in the webhook headers `X-<prefix>-Webhook-Salt` (specification 6.2). */
  webhookHeaderPrefix: z.string().default('Service'),
  /** Seconds between two automatic fetches; 0 is never. */
  syncEverySeconds: z.number().int().min(0).default(0),
  /** Seconds between two polls of events; service-facts: once a second is allowed at most. */
  pollEverySeconds: z.number().int().min(5).default(60),
  oauth: oauthSettings.prefault({}),
  /** What is kept of requests. */
  requests: requestPolicy.default(DEFAULT_REQUEST_POLICY),
  /** Where its data are published to, and taken from; the password is among the secrets. */
  teamServer: teamServerAddress.optional(),
  share: shareSettings.prefault({}),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** Where the two APIs of a workspace are; without a slash at the end. */
export interface Bases {
  espiBase: string;
  apiBase: string;
}

/** The bases of a workspace. @throws AppError `no_service` for the files workspace */
export function basesOf(workspace: Workspace): Bases {
  if (workspace.baseUrl === undefined) {
    throw new AppError({
      code: 'no_service',
      message: `The workspace "${workspace.name}" has no service to talk to.`,
      action: 'Choose a workspace that has one, or create it.',
    });
  }
  const base = trimSlash(workspace.baseUrl);
  return {
    espiBase: trimSlash(workspace.espiBase ?? `${base}/DataCustodian/espi/1_1/resource`),
    apiBase: trimSlash(workspace.apiBase ?? `${base}/api/v2`),
  };
}

/** Where OAuth is unless published otherwise: beside `/espi/1_1/resource` (service-facts). */
export function guessedOAuthEndpoints(workspace: Workspace): { authorization: string; token: string } {
  const custodian = basesOf(workspace).espiBase.replace(/\/espi\/1_1\/resource$/, '');
  return { authorization: `${custodian}/oauth/authorize`, token: `${custodian}/oauth/token` };
}

/**
 * An address as it is kept: https, or http to this computer; without query, fragment and trailing slash.
 * @throws AppError `bad_address`, `address_with_login` or `insecure_url`
 */
export function cleanAddress(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(withScheme)) {
    throw new AppError({
      code: 'bad_address',
      message: 'That is not an address.',
      action: 'Enter the address of the service, e.g. https://utility.example.com.',
    });
  }
  const url = new URL(withScheme);
  if (url.username !== '' || url.password !== '') {
    throw new AppError({
      code: 'address_with_login',
      message: 'The address holds a user name or a password, which would be written down with it.',
      action: 'Take out what stands before the @. Tokens are entered by themselves and kept sealed.',
    });
  }
  if (!isSafeTransport(withScheme)) {
    throw new AppError({
      code: 'insecure_url',
      message: 'Tokens are sent over https only, or to this computer itself.',
      action: 'Use the https address of the service.',
    });
  }
  return trimSlash(`${url.origin}${url.pathname}`);
}

/** Where the paths of the two APIs begin in an address that was copied with too much of it. */
const API_PATH = /\/(?:DataCustodian|api\/v\d+)(?=\/|$)/i;

/**
 * The address of a service: {@link cleanAddress}, without a path of its APIs. @throws AppError as there, and
 * `address_of_api`, whose `details.suggestion` is the address to take instead
 */
export function cleanBaseUrl(text: string): string {
  const cleaned = cleanAddress(text);
  const { origin, pathname } = new URL(cleaned);
  const path = API_PATH.exec(pathname);
  if (!path) return cleaned;
  const suggestion = trimSlash(`${origin}${pathname.slice(0, path.index)}`);
  throw new AppError({
    code: 'address_of_api',
    message: `The address goes on into one of the APIs (${pathname.slice(path.index)}); the program adds such paths itself.`,
    action: `Enter ${suggestion}`,
    details: { suggestion },
  });
}

function trimSlash(text: string): string {
  return text.replace(/\/+$/, '');
}
