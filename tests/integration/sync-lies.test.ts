/** Services that lie in HTTP or in what they send: the state of the job, its cursor and the store are true, and the next sync is whole. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobView, WaitView } from '../../shared/contract/jobs.ts';
import { customerFeed } from '../fixtures/customer-feed.ts';
import {
  AUTHORIZATION,
  authorizations,
  type Lie,
  type LyingService,
  startLyingService,
  typeOf,
} from './lying-service.ts';
import { type SyncBench, startSyncBench, WORKSPACE } from './sync-bench.ts';

const BATCH = /\/Batch\/Subscription\//;
const API = /\/api\/v2\//;
const LOGIN = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>';
const TOKENS = { token: async () => 'secret-token', refresh: async () => undefined };

let service: LyingService;
let bench: SyncBench;
/** What a sync of the truth leaves. */
let whole: Awaited<ReturnType<SyncBench['contents']>>;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  service = await startLyingService();
  await freshBench();
  expect(await synced()).toMatchObject({ state: 'done', failures: [] });
  whole = await bench.contents();
  expect(whole.usagePoints).toMatchObject([{ id: `${AUTHORIZATION}~2001`, readings: 288 }]);
});
beforeEach(() => service.lie());
afterEach(() => service.lie());
afterAll(async () => {
  for (const close of cleanUp.reverse()) await close();
  await service.close();
});

/** Makes `bench` a new program on an empty data folder. */
async function freshBench(options: { idleTimeoutMs?: number; buildingDeadlineMs?: number } = {}): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sync-lies-'));
  const line = {
    espi_base: `${service.url}/DataCustodian/espi/1_1/resource`,
    api_base: `${service.url}/api/v2`,
    authorizations: [{ auth_uid: AUTHORIZATION, access_token: 'secret-token' }],
    // Not asked: the tokens are there.
    ...{ token_endpoint: '', client_id: '', client_secret: '', registration_access_token: '', api_token: '' },
  };
  const fresh = await startSyncBench(folder, line, { tokens: TOKENS, ...options });
  cleanUp.push(
    () => rm(folder, { recursive: true, force: true }),
    () => fresh.close(),
  );
  bench = fresh;
}

/** Syncs to the end, and looks at every wait; the countdowns are cut short, as a person may. */
async function synced(onWait: (wait: WaitView) => void = () => undefined, full = false): Promise<JobView> {
  const seen = new Set<string>();
  const stop = bench.http.waits.subscribe((waits) => {
    for (const wait of waits) {
      if (seen.has(wait.id)) continue;
      seen.add(wait.id);
      onWait(wait);
      queueMicrotask(() => bench.http.waits.askNow(wait.id));
    }
  });
  const { id } = await bench.jobs.start('sync', WORKSPACE, { authorizations: [AUTHORIZATION], full });
  const view = await bench.jobs.ended(id);
  stop();
  return view;
}

const cursors = () => bench.engine.call('cursors.list', { workspace: WORKSPACE, prefix: 'sync/' });
const asked = (address: RegExp) => service.requests.filter((one) => address.test(one.path));

/** Nothing is kept of a lie, at first and over a whole store, and the next sync is whole. */
async function expectNothingKept(lie: Lie, code: string, sends: number, address = BATCH): Promise<void> {
  for (const full of [false, true]) {
    const before = [await cursors(), await bench.contents()];
    service.lie(address, lie);
    const view = await synced(undefined, full);
    expect(view).toMatchObject({ state: 'failed', error: { code }, failures: [{ error: { code } }] });
    expect(asked(address)).toHaveLength(sends);
    expect([await cursors(), await bench.contents()]).toEqual(before);
    service.lie();
    expect(await synced()).toMatchObject({ state: 'done', failures: [] });
    expect(await bench.contents()).toEqual(whole);
    expect(await cursors()).toHaveLength(1);
  }
}

const sized = (response: ServerResponse, body: string, length: number) => {
  response.writeHead(200, { ...typeOf(body), 'content-length': length });
};

