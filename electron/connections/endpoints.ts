/** What ApplicationInformation publishes about OAuth (specification 4.1; service-facts, row OAuth). */
import { XMLParser } from 'fast-xml-parser';
import { AppError } from '#shared/errors.ts';
import { isObject } from '#shared/json.ts';
import { GreenButtonClient } from '../greenbutton/index.ts';
import type { HttpClient, TokenSource } from '../http/index.ts';
import { basesOf, type Workspace } from './workspace.ts';

/** Members of the entity that set up a connection; each may be missing. */
export interface PublishedApplication {
  authorizationEndpoint: string | undefined;
  tokenEndpoint: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  redirectUri: string | undefined;
  scope: string | undefined;
  thirdPartyName: string | undefined;
}

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: true,
});

/** Reads the entity out of an Atom entry, whatever its prefixes. @throws AppError `no_application_information` */
export function readApplicationInformation(xml: string): PublishedApplication {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw notApplicationInformation();
  let found: Record<string, unknown> | undefined;
  try {
    found = findElement(parser.parse(xml), 'ApplicationInformation');
  } catch (cause) {
    throw notApplicationInformation(cause);
  }
  if (found === undefined) throw notApplicationInformation();
  const text = (...names: string[]): string | undefined => {
    for (const name of names) {
      const value = found[name];
      const first: unknown = Array.isArray(value) ? value[0] : value;
      if (typeof first === 'string' && first.trim() !== '') return first.trim();
    }
    return undefined;
  };
  return {
    authorizationEndpoint: text('authorizationServerAuthorizationEndpoint'),
    tokenEndpoint: text('authorizationServerTokenEndpoint'),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    redirectUri: text('redirect_uri'),
    scope: text('scope'),
    thirdPartyName: text('thirdPartyApplicationName', 'client_name'),
  };
}

/** Asks the service with the registration token. @throws AppError `app_uid_missing` and what the HTTP client says */
export async function fetchApplicationInformation(
  http: HttpClient,
  workspace: Workspace,
  tokens: TokenSource,
  signal: AbortSignal,
): Promise<PublishedApplication> {
  if (!workspace.appUid) {
    throw new AppError({
      code: 'app_uid_missing',
      message: 'The uid of the application is not known, so its registration cannot be asked for.',
      action: 'Copy it from the Green Button hosting settings of the service.',
    });
  }
  const client = new GreenButtonClient({
    http,
    tokens,
    espiBase: basesOf(workspace).espiBase,
    workspace: workspace.id,
  });
  const answer = await client.get(
    'ApplicationInformation',
    { app_uid: workspace.appUid },
    {
      signal,
      limits: { attempts: 2, rateLimited: 1 },
      maxBytes: 1024 * 1024,
      understand: readApplicationInformation,
    },
  );
  return readApplicationInformation(answer.text());
}

function findElement(node: unknown, name: string): Record<string, unknown> | undefined {
  if (Array.isArray(node)) {
    for (const one of node) {
      const found = findElement(one, name);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(node)) return undefined;
  const own = node[name];
  if (isObject(own)) return own;
  for (const value of Object.values(node)) {
    const found = findElement(value, name);
    if (found) return found;
  }
  return undefined;
}

function notApplicationInformation(cause?: unknown): AppError {
  return new AppError(
    {
      code: 'no_application_information',
      message: 'The answer is not an ApplicationInformation entry.',
      action: 'Check the uid of the application, or enter the OAuth addresses by hand.',
    },
    { cause },
  );
}
