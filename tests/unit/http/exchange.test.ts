import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capture } from '../../../electron/http/capture.ts';
import { Connectivity } from '../../../electron/http/connectivity.ts';
import { faultError } from '../../../electron/http/errors.ts';
import { Exchange } from '../../../electron/http/exchange.ts';
import { networkFault } from '../../../electron/http/faults.ts';
import { HostQueue } from '../../../electron/http/host-queue.ts';
import { didNotAct, type HttpRequest, IncompleteAnswer } from '../../../electron/http/index.ts';
import type { RawAnswer } from '../../../electron/http/network.ts';
import { Pauses } from '../../../electron/http/pauses.ts';
import { RequestLog, type RequestView } from '../../../electron/http/request-log.ts';
import { Waits } from '../../../electron/http/waits.ts';
import { AppError, isAbort } from '../../../shared/errors.ts';
import { ManualClock } from './manual-clock.ts';

type Answer = { status: number; headers?: Record<string, string>; text?: string; breaks?: string };
interface Sent {
  url: string;
  method: string;
  authorization: string | undefined;
}

let clock: ManualClock;
let waits: Waits;
let log: RequestLog;
let sent: Sent[];
let answers: (Answer | string)[];
let kept: { view: RequestView; capture: Capture | undefined }[];
let parts: ConstructorParameters<typeof Exchange>[0];
beforeEach(() => {
  clock = new ManualClock();
  waits = new Waits(clock);
  log = new RequestLog();
  [sent, answers, kept] = [[], [], []];
  log.captureBy(() => 1024);
  log.addSink({ record: (view, capture) => kept.push({ view, capture }) });
  let ids = 0;
  parts = {
    network: {
      send: async (url, { method, headers }) => {
        sent.push({ url, method, authorization: headers.authorization });
        const next = answers.shift() ?? { status: 200, text: 'good' };
        if (typeof next === 'string') throw Object.assign(new Error(next), { code: next });
        return raw(next);
      },
      drop: () => undefined,
      close: () => undefined,
    },
    clock,
    random: () => 0,
    newId: () => String(++ids),
    queue: new HostQueue(2),
    waits,
    log,
    pauses: new Pauses(clock, waits),
    connectivity: undefined,
    answered: new Set(),
    userAgent: 'test',
  };
});

function raw({ status, headers = {}, text = '', breaks }: Answer): RawAnswer {
  const body = (async function* () {
    yield Buffer.from(text);
    if (breaks) throw Object.assign(new Error(breaks), { code: breaks });
  })();
  return { statusCode: status, httpVersion: '1.1', headers, body, destroy: () => undefined };
}

const read = async ({ body }: { body: AsyncIterable<Uint8Array> }) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const ask = (request: Partial<HttpRequest> = {}, consume = read, signal = new AbortController().signal) =>
  new Exchange(
    parts,
    { method: 'GET', url: 'https://u.example/a', purpose: 'Try', workspace: 'w', ...request },
    signal,
  ).run(consume);
/** Lets the wait that is going on, or comes next, be over. */
async function pass(): Promise<void> {
  await vi.waitFor(() => expect(waits.list()).not.toEqual([]));
  clock.advance(3_600_000);
}
const entries = (...members: (keyof RequestView)[]) => log.list().map((entry) => members.map((name) => entry[name]));

/** A source whose token is renewed to the next of a list. */
function tokens(...values: string[]) {
  let at = 0;
  const noted: string[] = [];
  const source = {
    token: async () => values[at] ?? '',
    refresh: async () => {
      at += 1;
      return values[at];
    },
    noted: (_class: string, _scope: string | undefined, what: string) => noted.push(what),
  };
  return { noted, auth: { source, tokenClass: 'api' } as HttpRequest['auth'] };
}

