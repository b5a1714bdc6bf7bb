import type { resourceCalls } from '#shared/contract/resources.ts';
import { compareAnswers } from '../../compare/index.ts';
import { browseResource, GreenButtonClient, rememberingTokens } from '../../greenbutton/index.ts';
import { JsonApiClient } from '../../jsonapi/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

/** The HTTP client bounds an answer; this bounds the countdowns that may come before it. */
const LIMIT_MS = 30 * 60_000;

/** The resource browser: shows any address of a workspace's service, and keeps nothing. */
export function resourceHandlers({ connections, engine, http }: AppParts): CoreHandlers<typeof resourceCalls> {
  return {
    'resources.compare': async ({ before, after }) => compareAnswers(before, after),
    'resources.fetch': async ({ workspace, api, path, authorization, tokenClass }) => {
      await connections.ready(workspace);
      const { espiBase, apiBase } = await connections.bases(workspace);
      const { tokens, scrub } = rememberingTokens(connections.tokenSource(workspace));
      const mayAct = () => connections.requireMayAct(workspace);
      const signal = AbortSignal.timeout(LIMIT_MS);
      return await browseResource(
        {
          ...(api === 'json'
            ? { client: new JsonApiClient({ http, tokens, apiBase, workspace, mayAct }), api, base: apiBase }
            : { client: new GreenButtonClient({ http, tokens, espiBase, workspace }), api, base: espiBase }),
          scrub,
          parse: (bytes, limit) => engine.call('resources.parse', { bytes, limit }, { signal }),
          logged: (requestId) => http.log.list(workspace).find(({ id }) => id === requestId),
          now: Date.now,
        },
        { path, authorization, tokenClass, signal },
      );
    },
  };
}
