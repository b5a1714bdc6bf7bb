import { beforeEach, describe, expect, it, vi } from 'vitest';

type Handler = (event: { senderFrame: unknown }, ...args: unknown[]) => unknown;
const handlers = new Map<string, Handler>();
vi.mock('electron', () => ({
  app: { isReady: () => true },
  protocol: {},
  ipcMain: { handle: (channel: string, handler: Handler) => void handlers.set(channel, handler) },
}));

const { serveCalls, forwardTopics } = await import('../../../electron/desktop/ipc.ts');
const { APP_ORIGIN } = await import('../../../electron/desktop/origin.ts');

const mainFrame = { url: `${APP_ORIGIN}/index.html` };
let window: { isDestroyed(): boolean; webContents: object } | undefined;
const asked: unknown[] = [];
beforeEach(() => {
  asked.length = 0;
  window = { isDestroyed: () => false, webContents: { mainFrame } };
  serveCalls(
    async (name, input) => {
      asked.push([name, input]);
      return { ok: true, value: 1 };
    },
    async (file) => {
      if (file === '/none') throw new Error('gone');
      return `handle of ${file}`;
    },
    () => [window].filter(Boolean) as never, // as much of a window as is looked at
  );
});
const call = async (senderFrame: unknown, ...args: unknown[]) =>
  await handlers.get('meterscope:call')?.({ senderFrame }, ...args);
const file = async (senderFrame: unknown, ...args: unknown[]) =>
  await handlers.get('meterscope:file')?.({ senderFrame }, ...args);
const REFUSED = { ok: false, error: expect.objectContaining({ code: 'wrong_sender' }) };

describe('a call of the window', () => {
  it('is answered where it comes from the page itself', async () => {
    expect(await call(mainFrame, 'app.info', { a: 1 })).toEqual({ ok: true, value: 1 });
    expect(asked).toEqual([['app.info', { a: 1 }]]);
    await call(mainFrame, { toString: () => 'app.info' });
    expect(asked[1]).toEqual(['', undefined]);
  });

  it.each<[string, unknown]>([
    ['a frame in it', { url: mainFrame.url }],
    ['no frame any more', null],
  ])('is refused to %s', async (_who, frame) => {
    expect(await call(frame, 'app.info')).toEqual(REFUSED);
    expect(await file(frame, '/a')).toEqual(REFUSED);
    expect(asked).toEqual([]);
  });

  it.each(['https://evil.example/', `${APP_ORIGIN}.evil.example/`, 'about:blank', ''])(
    'is refused to a page of %s, also in our window',
    async (url) => {
      const foreign = { url };
      window = { isDestroyed: () => false, webContents: { mainFrame: foreign } };
      expect(await call(foreign, 'app.info')).toEqual(REFUSED);
    },
  );

  it('is refused once the window is gone', async () => {
    window = { isDestroyed: () => true, webContents: { mainFrame } };
    expect(await call(mainFrame, 'app.info')).toEqual(REFUSED);
    window = undefined;
    expect(await call(mainFrame, 'app.info')).toEqual(REFUSED);
  });
});

it('a file that the user gave gets a handle, and a failure is a value', async () => {
  expect(await file(mainFrame, '/a')).toEqual({ ok: true, value: { handle: 'handle of /a' } });
  expect(await file(mainFrame, '/none')).toMatchObject({ ok: false, error: { code: 'unexpected' } });
  expect(await file(mainFrame, { path: '/a' })).toEqual(REFUSED);
});

it('topics go to a window that can take them', () => {
  const sent: unknown[] = [];
  let publish: (topic: never, payload: never) => void = () => undefined;
  const contents = { isDestroyed: () => false, isCrashed: () => false, send: (...args: unknown[]) => sent.push(args) };
  forwardTopics(
    { subscribe: (listener: typeof publish) => (publish = listener) } as never,
    () => [{ isDestroyed: () => false, webContents: contents }] as never,
  );
  publish('jobs.changed' as never, { id: 1 } as never);
  contents.isCrashed = () => true;
  publish('jobs.changed' as never, { id: 2 } as never);
  expect(sent).toEqual([['meterscope:topic', 'jobs.changed', { id: 1 }]]);
});