describe('an answer that is none', () => {
  beforeEach(() => freshBench({ idleTimeoutMs: 150 }));

  it('a page to sign in, with status 200', async () => {
    await expectNothingKept(
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN),
      'feed_not_atom',
      1,
    );
  });

  it('the page to sign in, called a feed', async () => {
    await expectNothingKept((_, response) => response.writeHead(200, typeOf('<')).end(LOGIN), 'feed_not_atom', 1);
  });

  it('nothing at all', async () => {
    await expectNothingKept((_, response) => response.writeHead(200, typeOf('<')).end(), 'answer_cut', 5);
  });

  it('an answer without content (204)', async () => {
    await expectNothingKept((_, response) => response.writeHead(204).end(), 'answer_cut', 5);
  });

  it('a content length that is too long', async () => {
    const lie: Lie = (_, response, truth) => {
      sized(response, truth, truth.length + 10);
      response.write(truth, () => response.socket?.end());
    };
    await expectNothingKept(lie, 'connection_cut', 5);
  });

  it('a content length that is too short: what is beyond it harms no other request', async () => {
    const lie: Lie = (_, response, truth) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/atom+xml\r\ncontent-length: ${truth.length - 400}\r\n\r\n`;
      response.socket?.write(head + truth);
    };
    await expectNothingKept(lie, 'answer_cut', 5);
  });

  it('a body that falls silent, and one that drips slowly but comes', async () => {
    await expectNothingKept(
      (_, response, truth) => void response.writeHead(200, typeOf(truth)).write(truth.slice(0, 500)),
      'network_timeout',
      5,
    );
    service.lie(BATCH, (_, response, truth) => {
      response.writeHead(200, typeOf(truth));
      const parts = Array.from({ length: 10 }, (__, part) =>
        truth.slice((part * truth.length) / 10, ((part + 1) * truth.length) / 10),
      );
      const drip = () => {
        const part = parts.shift();
        if (part === undefined) response.end();
        else response.write(part, () => setTimeout(drip, 50));
      };
      drip();
    });
    expect(await synced(undefined, true)).toMatchObject({ state: 'done', failures: [] });
    expect(asked(BATCH)).toHaveLength(1);
    expect(await bench.contents()).toEqual(whole);
  });
});

describe('redirects', () => {
  beforeEach(() => freshBench());
  const to =
    (location: string, status = 302): Lie =>
    (_, response) =>
      response.writeHead(status, { location }).end();

  it('that lead in a circle are given up', async () => {
    await expectNothingKept(
      (request, response) => response.writeHead(302, { location: request.url ?? '' }).end(),
      'redirect_refused',
      6,
    );
    let turn = 0;
    const circle: Lie = (request, response) =>
      response.writeHead(307, { location: `${request.url?.split('?')[0]}?turn=${++turn % 2}` }).end();
    await expectNothingKept(circle, 'redirect_refused', 6);
  });

  it('that lead nowhere are given up', async () => {
    for (const location of ['http://', 'file:///etc/passwd', 'javascript:alert(1)', 'http://example.com/feed']) {
      await expectNothingKept(to(location), 'redirect_refused', 1);
    }
  });

  it('to another origin take no token along, and bring none back', async () => {
    const seen: (string | undefined)[] = [];
    let answer: (response: ServerResponse) => void = () => undefined;
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      answer(response);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => new Promise((resolve) => void other.close(resolve).closeAllConnections()));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/feed`;

    answer = (response) => response.writeHead(401).end();
    await expectNothingKept(to(elsewhere), 'token_not_sent', 1);
    // Back again, the service does not know who asks.
    const batch = `${service.url}/DataCustodian/espi/1_1/resource/Batch/Subscription/${AUTHORIZATION}`;
    answer = (response) => response.writeHead(302, { location: batch }).end();
    service.lie(BATCH, to(elsewhere), 1);
    expect(await synced(undefined, true)).toMatchObject({ state: 'failed', error: { code: 'token_not_sent' } });
    expect(asked(BATCH).map(({ authorization }) => authorization)).toEqual(['Bearer secret-token', undefined]);
    // A feed that lies there for everybody is one.
    answer = (response) => response.writeHead(200, typeOf('<')).end(service.feed());
    service.lie(BATCH, to(elsewhere), 1);
    expect(await synced(undefined, true)).toMatchObject({ state: 'done' });
    expect(await bench.contents()).toEqual(whole);
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set([undefined]));
  });
});

