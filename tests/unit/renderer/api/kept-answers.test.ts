import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { rendererFile } from '../../../../electron/rpc/renderer-files.ts';
import { seedCache } from '../../../../renderer/api/kept-answers.ts';
import { KEPT_ANSWERS_ID, type KeptAnswer } from '../../../../shared/kept-answers.ts';

const ROOT = new URL('../../../../renderer/', import.meta.url).pathname;
const SERIES = { workspace: 'demo', usagePoint: 'p' };
const KEPT: KeptAnswer[] = [
  { name: 'series.list', input: SERIES, value: [{ label: '</script><b>$& __CSP_NONCE__ "Ü" \u2028' }] },
];

/** What the element of the document holds that is served. */
async function served(keptAnswers?: () => KeptAnswer[]): Promise<string | undefined> {
  const { body } = await rendererFile(ROOT, '/', 'none', keptAnswers ? { keptAnswers } : {});
  const element = new RegExp(`<script id="${KEPT_ANSWERS_ID}" type="application/json">(.*?)</script>`, 's');
  return element.exec(Buffer.from(body).toString('utf8'))?.[1];
}

describe('what was kept of the last screen', () => {
  it('comes with the document, whatever is in it, and is found by the calls of the page', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
    seedCache(client, (await served(() => KEPT)) ?? 'no element');
    // Not asked for while it is there.
    const answer = await client.fetchQuery({
      queryKey: ['series.list', { usagePoint: 'p', workspace: 'demo' }],
      queryFn: () => 'asked',
    });
    expect(answer).toEqual(KEPT[0]?.value);
  });

  it('is nothing where nothing was kept', async () => {
    expect(await served()).toBe('[]');
    const client = new QueryClient();
    seedCache(client, '[]');
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it('is taken for the document only', async () => {
    const taken = () => expect.unreachable('icon.svg is no document');
    expect((await rendererFile(`${ROOT}public`, '/icon.svg', 'none', { keptAnswers: taken })).status).toBe(200);
  });
});