describe('a request that is answered later', () => {
  it('is sent again under the same call, and says how long it waited', async () => {
    answers = [
      { status: 503, headers: { 'retry-after': '7' } },
      { status: 200, text: 'good' },
    ];
    const answer = ask();
    await vi.waitFor(() => expect(waits.list()[0]?.until).toBe(clock.now() + 7_000));
    clock.advance(7_000);
    expect(await answer).toBe('good');
    expect(entries('id', 'call', 'attempt', 'status', 'waitedMs')).toEqual([
      ['1', '1', 1, 503, 0],
      ['2', '1', 2, 200, 7_000],
    ]);
  });

  it('is given up after so many attempts, with what was answered', async () => {
    answers = Array.from({ length: 2 }, () => ({ status: 500, text: '{"error":"broken"}' }));
    const answer = ask({ limits: { attempts: 2 } });
    answer.catch(() => undefined);
    await pass();
    await expect(answer).rejects.toMatchObject({ status: 500, errorType: 'broken' });
    expect(sent).toHaveLength(2);
  });

  it('holds back all others of the host and token after a 429, and no other', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '60' } }];
    const first = ask(tokens('one'));
    await vi.waitFor(() => expect(waits.list()).toHaveLength(1));
    const same = ask(tokens('one'));
    await vi.waitFor(() => expect(waits.list()[0]?.held).toBe(2));
    expect(await ask({ auth: undefined })).toBe('good');
    expect(await ask({ url: 'https://other.example/', ...tokens('one') })).toBe('good');
    expect(sent).toHaveLength(3);
    clock.advance(60_000);
    expect(await Promise.all([first, same])).toEqual(['good', 'good']);
  });
});

describe('without a network', () => {
  it('a job waits for one before anything is sent; what a person asked for is told at once', async () => {
    let addresses = new Set<string>();
    parts.connectivity = new Connectivity(() => addresses);
    answers = ['ENOTFOUND'];
    await expect(ask({ limits: { attempts: 1 } })).rejects.toMatchObject({ message: 'This computer has no network.' });
    const jobs = [ask({ job: 'one' }), ask({ job: 'one', ...tokens('t') })];
    await vi.waitFor(() => expect(waits.list()).toMatchObject([{ reason: 'offline', held: 2 }]));
    clock.advance(25 * 3_600_000);
    await vi.waitFor(() => expect(waits.list()).toMatchObject([{ id: 'wait-2', reason: 'offline', held: 2 }]));
    expect(sent).toHaveLength(1);
    addresses = new Set(['192.0.2.7']);
    waits.askNow('wait-2');
    expect(await Promise.all(jobs)).toEqual(['good', 'good']);
  });

  it('each job has a wait of its own: to give up one ends no other', async () => {
    parts.connectivity = new Connectivity(() => new Set());
    const one = ask({ job: 'one' });
    const two = ask({ job: 'two', workspace: 'other' });
    await vi.waitFor(() =>
      expect(waits.list()).toMatchObject([
        { reason: 'offline', job: 'one', workspace: 'w', held: 1 },
        { reason: 'offline', job: 'two', workspace: 'other', held: 1 },
      ]),
    );
    waits.cancel('wait-1');
    await expect(one).rejects.toMatchObject({ code: 'wait_cancelled' });
    expect(waits.list()).toMatchObject([{ job: 'two', held: 1 }]);
    waits.askNow('wait-2');
    expect(await two).toBe('good');
  });

  it('this computer itself is asked nevertheless, and a person may insist', async () => {
    parts.connectivity = new Connectivity(() => new Set());
    expect(await ask({ job: 'one', url: 'http://127.0.0.1:1/' })).toBe('good');
    const insisted = ask({ job: 'one' });
    await vi.waitFor(() => expect(waits.list()).toHaveLength(1));
    waits.askNow('wait-1');
    expect(await insisted).toBe('good');
  });
});

/** A source that must fetch its token first; each of these faults ends one try. */
function fetchedToken(...faults: (string | Error)[]) {
  let tries = 0;
  const token = async () => {
    tries += 1;
    const next = faults.shift();
    if (next instanceof Error) throw next;
    if (next === undefined) return 't';
    const cause = Object.assign(new Error(next), { code: next });
    const fault = networkFault(cause);
    if (fault === undefined) throw cause;
    throw faultError(fault, { method: 'POST', url: 'https://id.example/token', purpose: 'Renew' }, 'r', cause);
  };
  const source = { token, refresh: token };
  return { tries: () => tries, auth: { source, tokenClass: 'access' } as HttpRequest['auth'] };
}

