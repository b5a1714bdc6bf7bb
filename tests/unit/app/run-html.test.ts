import { expect, it } from 'vitest';
import { htmlOfRuns } from '../../../electron/app/run-html.ts';
import type { StoredRecord } from '../../../electron/engine/index.ts';
import { newRun } from '../../../electron/support-desk/run-parts.ts';
import type { RequestView } from '../../../shared/contract/requests.ts';
import { partsWith } from './handlers/parts.ts';

interface Asked {
  limit: number;
  filters?: { method?: string[] };
}

/** The page of a run with these requests in the log, newest first. */
async function pageOf(log: readonly RequestView[]): Promise<string> {
  const list = ({ limit, filters }: Asked) => {
    const found = log.filter(({ method }) => filters?.method?.includes(method) ?? true);
    return { rows: found.slice(0, limit), matching: found.length, total: log.length };
  };
  const none = { rows: [], people: [], descriptions: [] };
  const parts = partsWith({
    requestLog: { flush: async () => undefined },
    connections: {
      workspaces: { get: (() => ({ name: 'North' })) as never },
      bases: (async () => ({ apiBase: 'https://utility.example/api' })) as never,
      secretTexts: async () => [],
    },
    engine: {
      call: (async (name: string, input: Asked) => {
        if (name === 'jobs.stored') return [];
        return name === 'requests.list' ? list(input) : none;
      }) as never,
    },
  });
  const view = newRun('w', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 0);
  return await htmlOfRuns(parts, 'w', [{ view, state: { view, observation: undefined } } as unknown as StoredRecord]);
}

const request = (at: number, method: string): RequestView => ({
  id: String(at),
  at,
  method,
  url: `https://utility.example/api/${method}`,
  tokenClass: 'api',
  status: 200,
  bytes: 0,
  waitedMs: 0,
  attempt: 1,
});
const polls = (count: number) => Array.from({ length: count }, (_, n) => request(count + 1 - n, 'GET'));

it('the page of a run with many requests has the submission, and says how many it does not show', async () => {
  const page = await pageOf([...polls(2500), request(1, 'POST')]);
  expect(page).toContain('POST /api/POST → 200');
  expect(page).toContain('2000 times alike');
  expect(page).toContain('Older requests for it that are in the log, and not shown: 500.');
});

it('the page of a run with few requests shows each once', async () => {
  const page = await pageOf([...polls(3), request(1, 'POST')]);
  expect(page.match(/POST \/api/g)).toHaveLength(1);
  expect(page).toContain('3 times alike');
  expect(page).not.toContain('not shown');
});
