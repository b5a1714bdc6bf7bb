/** The simulator watches its clients: nothing is found of ours, and each misbehaviour by its row. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowsReport } from '../../electron/common/rows/report.ts';
import { WATCH_ROWS } from '../../electron/simulator/watch/rows.ts';
import { consent, startBench } from './connection-bench.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';
import { type ServiceLine, startSyncBench, WORKSPACE } from './sync-bench.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'client-watch-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const idsOf = ({ tests }: RowsReport, verdict: string) =>
  tests.filter((test) => test.verdict === verdict).map(({ id }) => id);

describe('our own client', () => {
  it('authorizes, renews, and syncs everything through faults, and nothing is found', {
    timeout: 120_000,
  }, async () => {
    const file = path.join(folder, 'report.json');
    const service = await startService([
      ...['--portfolio', '3', '--months', '2', '--watch', file],
      ...['--fault', JSON.stringify({ path: '*/Batch/Subscription/*', cut: true, times: 1 })],
      ...['--fault', JSON.stringify({ path: '*/Batch/RetailCustomer/*', status: 429, retry_after_s: 2, times: 1 })],
    ]);
    const line = service.line as unknown as ServiceLine;
    const client = await startBench(service, {
      openBrowser: async (url) => {
        await fetch(url);
        await fetch(await consent(url, `${service.line.test_prefix}_TEST_residential`, 'allow'));
      },
    });
    const never = new AbortController().signal;
    try {
      await client.flows.start(client.id, undefined, true);
      await expect.poll(() => client.seen.at(-1)?.state, { timeout: 20_000 }).toBe('done');
      const [{ uid: own } = { uid: '' }] = await client.connections.authorized(client.id);
      await client.connections.changeSecrets(client.id, (secrets) => ({
        ...secrets,
        grants: {
          ...Object.fromEntries(
            line.authorizations.map(({ auth_uid, access_token }) => [auth_uid, { token: access_token, obtainedAt: 0 }]),
          ),
          ...secrets.grants,
        },
      }));
      const sync = await startSyncBench(path.join(folder, 'store'), line, { tokens: client.tokens });
      try {
        const { id } = await sync.jobs.start('sync', WORKSPACE, {});
        expect(await sync.jobs.ended(id)).toMatchObject({ state: 'done' });
        await client.connections.keeper(client.id).renewNow('access', own, never);
      } finally {
        await sync.close();
      }
    } finally {
      await client.close();
      await service.stop();
    }
    const [report] = JSON.parse(await readFile(file, 'utf8')) as [RowsReport];
    expect(report.tests.filter(({ verdict }) => verdict === 'fail').map(({ id, came }) => `${id}: ${came}`)).toEqual(
      [],
    );
    // Everything was looked at.
    expect(idsOf(report, 'not_checkable')).toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/(at|ct|rt)_[\w-]{10}/);
  });
});

it('a report that cannot be written is told at the start', async () => {
  await expect(startService(['--watch', path.join(folder, 'none', 'report.json')])).rejects.toThrow(
    /ended with 1 before it listened/,
  );
});

/** A client that does what it is told to. */
function clientOf(service: ServiceProcess) {
  const line = service.line as ServiceProcess['line'] & { token_endpoint: string; client_secret: string };
  const basic = `Basic ${Buffer.from(`${line.client_id}:${line.client_secret}`).toString('base64')}`;
  const [first] = line.authorizations;
  if (!first) throw new Error('The service has no authorization.');
  const authorize = (change: Record<string, string | undefined> = {}, decision?: string) => {
    const fields = {
      response_type: 'code',
      client_id: line.client_id,
      redirect_uri: line.redirect_uri,
      scope: 'FB=4_16_51',
      state: 'x',
      ...change,
    };
    const query = new URLSearchParams(
      Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    if (decision === undefined) return fetch(`${line.authorization_endpoint}?${query}`, { redirect: 'manual' });
    query.set('decision', decision);
    query.set('username', `${line.test_prefix}_TEST_residential`);
    return fetch(line.authorization_endpoint, { method: 'POST', redirect: 'manual', body: query });
  };
  return {
    line,
    first,
    authorize,
    token: (fields: Record<string, string>, headers: Record<string, string> = { authorization: basic }) =>
      fetch(line.token_endpoint, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    async code() {
      const answer = await authorize({}, 'allow');
      const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
      return { grant_type: 'authorization_code', code, redirect_uri: line.redirect_uri };
    },
    espi: (address: string, token = first.access_token) =>
      fetch(line.espi_base + address, { headers: { authorization: `Bearer ${token}` } }).then(
        async (answer) => ({ status: answer.status, text: await answer.text().catch(() => 'cut') }),
        () => ({ status: 0, text: 'cut' }),
      ),
    meters: (query: string) =>
      fetch(`${line.api_base}/meters?${query}`, { headers: { authorization: `Bearer ${line.api_token}` } }),
    batch: `/Batch/Subscription/${first.auth_uid}`,
    points: `/Subscription/${first.auth_uid}/UsagePoint`,
  };
}

type Client = ReturnType<typeof clientOf>;

const refresh = { grant_type: 'refresh_token', scope: 'FB=4_16_51' };

/** What a client does wrong, and the rows that find it. */
const MISBEHAVIOURS: [
  name: string,
  rows: string[],
  act: (client: Client, service: ServiceProcess) => Promise<unknown>,
][] = [
  [
    'sends customers to an address that nobody registered',
    ['OAT001'],
    ({ authorize }) => authorize({ redirect_uri: 'https://elsewhere.example/cb' }),
  ],
  ['sends no state', ['OAT002'], ({ authorize }) => authorize({ state: undefined })],
  ['asks for no scope', ['OAT002'], ({ authorize }) => authorize({ scope: undefined })],
  ['asks for a token in the browser', ['OAT002'], ({ authorize }) => authorize({ response_type: 'token' })],
  [
    'sends client_id beside HTTP Basic',
    ['OAT004'],
    async ({ code, token, line }) => await token({ ...(await code()), client_id: line.client_id }),
  ],
  [
    'proves itself in the form',
    ['OAT004'],
    async ({ code, token, line }) =>
      await token({ ...(await code()), client_id: line.client_id, client_secret: line.client_secret }, {}),
  ],
  [
    'exchanges a code twice',
    ['CODE.once'],
    async ({ code, token }) => {
      const fields = await code();
      for (let times = 0; times < 2; times += 1) await token(fields);
    },
  ],
  [
    'asks for a client_access_token without a scope',
    ['OAT006'],
    ({ token }) => token({ grant_type: 'client_credentials' }),
  ],
  [
    'refreshes without a scope',
    ['OAT008'],
    async ({ code, token }) => {
      const { refresh_token } = (await (await token(await code())).json()) as { refresh_token: string };
      await token({ grant_type: 'refresh_token', refresh_token });
    },
  ],
  [
    'uses a refresh token twice',
    ['REFRESH.once'],
    async ({ code, token }) => {
      const { refresh_token } = (await (await token(await code())).json()) as { refresh_token: string };
      for (let times = 0; times < 2; times += 1) await token({ ...refresh, refresh_token });
    },
  ],
  [
    'puts its token into the query',
    ['TOK.header'],
    ({ line, points, first }) => fetch(`${line.espi_base}${points}?access_token=${first.access_token}`),
  ],
  [
    'reads the data with the registration token',
    ['TOK.class'],
    ({ espi, points, line }) => espi(points, line.registration_access_token),
  ],
  [
    'reads the JSON API with an access token',
    ['TOK.class'],
    ({ line, first }) =>
      fetch(`${line.api_base}/meters`, { headers: { authorization: `Bearer ${first.access_token}` } }),
  ],
  [
    'asks again before Retry-After of 429 is over',
    ['WAIT.retry'],
    async ({ espi, points, batch }, service) => {
      await service.control('POST', '/faults', { path: '*', status: 429, retry_after_s: 5, times: 1 });
      await espi(points);
      await sleep(500);
      await espi(batch);
    },
  ],
  [
    'asks for a batch that is being built before Retry-After is over',
    ['WAIT.retry'],
    async ({ espi, batch }, service) => {
      await service.control('POST', '/faults', { path: '*/Batch/*', status: 202, retry_after_s: 5, times: 1 });
      await espi(batch);
      await sleep(500);
      await espi(batch);
    },
  ],
  ['reads one page of a list', ['PAGE.next'], ({ meters }) => meters('limit=1')],
  [
    'reads one meter by its uid, and one page of all',
    ['PAGE.next'],
    async ({ meters, first }) => {
      await meters(`uids=${first.meters[0]}`);
      await meters('limit=1');
    },
  ],
  [
    'takes a list that was not answered for one that was read',
    ['PAGE.next'],
    async ({ meters }, service) => {
      await service.control('POST', '/faults', { path: '*/meters', status: 500, times: 1 });
      await meters('');
      await meters('limit=1');
    },
  ],
  [
    'exchanges a code with another redirect_uri',
    ['OAT004'],
    async ({ code, token }) => await token({ ...(await code()), redirect_uri: 'http://127.0.0.1:1/elsewhere' }),
  ],
  [
    'refreshes with more than was granted',
    ['OAT008'],
    async ({ code, token }) => {
      const { refresh_token } = (await (await token(await code())).json()) as { refresh_token: string };
      await token({ ...refresh, scope: 'FB=4_16_51_99', refresh_token });
    },
  ],
  [
    'takes a feed that was cut',
    ['CDPTN001'],
    async ({ espi, batch, points }, service) => {
      await service.control('POST', '/faults', { path: '*/Batch/*', cut: true, times: 1 });
      await espi(batch);
      await espi(points);
    },
  ],
  [
    'takes a page of a proxy for a feed',
    ['CDPTN001'],
    async ({ espi, points }, service) => {
      await service.control('POST', '/faults', { path: '*/UsagePoint', status: 200, body: 'html', times: 1 });
      await espi(points);
    },
  ],
  [
    'writes days into a parameter of times',
    ['QRY.form'],
    ({ espi, batch }) => espi(`${batch}?published-min=2026-01-01`),
  ],
];

describe('a client of others', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService(['--portfolio', '2', '--months', '1']);
  });
  afterAll(async () => await service?.stop());

  const reported = async (): Promise<RowsReport> => (await service.control('GET', '/watch')).json.report;

  it.each(MISBEHAVIOURS)('%s', async (_name, rows, act) => {
    await service.control('PUT', '/watch', { on: true });
    await act(clientOf(service), service);
    await service.control('DELETE', '/faults');
    const report = await reported();
    expect(idsOf(report, 'fail')).toEqual(rows);
    for (const { id, failures, cure } of report.tests.filter(({ verdict }) => verdict === 'fail')) {
      const row = WATCH_ROWS.find((one) => one.id === id);
      expect([failures[0]?.message, cure]).toEqual([expect.stringContaining(row?.expected ?? 'none'), row?.cure]);
    }
    expect(JSON.stringify(report)).not.toMatch(/(at|ct|rt)_[\w-]{10}/);
  });

  it('that mends itself has done nothing wrong: it waits, asks again, and reads on', async () => {
    await service.control('PUT', '/watch', { on: true });
    const { espi, batch, line, authorize } = clientOf(service);
    await service.control('POST', '/faults', { path: '*/Batch/*', cut: true, times: 1 });
    await espi(batch);
    expect(idsOf(await reported(), 'fail')).toEqual(['CDPTN001']);
    await service.control('POST', '/faults', { path: '*/Batch/*', status: 503, retry_after_s: 1, times: 1 });
    await espi(batch);
    await sleep(1100);
    await espi(batch);
    let next: string | null = `${line.api_base}/meters?limit=1`;
    while (next !== null) {
      const answer: Response = await fetch(next, { headers: { authorization: `Bearer ${line.api_token}` } });
      next = ((await answer.json()) as { next: string | null }).next;
    }
    await authorize();
    const report = await reported();
    expect(idsOf(report, 'fail')).toEqual([]);
    expect(idsOf(report, 'pass')).toEqual(
      expect.arrayContaining(['CDPTN001', 'WAIT.retry', 'PAGE.next', 'OAT001', 'OAT002', 'TOK.header', 'TOK.class']),
    );
  });

  it('that reads one page and then the whole list has read it', async () => {
    await service.control('PUT', '/watch', { on: true });
    const { meters } = clientOf(service);
    await meters('limit=1');
    await meters('');
    const report = await reported();
    expect([idsOf(report, 'fail'), idsOf(report, 'pass')]).toEqual([[], expect.arrayContaining(['PAGE.next'])]);
  });

  it('is not blamed for answers that were switched on', async () => {
    await service.control('PUT', '/watch', { on: true });
    const { authorize, espi, batch, token } = clientOf(service);
    const answered = async (path: string, status: number, act: () => Promise<{ status: number }>) => {
      await service.control('POST', '/faults', { path, status, times: 1 });
      expect((await act()).status).toBe(status);
    };
    await answered('*/oauth/authorize', 400, () => authorize());
    await answered('*/oauth/authorize', 401, () => authorize());
    await answered('*/ReadServiceStatus', 403, () => espi('/ReadServiceStatus'));
    await answered('*/Batch/*', 400, () => espi(`${batch}?published-min=2026-01-01T00:00:00Z`));
    await answered('*/oauth/token', 401, () => token({ grant_type: 'client_credentials', scope: 'FB=34_35' }));
    const report = await reported();
    expect([idsOf(report, 'fail'), idsOf(report, 'pass')]).toEqual([[], ['TOK.header']]);
    const { came } = report.tests.find(({ id }) => id === 'QRY.form') ?? {};
    expect(came).toBe('no client did anything of that kind that can be judged');
  });

  it('that nobody knows is not said to be sent back to a registered address', async () => {
    await service.control('PUT', '/watch', { on: true });
    expect((await clientOf(service).authorize({ client_id: 'nobody' })).status).toBe(401);
    const report = await reported();
    expect([idsOf(report, 'fail'), idsOf(report, 'pass')]).toEqual([['OAT002'], []]);
  });

  it('is not watched where nobody asked for it, nor what calls itself as it was told to leave out', async () => {
    await service.control('PUT', '/watch', { on: true, ignore: ['node'] });
    const { token, authorize } = clientOf(service);
    await token({ grant_type: 'client_credentials' });
    await service.control('PUT', '/watch', { on: false });
    await token({ grant_type: 'client_credentials' });
    const report = await reported();
    expect(report.notes[0]?.message).toBe('0 requests were watched.');
    // And its answers are as ever.
    expect((await authorize({}, 'allow')).headers.get('location')).not.toContain('gigo');
    expect((await service.control('PUT', '/watch', { on: 'yes' })).status).toBe(400);
  });
});