describe('a token endpoint that is not reached', () => {
  it('is waited for by a job; a person is told at once', async () => {
    const { auth, tries } = fetchedToken('ENOTFOUND', 'ECONNRESET');
    const answer = ask({ job: 'one', auth });
    await pass();
    await vi.waitFor(() => expect(tries()).toBe(2));
    await pass();
    expect(await answer).toBe('good');
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer t']);
    await expect(ask({ auth: fetchedToken('ENOTFOUND').auth })).rejects.toMatchObject({ code: 'network_unreachable' });
  });

  it('is waited for until there is a network, however long that takes', async () => {
    let addresses = new Set(['192.0.2.7']);
    parts.connectivity = new Connectivity(() => addresses);
    const { auth, tries } = fetchedToken('ENETUNREACH');
    const { token } = auth?.source ?? {};
    if (auth && token) {
      auth.source.token = async (...asked) => {
        if (tries() === 0) addresses = new Set();
        return await token(...asked);
      };
    }
    const answer = ask({ job: 'one', auth });
    await pass();
    await vi.waitFor(() => expect(waits.list()).toMatchObject([{ reason: 'offline' }]));
    expect(tries()).toBe(1);
    addresses = new Set(['192.0.2.8']);
    for (const { id } of waits.list()) waits.askNow(id);
    expect(await answer).toBe('good');
  });

  it('is waited for behind the sign-in page of a network, where it answered before', async () => {
    parts.answered.add('https://id.example');
    const answer = ask({ job: 'one', auth: fetchedToken('CERT_HAS_EXPIRED').auth });
    await vi.waitFor(() => expect(waits.list()).toMatchObject([{ reason: 'portal' }]));
    clock.advance(15_000);
    expect(await answer).toBe('good');
    parts.answered.clear();
    await expect(ask({ job: 'one', auth: fetchedToken('CERT_HAS_EXPIRED').auth })).rejects.toMatchObject({
      code: 'tls_failed',
    });
  });

  it('is given up after the tries of a request, also after a 401; what it refused is not asked again', async () => {
    const never = fetchedToken('ENOTFOUND', 'ENOTFOUND', 'ENOTFOUND');
    const answer = ask({ job: 'one', auth: never.auth, limits: { attempts: 3 } });
    answer.catch(() => undefined);
    await pass();
    await vi.waitFor(() => expect(never.tries()).toBe(2));
    await pass();
    await expect(answer).rejects.toMatchObject({ code: 'network_unreachable' });
    expect(never.tries()).toBe(3);
    const refused = fetchedToken(new AppError({ code: 'oauth_client_refused', message: 'No.' }));
    await expect(ask({ job: 'one', auth: refused.auth })).rejects.toMatchObject({ code: 'oauth_client_refused' });
    expect(refused.tries()).toBe(1);

    const { auth } = fetchedToken();
    if (auth) auth.source.refresh = fetchedToken('ECONNREFUSED').auth?.source.refresh ?? auth.source.refresh;
    answers = [{ status: 401 }, { status: 200, text: 'good' }];
    const renewed = ask({ job: 'one', auth });
    await pass();
    expect(await renewed).toBe('good');
  });
});

