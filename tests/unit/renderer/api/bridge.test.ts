import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  HOW_TO_GET_IN,
  MAX_UPLOAD_BYTES,
  SESSION_KEY_HEADER,
  uploadTooLarge,
} from '../../../../shared/browser-session.ts';

afterEach(() => void vi.unstubAllGlobals());

/** The bridge of a page that was just loaded. */
async function loaded() {
  vi.resetModules();
  return (await import('../../../../renderer/api/bridge.ts')).bridge;
}

describe('a browser tab', () => {
  interface Sent {
    url: string;
    headers: Record<string, string>;
    body: unknown;
  }
  let sent: Sent[];
  /** Opens the stream of topics. */
  let open: (stream: Response) => void;
  let answer: () => Promise<Response>;
  let topics: ReadableStreamDefaultController<Uint8Array>;
  const stream = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          topics = controller;
        },
      }),
    );
  const publish = (topic: string, payload: unknown) =>
    topics.enqueue(new TextEncoder().encode(`event: ${topic}\ndata: ${JSON.stringify(payload)}\n\n`));

  beforeEach(() => {
    sent = [];
    answer = async () => Response.json({ ok: true, value: 1 });
    vi.stubGlobal('window', { location: { href: 'http://127.0.0.1:1/#/w/demo' } });
    vi.stubGlobal('document', { querySelector: () => null });
    vi.stubGlobal('localStorage', { getItem: () => 'key-1' });
    vi.stubGlobal('fetch', (url: string, { headers, body }: Sent) => {
      sent.push({ url, headers, body });
      if (url === '/rpc/events') return new Promise((resolve) => (open = resolve));
      return answer();
    });
  });

  it('makes a call with the key of the session, which no cookie carries', async () => {
    const bridge = await loaded();
    expect(await bridge.call('runs.get', { workspace: 'w', id: 'r' })).toEqual({ ok: true, value: 1 });
    expect(sent).toMatchObject([{ url: '/rpc/runs.get', headers: { [SESSION_KEY_HEADER]: 'key-1' } }]);
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ input: { workspace: 'w', id: 'r' } });
    expect(bridge.locked).toBeUndefined();
  });

  it('says how to get in where it has no key', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null });
    expect((await loaded()).locked).toBe(HOW_TO_GET_IN);
  });

  it.each([
    ['the program has ended', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['something else answers there', async () => new Response('<html>')],
  ])('answers that the program cannot be reached where %s', async (_why, answers) => {
    answer = answers;
    const bridge = await loaded();
    const unreachable = { ok: false, error: { code: 'main_unreachable' } };
    expect(await bridge.call('settings.get', undefined)).toMatchObject(unreachable);
    expect(await bridge.fileHandle(new File(['a'], 'a.xml'))).toMatchObject(unreachable);
  });

  it('has one stream for all topics, and gives each message to those that want it', async () => {
    const bridge = await loaded();
    const [jobs, waits, gone]: [unknown[], unknown[], unknown[]] = [[], [], []];
    bridge.subscribe('jobs.changed', (job) => jobs.push(job));
    bridge.subscribe('waits.changed', (all) => waits.push(all));
    bridge.subscribe('jobs.changed', (job) => gone.push(job))();
    open(stream());
    publish('jobs.changed', { id: 'j' });
    publish('waits.changed', []);
    await vi.waitFor(() => expect(waits).toEqual([[]]));
    expect([jobs, gone]).toEqual([[{ id: 'j' }], []]);
    expect(sent).toMatchObject([{ url: '/rpc/events', headers: { [SESSION_KEY_HEADER]: 'key-1' } }]);
  });

  it('calls nothing before that stream is open: a change after the answer would be missed', async () => {
    const bridge = await loaded();
    bridge.subscribe('jobs.changed', () => {});
    const calling = bridge.call('settings.get', undefined);
    await new Promise(setImmediate);
    expect(sent.map(({ url }) => url)).toEqual(['/rpc/events']);
    open(stream());
    await calling;
    expect(sent.map(({ url }) => url)).toEqual(['/rpc/events', '/rpc/settings.get']);
  });

  it('tells at once whether the program can be reached, and when that changes', async () => {
    const bridge = await loaded();
    const told: boolean[] = [];
    bridge.onConnection((connected) => told.push(connected));
    expect(told).toEqual([true]);
    bridge.subscribe('jobs.changed', () => {});
    open(stream());
    await vi.waitFor(() => expect(topics).toBeDefined());
    topics.close();
    await vi.waitFor(() => expect(told).toEqual([true, false]));
  });

  it('hands a file over byte for byte under its name, and refuses one that is too large before it is sent', async () => {
    answer = async () => Response.json({ ok: true, value: { handle: 'h' } });
    const bridge = await loaded();
    const file = new File(['<feed/>'], 'Zähler & 1.xml');
    expect(await bridge.fileHandle(file)).toEqual({ ok: true, value: { handle: 'h' } });
    expect(sent).toMatchObject([{ url: '/upload?name=Z%C3%A4hler%20%26%201.xml', body: file }]);
    const large = { name: 'large.xml', size: MAX_UPLOAD_BYTES + 1 } as File;
    expect(await bridge.fileHandle(large)).toEqual({ ok: false, error: uploadTooLarge });
    expect(sent).toHaveLength(1);
  });
});

describe('the desktop', () => {
  it('calls over the preload bridge, is always connected, and gives addresses that open its view from outside', async () => {
    const call = vi.fn(async () => ({ ok: true, value: 2 }));
    const desktop = { calls: { 'settings.get': call }, subscribe: () => () => {}, onRoute: () => () => {} };
    vi.stubGlobal('window', { meterscope: desktop });
    const bridge = await loaded();
    expect(await bridge.call('settings.get', undefined)).toEqual({ ok: true, value: 2 });
    const told: boolean[] = [];
    bridge.onConnection((connected) => told.push(connected));
    expect([told, bridge.locked, bridge.linkTo('/w/demo/meters')]).toEqual([
      [true],
      undefined,
      'meterscope://w/demo/meters',
    ]);
  });
});