describe('Retry-After', () => {
  beforeEach(() => freshBench());
  const HOUR = 3_600_000;

  it.each([
    ['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', { asked: true, ms: [250, 275] }],
    ['zero', '0', { asked: true, ms: [250, 275] }],
    ['a date in the far future', 'Fri, 31 Dec 2399 23:59:59 GMT', { asked: true, ms: [HOUR, HOUR + 5_000] }],
    ['more seconds than there are', '9'.repeat(400), { asked: true, ms: [HOUR, HOUR + 5_000] }],
    ['a negative number', '-3', { asked: false, ms: [5_000, 5_500] }],
    ['words', 'in a moment', { asked: false, ms: [5_000, 5_500] }],
    ['a day that there is not', 'Wed, 45 Oct 2015 07:28:00 GMT', { asked: false, ms: [5_000, 5_500] }],
  ])('%s is waited for no longer than an hour and no shorter than a moment', async (_what, value, expected) => {
    const waits: (WaitView & { ms: number })[] = [];
    service.lie(BATCH, (_, response) => response.writeHead(503, { 'retry-after': value }).end(), 1);
    const view = await synced((wait) => waits.push({ ...wait, ms: wait.until - Date.now() }));
    expect(view).toMatchObject({ state: 'done', failures: [] });
    expect(waits).toMatchObject([{ asked: expected.asked, reason: 'unavailable' }]);
    const [least = 0, most = 0] = expected.ms;
    // The clock goes on a little between the answer and this look at it.
    expect(waits[0]?.ms).toBeGreaterThan(least - 250);
    expect(waits[0]?.ms).toBeLessThanOrEqual(most);
    expect(await bench.contents()).toEqual(whole);
  });
});

describe('a feed that is built for ever (202)', () => {
  it.each([
    ['says nothing of when', undefined],
    ['names a moment that is over', 'Wed, 21 Oct 2015 07:28:00 GMT'],
    ['names a day that never comes', 'Fri, 31 Dec 2399 23:59:59 GMT'],
    ['names no time', 'soon'],
  ])(
    'and %s: what it is made of is fetched instead, and where that is built for ever too, the part has failed',
    async (_what, after) => {
      const building: Lie = (_, response) =>
        response.writeHead(202, after === undefined ? {} : { 'retry-after': after }).end();
      await freshBench({ buildingDeadlineMs: 400 });
      service.lie(/resource/, building);
      expect(await synced()).toMatchObject({ state: 'failed', error: { code: 'still_building' } });
      expect([await cursors(), await bench.contents()]).toEqual([[], { authorizations: [], usagePoints: [] }]);
      service.lie(BATCH, building);
      expect(await synced()).toMatchObject({ state: 'done', failures: [] });
      expect((await bench.contents()).usagePoints).toEqual(whole.usagePoints);
      service.lie();
      expect(await synced()).toMatchObject({ state: 'done', failures: [] });
      expect((await bench.contents()).usagePoints).toEqual(whole.usagePoints);
    },
  );
});

describe('a feed that is broken in places', () => {
  beforeEach(() => freshBench());
  const CONTENT_END = '</UsagePoint></content>';
  /** The end tag of a value in the middle of the second of three blocks is another one. */
  const inBlock = (truth: string) => {
    const at = [...truth.matchAll(/<\/value>/g)][144]?.index ?? 0;
    return `${truth.slice(0, at)}</wrong>${truth.slice(at + '</value>'.length)}`;
  };
  /** The second of three blocks comes with this instead of its content. */
  const contentOfBlock = (content: string) => (truth: string) => {
    let block = 0;
    return truth.replace(/<content><IntervalBlock.*?<\/content>/gs, (whole) => (block++ === 1 ? content : whole));
  };
  const breaks: [string, (truth: string) => string][] = [
    ['in a block', inBlock],
    ['in the content of another entry', (truth) => truth.replace('</ServiceCategory>', '</wrong>')],
    ['behind the content of an entry', (truth) => truth.replace(CONTENT_END, `${CONTENT_END}<`)],
    ['in a block whose content is empty', contentOfBlock('<content></content>')],
    ['in a block whose content is a text', contentOfBlock('<content>Internal server error</content>')],
    ['in a block that has no content', contentOfBlock('')],
  ];
  const broken =
    (change: (truth: string) => string): Lie =>
    (_, response, truth) =>
      response.writeHead(200, typeOf(truth)).end(change(truth));

  it.each(breaks)(
    '%s: it is incomplete, what the store had of it stays, and the next sync is whole',
    async (_where, change) => {
      for (const full of [false, true]) {
        const before = [await cursors(), await bench.contents()];
        service.lie(BATCH, broken(change));
        const view = await synced(undefined, full);
        expect(view).toMatchObject({ state: 'incomplete', failures: [{ error: { code: 'answer_damaged' } }] });
        expect(asked(BATCH)).toHaveLength(1);
        expect(await cursors()).toEqual(before[0]);
        if (full) expect(await bench.contents()).toEqual(before[1]);
        service.lie();
        expect(await synced()).toMatchObject({ state: 'done', failures: [] });
        expect(await bench.contents()).toEqual(whole);
        expect(await cursors()).toHaveLength(1);
      }
    },
  );

  it('keeps what can be read where there is nothing yet', async () => {
    service.lie(BATCH, broken(inBlock));
    expect(await synced()).toMatchObject({ state: 'incomplete' });
    expect((await bench.contents()).usagePoints).toMatchObject([{ readings: 96 + 48 + 96 }]);
  });

  it('resource by resource, the others are fetched all the same', async () => {
    await freshBench({ buildingDeadlineMs: 400 });
    service.lie(/Batch\/Subscription|IntervalBlock$/, (request, response, truth) => {
      if (request.url?.includes('Batch')) response.writeHead(202).end();
      else broken(inBlock)(request, response, truth);
    });
    expect(await synced()).toMatchObject({ state: 'incomplete', failures: [{ error: { code: 'answer_damaged' } }] });
    expect(asked(/ElectricPowerQualitySummary$/)).toHaveLength(1);
    expect(await cursors()).toEqual([]);
    service.lie();
    expect(await synced()).toMatchObject({ state: 'done', failures: [] });
    expect(await bench.contents()).toEqual(whole);
  });
});

