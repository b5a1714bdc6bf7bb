import type { resourceCalls } from '#shared/contract/resources.ts';
import { matchOperation } from '#shared/json-operations.ts';
import { compareAnswers } from '../../compare/index.ts';
import { browseResource, GreenButtonClient, rememberingTokens, sendByHand } from '../../greenbutton/index.ts';
import { withOutcome } from '../../http/index.ts';
import { JsonApiClient } from '../../jsonapi/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { requireWanted } from './require-wanted.ts';

/** The HTTP client bounds an answer; this bounds the countdowns that may come before it. */
const LIMIT_MS = 30 * 60_000;

/** The resource browser: shows any address of a workspace's service, sends what is written by hand, and keeps nothing. */
export function resourceHandlers({
  connections,
  documents,
  engine,
  http,
}: AppParts): CoreHandlers<typeof resourceCalls> {
  const reading = (workspace: string, signal: AbortSignal) => ({
    parse: (bytes: Uint8Array, limit: number) => engine.call('resources.parse', { bytes, limit }, { signal }),
    logged: (requestId: string) => http.log.list(workspace).find(({ id }) => id === requestId),
    now: Date.now,
    keep: (name: string, bytes: Uint8Array) => documents.keepAnswer(name, bytes),
  });
  /** The JSON API of a workspace, as whom it is asked, and what takes the tokens that were sent out of a text. */
  const jsonApi = async (workspace: string) => {
    const { apiBase } = await connections.bases(workspace);
    const { tokens, scrub } = rememberingTokens(connections.tokenSource(workspace));
    const mayAct = () => connections.requireMayAct(workspace);
    return {
      client: new JsonApiClient({ http, tokens, apiBase, workspace, mayAct }),
      api: 'json' as const,
      base: apiBase,
      scrub,
    };
  };
  const greenButton = async (workspace: string) => {
    const { espiBase } = await connections.bases(workspace);
    const { tokens, scrub } = rememberingTokens(connections.tokenSource(workspace));
    const client = new GreenButtonClient({ http, tokens, espiBase, workspace });
    return { client, api: 'greenbutton' as const, base: espiBase, scrub };
  };
  return {
    'resources.compare': async ({ before, after }) => compareAnswers(before, after),
    'resources.fetch': async ({ workspace, api, path, authorization, tokenClass }) => {
      await connections.ready(workspace);
      const signal = AbortSignal.timeout(LIMIT_MS);
      const asked = await (api === 'json' ? jsonApi(workspace) : greenButton(workspace));
      const parts = { ...asked, ...reading(workspace, signal) };
      return await browseResource(parts, { path, authorization, tokenClass, signal });
    },
    'resources.send': async ({ workspace, method, path, body, confirmed }) => {
      const prepared = async () => {
        await requireWanted({ connections }, workspace, confirmed);
        return await jsonApi(workspace);
      };
      const asked = await prepared().catch((thrown: unknown) => {
        throw withOutcome(thrown, 'not_acted');
      });
      const signal = AbortSignal.timeout(LIMIT_MS);
      const parts = { ...asked, ...reading(workspace, signal) };
      const what = matchOperation(method, belowBase(path, parts.base))?.operation.title ?? `a ${method}`;
      return await sendByHand(parts, { method, path, body, what, signal });
    },
  };
}

function belowBase(path: string, base: string): string {
  return path.startsWith(base) ? path.slice(base.length) : path;
}
