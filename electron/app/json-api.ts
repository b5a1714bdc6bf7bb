/** The JSON API client of a workspace. */
import { JsonApiClient } from '../jsonapi/index.ts';
import type { BaseParts } from './base-parts.ts';

/** @throws AppError for a workspace without a service, or one that is not ready */
export async function jsonApiOf({ connections, http, log }: BaseParts, workspace: string): Promise<JsonApiClient> {
  const { apiBase } = await connections.bases(workspace);
  return new JsonApiClient({
    http,
    tokens: connections.tokenSource(workspace),
    apiBase,
    workspace,
    mayAct: () => connections.requireMayAct(workspace),
    onBroken: (left) => log.warn('The service listed entries that cannot be read; the rest was used', { ...left }),
  });
}