describe('a feed of something else', () => {
  beforeEach(() => freshBench());

  it('the feed of another customer is refused, and what is there of that one stays', async () => {
    const foreign =
      (value: number): Lie =>
      (_, response) => {
        const feed = service.feed({
          authorization: '1002',
          meter: '2002',
          value: () => value,
          updated: '2024-03-01T00:00:00Z',
        });
        response.writeHead(200, typeOf(feed)).end(feed);
      };
    await expectNothingKept(foreign(1), 'another_authorization', 1);
    const mixed: Lie = (_, response, truth) => {
      const [entry = ''] = /<entry>.*<\/entry>/s.exec(service.feed({ authorization: '1002', meter: '2002' })) ?? [];
      response.writeHead(200, typeOf(truth)).end(truth.replace('</feed>', `${entry}</feed>`));
    };
    await expectNothingKept(mixed, 'another_authorization', 1);
    const blocks: Lie = (_, response) => {
      const feed = service.feed({ authorization: '1002', meter: '2002', parts: ['blocks'] });
      response.writeHead(200, typeOf(feed)).end(feed);
    };
    await expectNothingKept(blocks, 'another_authorization', 1);
  });

  const news = `<feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>News</title><entry><id>n</id>
    <updated>2030-01-01T00:00:00Z</updated><title>t</title><content type="xhtml"><div
    xmlns="http://www.w3.org/1999/xhtml"><p>All is well.</p></div></content></entry></feed>`;
  const authorizationList = `<feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>t</title><entry><id>a</id>
    <updated>2030-01-01T00:00:00Z</updated><content><Authorization xmlns="http://naesb.org/espi"><status>1</status>
    </Authorization></content></entry></feed>`;
  const customers = customerFeed({ authorization: AUTHORIZATION, meter: '2001', street: '5 Elm', serial: 'E400' });
  const withTime = (feed: string) => {
    const [time = ''] = /<entry>.*<\/entry>/s.exec(service.feed({ parts: ['localTime'] })) ?? [];
    return feed.replace('</feed>', `${time}</feed>`);
  };
  const instead =
    (feed: () => string): Lie =>
    (_, response) =>
      response.writeHead(200, typeOf('<')).end(feed());

  it.each([
    ['its customers', () => customers],
    ['its customers with their local time', () => withTime(customers)],
    ['the list of authorizations', () => authorizationList],
    ['news', () => news],
  ])('%s in the place of its batch: nothing is kept, and the next sync is whole', async (_what, feed) => {
    await expectNothingKept(instead(feed), 'another_resource', 1);
  });

  it('a batch in the place of its customers: they are asked for again, and the readings are there', async () => {
    service.lie(
      /Batch\/RetailCustomer/,
      instead(() => service.feed()),
    );
    for (const _sync of [1, 2]) {
      expect(await synced()).toMatchObject({
        state: 'incomplete',
        failures: [{ error: { code: 'another_resource' } }],
      });
      expect(await bench.contents()).toEqual(whole);
    }
    expect(asked(/Batch\/RetailCustomer/)).toHaveLength(2);
    service.lie();
    expect(await synced()).toMatchObject({ state: 'done', failures: [] });
  });

  it('what else comes beside a batch does not move what is asked for next', async () => {
    const [entry = ''] = /<entry>.*<\/entry>/s.exec(news) ?? [];
    service.lie(BATCH, (_, response, truth) =>
      response.writeHead(200, typeOf(truth)).end(truth.replace('</feed>', `${entry}</feed>`)),
    );
    expect(await synced()).toMatchObject({ state: 'done', failures: [] });
    expect(await cursors()).toMatchObject([{ value: expect.stringContaining(`"updatedMin":${Date.UTC(2024, 0, 2)}`) }]);
    expect(await bench.contents()).toEqual(whole);
  });

  it('a self link of the feed that lies changes nothing: its entries say what they are', async () => {
    const links = ['https://example.com/DataCustodian/espi/1_1/resource/Batch/Subscription/1002', 'not an address', ''];
    for (const href of links) {
      service.lie(BATCH, (_, response, truth) => {
        response
          .writeHead(200, typeOf(truth))
          .end(truth.replace('<title>Batch', `<link rel="self" href="${href}"/><title>Batch`));
      });
      expect(await synced(undefined, true)).toMatchObject({ state: 'done', failures: [] });
      expect(await bench.contents()).toEqual(whole);
    }
  });
});

