import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newToken } from '../../electron/events/event-settings.ts';
import {
  type ReceivedRequest,
  type Receiver,
  type ReceiverOptions,
  receiverPath,
  startReceiver,
} from '../../electron/events/receiving/receiver.ts';

const token = newToken();
let receiver: Receiver;
let delivered: ReceivedRequest[];
let refused: string[];

const start = async (more: Partial<ReceiverOptions> = {}) => {
  receiver = await startReceiver({
    port: 0,
    token,
    allowedHosts: () => ['tunnel.example.com'],
    deliver: async (got) => {
      delivered.push(got);
      return { status: 200, code: 'good' };
    },
    refused: (reason) => void refused.push(reason),
    now: Date.now,
    ...more,
  });
};

/** One request on a connection of its own, with full control over its headers. */
const send = async (
  more: { method?: string; path?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<{ status: number; body: string }> => {
  const sent = request({
    host: '127.0.0.1',
    port: receiver.port,
    method: more.method ?? 'POST',
    path: more.path ?? receiverPath(token),
    headers: { host: `127.0.0.1:${receiver.port}`, ...more.headers },
    agent: false,
  });
  // An early answer cuts the upload off; the answer is what counts.
  sent.on('error', () => undefined);
  sent.end(more.body ?? '{}');
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode, body };
};

/** Raw bytes on a socket; resolves with all that was answered once the other side closes. */
const sendRaw = async (bytes: string, more: 'to come' | 'no more' = 'to come'): Promise<string> => {
  const socket = connect(receiver.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  if (more === 'no more') socket.end(bytes);
  else socket.write(bytes);
  await once(socket, 'close');
  return answer;
};

beforeEach(() => {
  delivered = [];
  refused = [];
});

afterEach(() => receiver.close());

describe('the receiver', () => {
  it('hands the raw bytes and headers of a delivery over', async () => {
    await start();
    const body = Uint8Array.from([0x7b, 0xff, 0x00, 0x7d]);
    expect(await send({ body, headers: { 'X-Brand-Webhook-Salt': 'abc' } })).toEqual({
      status: 200,
      body: '{"result":"good"}',
    });
    expect(delivered[0]?.body).toEqual(body);
    expect(delivered[0]?.headers['x-brand-webhook-salt']).toBe('abc');
    expect(delivered[0]?.rawHeaders).toContainEqual(['X-Brand-Webhook-Salt', 'abc']);
  });

  it('listens on the loopback address only', async () => {
    await start();
    const probe = connect(receiver.port, '::1');
    const [error] = await once(probe, 'error');
    expect(error.code).toMatch(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/);
  });

  it.each([
    ['a foreign Host', { headers: { host: 'evil.example' } }, 421, 'wrong_host'],
    ['a Host that begins like ours', { headers: { host: '127.0.0.1.evil.example' } }, 421, 'wrong_host'],
    ['another path', { path: '/webhook/guess' }, 404, 'wrong_path'],
    ['the root', { path: '/' }, 404, 'wrong_path'],
    ['a longer path', { path: `${receiverPath(token)}x` }, 404, 'wrong_path'],
    ['GET', { method: 'GET' }, 405, 'wrong_method'],
    ['PUT', { method: 'PUT' }, 405, 'wrong_method'],
    ['a body that says it is too large', { headers: { 'content-length': '104857600' } }, 413, 'too_large'],
  ])('refuses %s', async (_, more, status, reason) => {
    await start();
    expect((await send(more)).status).toBe(status);
    expect(refused).toEqual([reason]);
    expect(delivered).toEqual([]);
  });

  it('serves a tunnel by its name, with or without a port, and its own names', async () => {
    await start();
    for (const host of ['tunnel.example.com', 'Tunnel.Example.com:443', 'localhost:1', '127.0.0.1']) {
      expect((await send({ headers: { host } })).status).toBe(200);
    }
  });

  it('stops reading 100 MB that do not say how many they are', async () => {
    await start({ maxBodyBytes: 100_000 });
    let written = 0;
    const sent = request({
      host: '127.0.0.1',
      port: receiver.port,
      method: 'POST',
      path: receiverPath(token),
      headers: { 'transfer-encoding': 'chunked' },
      agent: false,
    });
    sent.on('error', () => undefined);
    const answered = once(sent, 'response');
    const block = Buffer.alloc(64 * 1024, 'x');
    const pump = () => {
      while (!sent.destroyed && written < 100 * 1024 * 1024) {
        written += block.length;
        if (!sent.write(block)) return void sent.once('drain', pump);
      }
    };
    pump();
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    sent.destroy();
    // What the sockets' buffers took, and not the rest.
    expect(written).toBeLessThan(20 * 1024 * 1024);
    expect(delivered).toEqual([]);
    expect(refused).toEqual(['too_large']);
  });

  it('gives up on a body that dribbles in', async () => {
    await start({ requestMs: 200 });
    const answer = await sendRaw(
      `POST ${receiverPath(token)} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{`,
    );
    expect(answer).toContain('408');
    expect(refused).toEqual(['too_slow']);
    expect(delivered).toEqual([]);
  });

  it('gives up on headers that dribble in', async () => {
    await start({ requestMs: 200 });
    expect(await sendRaw(`POST ${receiverPath(token)} HTTP/1.1\r\nHost: 127.`)).toContain('408');
    expect(refused).toEqual(['too_slow']);
  });

  it.each([
    ['no HTTP at all', '\x16\x03\x01 hello\r\n\r\n'],
    ['headers without an end', `GET / HTTP/1.1\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`],
    ['two lengths', `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length and chunks',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ])('refuses %s', async (_, bytes) => {
    await start();
    expect(await sendRaw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d|^$/);
    expect(refused).toEqual(['malformed']);
    expect(delivered).toEqual([]);
  });

  it('answers only when the delivery was taken care of', async () => {
    let finish = () => {};
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await start({
      deliver: async () => {
        begun();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return { status: 503, retryAfter: 30, code: 'not_stored' };
      },
    });
    let isAnswered = false;
    const answer = send().then((got) => {
      isAnswered = true;
      return got;
    });
    await started;
    expect(isAnswered).toBe(false);
    finish();
    expect((await answer).status).toBe(503);
  });

  it('says which port is taken', async () => {
    await start();
    const again = startReceiver({
      port: receiver.port,
      token,
      allowedHosts: () => [],
      deliver: async () => ({ status: 200, code: 'good' }),
      refused: () => undefined,
      now: Date.now,
    });
    await expect(again).rejects.toMatchObject({ code: 'port_taken' });
  });

  it('survives whatever is sent to it, and hands over nothing that is no whole request', async () => {
    await start({ requestMs: 300, maxBodyBytes: 2_000 });
    const good = `POST ${receiverPath(token)} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}`;
    const edits = fc.array(
      fc.record({
        at: fc.nat(good.length),
        remove: fc.nat(8),
        insert: fc.string({ unit: 'binary-ascii', maxLength: 12 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        let request = good;
        for (const { at, remove, insert } of list) request = request.slice(0, at) + insert + request.slice(at + remove);
        const answer = await sendRaw(request, 'no more');
        expect(answer).toMatch(/^$|^HTTP\/1\.1 [1245]\d\d /);
      }),
      { numRuns: 60 },
    );
    expect(delivered.every(({ body }) => body.length <= 2_000)).toBe(true);
    expect((await send()).status).toBe(200);
  });
});