describe('a token', () => {
  it('is renewed once after a 401, and what became of it is noted', async () => {
    const { auth, noted } = tokens('old', 'new', 'newer');
    answers = [{ status: 401 }, { status: 200, text: 'good' }];
    expect(await ask({ auth })).toBe('good');
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(noted).toEqual(['refused', 'accepted']);
    answers = [{ status: 401 }, { status: 401 }];
    await expect(ask({ auth })).rejects.toMatchObject({ status: 401 });
  });

  it.each<[string, Answer, Partial<HttpRequest['auth']>]>([
    ['the page of a portal or a proxy', { status: 200, headers: { 'content-type': 'text/html' } }, {}],
    ['an answer that is not understood', { status: 200, text: 'broken' }, {}],
    ['an address that answers any token', { status: 200 }, { anyToken: true }],
  ])('is not proved good by %s', async (_what, answer, more) => {
    const { auth, noted } = tokens('t');
    answers = [answer];
    const understand = async (one: Parameters<typeof read>[0]) => {
      const text = await read(one);
      if (text === 'broken') throw new Error(text);
      return text;
    };
    await ask({ auth: auth && { ...auth, ...more } }, understand).catch(() => undefined);
    expect(noted).toEqual([]);
  });

  it('that is refused where any is answered is refused', async () => {
    const { auth, noted } = tokens('t');
    answers = [{ status: 403 }];
    await expect(ask({ auth: auth && { ...auth, anyToken: true } })).rejects.toMatchObject({ status: 403 });
    expect(noted).toEqual(['refused']);
  });

  it('that only a person can renew is refused at once', async () => {
    answers = [{ status: 401 }];
    await expect(ask(tokens('old'))).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(1);
  });

  it('goes to no other origin, nor again on the way back', async () => {
    answers = [
      { status: 302, headers: { location: '/b' } },
      { status: 302, headers: { location: 'https://other.example/' } },
      { status: 302, headers: { location: '/again' } },
      { status: 302, headers: { location: 'https://u.example/back' } },
    ];
    const { auth, noted } = tokens('t');
    await ask({ auth });
    expect(sent.map(({ url, authorization }) => [new URL(url).host, authorization])).toEqual([
      ['u.example', 'Bearer t'],
      ['u.example', 'Bearer t'],
      ['other.example', undefined],
      ['other.example', undefined],
      ['u.example', undefined],
    ]);
    expect(entries('tokenClass').flat()).toEqual(['api', 'api', 'none', 'none', 'none']);
    expect(noted).toEqual([]);
  });

  it('that a redirect had dropped is not called wrong by who refuses the request: the host is named', async () => {
    for (const status of [401, 403, 404]) {
      answers = [{ status: 302, headers: { location: 'https://other.example/' } }, { status }];
      await expect(ask(tokens('t'))).rejects.toMatchObject({
        code: 'token_not_sent',
        message: expect.stringContaining('other.example'),
      });
    }
  });

  it('is hidden in what is captured, and known as one that must not be kept', async () => {
    await ask(tokens('geheim'));
    const [{ capture } = { capture: undefined }] = kept;
    expect(capture?.sent.headers.authorization).toMatch(/^Bearer /);
    expect(JSON.stringify(capture?.sent)).not.toContain('geheim');
    expect(capture?.secrets).toEqual(['geheim']);
  });

  it('of a client is its name and secret, form-encoded before they are joined', async () => {
    await ask({ method: 'POST', basic: { user: 'a b', password: 'c:d' } });
    expect(sent[0]?.authorization).toBe(`Basic ${Buffer.from('a+b:c%3Ad').toString('base64')}`);
  });
});