describe('a list of authorizations that names none', () => {
  it('over nothing, and over a full store: what there is a token of is fetched all the same', async () => {
    await freshBench();
    const empty = '<feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>t</title></feed>';
    service.lie(/\/Authorization$/, (_, response) => response.writeHead(200, typeOf(empty)).end(empty));
    for (const filter of [false, true]) {
      const view = await bench.jobs.start('sync', WORKSPACE, {}).then(({ id }) => bench.jobs.ended(id));
      expect(view).toMatchObject({ state: 'done', done: 1, total: 1, failures: [] });
      expect(asked(/\/Authorization$/)).toHaveLength(filter ? 2 : 1);
      expect(asked(BATCH).at(-1)?.path.includes('updated-min=')).toBe(filter);
      expect(await bench.contents()).toEqual(whole);
    }
  });
});

describe('pages of statuses that never end', () => {
  beforeEach(() => freshBench());
  const page =
    (next: string | null, nextMeters: string | null = null): Lie =>
    (request, response) => {
      const body = JSON.stringify(
        request.url?.includes('/meters')
          ? { meters: authorizations().authorizations[0]?.meters.meters, next: nextMeters }
          : authorizations(next, nextMeters),
      );
      response.writeHead(200, typeOf(body)).end(body);
    };
  let number = 0;

  it.each<[string, Lie, string, number]>([
    ['the same one next', page('/api/v2/authorizations?page=1'), 'pages_repeat', 2],
    [
      'always another one, with the same entries',
      (...args) => page(`/api/v2/authorizations?page=${++number}`)(...args),
      'pages_repeat',
      2,
    ],
    [
      'always another one, without entries',
      (_, response) => {
        const body = JSON.stringify({ authorizations: [], next: `/api/v2/authorizations?page=${++number}` });
        response.writeHead(200, typeOf(body)).end(body);
      },
      'pages_repeat',
      4,
    ],
    ['the same one of meters', page(null, '/api/v2/meters?page=1'), 'pages_repeat', 2],
    ['one at another origin', page('https://example.com/api/v2/authorizations?page=2'), 'foreign_next', 1],
    [
      'a page to sign in',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(LOGIN),
      'unexpected_answer',
      1,
    ],
  ])('%s: the readings are there, the job is incomplete, and the next sync is done', async (_what, lie, code, most) => {
    service.lie(API, lie);
    const view = await synced();
    expect(view).toMatchObject({ state: 'incomplete', failures: [{ item: 'statuses and notes', error: { code } }] });
    expect(asked(API).length).toBeLessThanOrEqual(most);
    expect(await bench.contents()).toEqual(whole);
    expect(await cursors()).toHaveLength(1);
    service.lie();
    expect(await synced()).toMatchObject({ state: 'done', failures: [] });
    // Only what is new is asked for.
    expect(asked(BATCH).every(({ path: address }) => address.includes('updated-min='))).toBe(true);
    expect(await bench.contents()).toEqual(whole);
  });
});
