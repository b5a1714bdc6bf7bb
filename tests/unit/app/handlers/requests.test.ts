import { describe, expect, it } from 'vitest';
import { requestHandlers } from '../../../../electron/app/handlers/requests.ts';
import type { RequestView } from '../../../../shared/contract/requests.ts';
import { partsWith } from './parts.ts';

const request = (id: string, url = 'https://example.test/x', status?: number): RequestView => ({
  id,
  at: 0,
  method: 'GET',
  url,
  tokenClass: 'api',
  ...(status === undefined ? {} : { status }),
  bytes: 0,
  waitedMs: 0,
  attempt: 1,
});
const EVENTS = 'https://example.test/api/v2/events?limit=1';

describe('the request log', () => {
  /** @param fresh oldest first, as the client keeps them @param stored newest first */
  const listed = async (fresh: RequestView[], stored: RequestView[], limit = 500, polls = true) => {
    const asked: unknown[] = [];
    const call = async (_name: string, input: unknown) => {
      asked.push(input);
      return stored;
    };
    const handlers = requestHandlers(
      partsWith({ engine: { call: call as never }, http: { log: { list: () => [...fresh] as never } } }),
    );
    const rows = await handlers['requests.list']({ workspace: 'w', limit, polls });
    expect(asked).toEqual([{ workspace: 'w', limit, polls }]);
    return rows.map(({ id, status }) => (status === undefined ? id : `${id} ${status}`));
  };

  it('has what is under way first, each request once and as it is now', async () => {
    const fresh = [request('b', undefined, 200), request('c')];
    expect(await listed(fresh, [request('b'), request('a', undefined, 404)])).toEqual(['c', 'b 200', 'a 404']);
  });

  it('is as long as was asked', async () => {
    expect(await listed([request('b'), request('c')], [request('a')], 2)).toEqual(['c', 'b']);
  });

  it('leaves out polls where they are not wanted, also those that the store has not got yet', async () => {
    const fresh = [request('poll', EVENTS), request('b')];
    expect(await listed(fresh, [request('a')], 500, false)).toEqual(['b', 'a']);
    expect(await listed(fresh, [request('a')])).toEqual(['b', 'poll', 'a']);
  });
});