describe('an answer that breaks', () => {
  it.each<[string, Answer | string]>([
    ['before its head', 'ECONNRESET'],
    ['in its body', { status: 200, text: 'half', breaks: 'ECONNRESET' }],
  ])('%s is fetched again, and its consumer starts over', async (_where, first) => {
    answers = [first];
    const answer = ask();
    await pass();
    expect(await answer).toBe('good');
    expect(entries('state').flat()).toEqual(['failed', 'answered']);
  });

  it('in its document is fetched again, too', async () => {
    answers = [{ status: 200, text: 'half' }];
    const answer = ask({}, async (stream) => {
      const text = await read(stream);
      if (text === 'half') throw new IncompleteAnswer();
      return text;
    });
    await pass();
    expect(await answer).toBe('good');
  });

  it('is called broken where it broke: at the host that a redirect led to', async () => {
    answers = [{ status: 302, headers: { location: 'https://other.example/b' } }, 'ECONNREFUSED'];
    await expect(ask({ limits: { attempts: 1 } })).rejects.toMatchObject({
      message: expect.stringContaining('other.example refused the connection'),
      details: { url: 'https://other.example/b' },
    });
    expect(log.list().at(-1)?.error?.message).toContain('other.example');
  });

  it('is not asked for again where the request acts: it may have done so', async () => {
    answers = ['ECONNRESET'];
    await expect(ask({ method: 'POST' })).rejects.toMatchObject({ code: 'connection_cut' });
    expect(sent).toHaveLength(1);
  });

  it('is not what a consumer threw: that goes to its caller', async () => {
    const thrown = new Error('mine');
    await expect(ask({}, () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(sent).toHaveLength(1);
    expect(entries('state', 'status')).toEqual([['failed', 200]]);
  });

  it('is cancelled where its caller gave up', async () => {
    const stop = new AbortController();
    const answer = ask(
      {},
      async () => {
        stop.abort();
        throw new Error('whatever');
      },
      stop.signal,
    );
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(entries('state').flat()).toEqual(['cancelled']);
  });
});

it('a place in the line of its host is given back, however a request ends', async () => {
  answers = Array.from({ length: 4 }, (_, n) => (n % 2 === 0 ? { status: 404 } : 'HPE_INVALID'));
  for (let n = 0; n < 4; n += 1) await ask().catch(() => undefined);
  expect(await Promise.all([ask(), ask()])).toEqual(['good', 'good']);
});

it('headers are one text a name, and cookies are left out', async () => {
  let seen: Readonly<Record<string, string>> = {};
  const several = { 'x-two': ['a', 'b'] as unknown as string, 'set-cookie': 'session=1', etag: 'e' };
  answers = [{ status: 200, headers: several }];
  await ask(
    {},
    async ({ headers }: { headers?: Readonly<Record<string, string>>; body: AsyncIterable<Uint8Array> }) => {
      seen = headers ?? {};
      return '';
    },
  );
  expect(seen).toEqual({ 'x-two': 'a, b', etag: 'e' });
});

it('a redirect to another origin takes the client certificate of the workspace from a request, as it takes the token', async () => {
  const shown: [string, string | undefined][] = [];
  const { send } = parts.network;
  parts.network.send = (url, options) => {
    shown.push([url, options.workspace]);
    return send(url, options);
  };
  answers = [
    { status: 302, headers: { location: '/b' } },
    { status: 302, headers: { location: 'https://other.example/c' } },
    { status: 200, text: 'good' },
  ];
  expect(await ask()).toBe('good');
  expect(shown).toEqual([
    ['https://u.example/a', 'w'],
    ['https://u.example/b', 'w'],
    ['https://other.example/c', undefined],
  ]);
});

describe('a request that acts and is stopped', () => {
  /** What it rejects with once it was stopped, after `until`. */
  async function stopped(until: () => Promise<void>) {
    const stop = new AbortController();
    const thrown = ask({ method: 'POST' }, read, stop.signal).then(
      () => undefined,
      (error: unknown) => error,
    );
    await until();
    stop.abort();
    return [isAbort(await thrown), didNotAct(await thrown)];
  }

  it('in a pause of the service surely did not act, before its first send or behind one that was refused', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '60' } }];
    const before = ask();
    await vi.waitFor(() => expect(waits.list()).toHaveLength(1));
    expect(await stopped(() => vi.waitFor(() => expect(waits.list()[0]?.held).toBe(2)))).toEqual([true, true]);
    expect(sent).toHaveLength(1);
    clock.advance(60_000);
    await before;
    answers = [{ status: 429, headers: { 'retry-after': '60' } }];
    expect(await stopped(() => vi.waitFor(() => expect(waits.list()).toHaveLength(1)))).toEqual([true, true]);
  });

  it('in the queue of its host surely did not act', async () => {
    const leave = [
      await parts.queue.enter('https://u.example', new AbortController().signal),
      await parts.queue.enter('https://u.example', new AbortController().signal),
    ];
    expect(await stopped(async () => undefined)).toEqual([true, true]);
    for (const one of leave) one();
    expect(sent).toEqual([]);
  });

  it('while it is sent may have acted', async () => {
    parts.network.send = (_url, { signal }) =>
      new Promise((_, reject) => {
        sent.push({ url: '', method: '', authorization: undefined });
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    expect(await stopped(() => vi.waitFor(() => expect(sent).toHaveLength(1)))).toEqual([true, false]);
  });
});
