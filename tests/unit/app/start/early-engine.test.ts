import { describe, expect, it } from 'vitest';
import { withEarlyEngine, withLazyEngine } from '../../../../electron/app/start/early-engine.ts';
import { EngineClient } from '../../../../electron/engine/index.ts';
import type { ChildProcessPort, Host } from '../../../../electron/host/index.ts';

/** A child whose parent side can be made to hear something. */
function child() {
  let hear = (_message: unknown): void => undefined;
  let end = (_code: number | null): void => undefined;
  const port: ChildProcessPort = {
    pid: 1,
    postMessage: () => undefined,
    onMessage: (listener) => {
      hear = listener;
    },
    onExit: (listener) => {
      end = listener;
    },
    stdout: null,
    stderr: null,
    kill: () => undefined,
  };
  return { port, says: (message: unknown) => hear(message), ends: (code: number) => end(code) };
}

function hostOf(children: ReturnType<typeof child>[], wrap: (host: Host) => Host = withEarlyEngine) {
  const started: string[] = [];
  const start: Host['start'] = (entry) => {
    const next = children[started.length];
    started.push(entry);
    if (!next) throw new Error('No more children were expected.');
    return next.port;
  };
  // As much of a host as this is about.
  return { host: wrap({ start, paths: { data: '/nowhere' } } as Host), started };
}

describe('an engine that was started early', () => {
  it('is the one that the core gets, once', () => {
    const { host, started } = hostOf([child(), child(), child()]);
    expect(started).toEqual(['engine']);
    host.start('simulator', []);
    host.start('engine', []);
    expect(started).toEqual(['engine', 'simulator']);
    host.start('engine', []);
    expect(started).toEqual(['engine', 'simulator', 'engine']);
  });

  it('loses nothing that it said before anybody listened', () => {
    const engine = child();
    const { host } = hostOf([engine]);
    engine.says('ready');
    const heard: unknown[] = [];
    host.start('engine', []).onMessage((message) => heard.push(message));
    engine.says('reply');
    expect(heard).toEqual(['ready', 'reply']);
  });

  it('tells that it ended, also when that was before anybody listened', () => {
    const [gone, going] = [child(), child()];
    const ended: unknown[] = [];
    const first = hostOf([gone]).host;
    gone.ends(3);
    first.start('engine', []).onExit((code) => ended.push(code));
    hostOf([going])
      .host.start('engine', [])
      .onExit((code) => ended.push(code));
    going.ends(4);
    expect(ended).toEqual([3, 4]);
  });
});

describe('an engine that is not needed at first', () => {
  const lazy = (children: ReturnType<typeof child>[]) => hostOf(children, withLazyEngine);

  it('boots with the first message to it, and is heard from then on', () => {
    const engine = child();
    const { host, started } = lazy([engine]);
    const port = host.start('engine', []);
    const heard: unknown[] = [];
    port.onMessage((message) => heard.push(message));
    port.onExit((code) => heard.push(code));
    expect(started).toEqual([]);
    port.postMessage({ kind: 'call' });
    expect(started).toEqual(['engine']);
    engine.says('ready');
    engine.ends(1);
    expect(heard).toEqual(['ready', 1]);
  });

  it('need not begin to be ended', () => {
    const { host, started } = lazy([]);
    const port = host.start('engine', []);
    const ended: unknown[] = [];
    port.onExit((code) => ended.push(code));
    port.postMessage({ kind: 'stop' });
    expect(ended).toEqual([0]);
    expect(started).toEqual([]);
  });

  it('is like any other when it has to be started again', () => {
    const { host, started } = lazy([child()]);
    host.start('engine', []);
    host.start('engine', []);
    expect(started).toEqual(['engine']);
  });
});

describe('the end of an engine', () => {
  const listeners = (ended: string[]) => ['first', 'second'].map((name) => () => void ended.push(name));

  it('is heard by everybody who listens, whichever way it was started', () => {
    for (const wrap of [withEarlyEngine, withLazyEngine]) {
      const [engine, ended] = [child(), [] as string[]];
      const port = hostOf([engine], wrap).host.start('engine', []);
      for (const listener of listeners(ended)) port.onExit(listener);
      port.postMessage({ kind: 'call' });
      engine.ends(0);
      expect(ended).toEqual(['first', 'second']);
    }
  });

  it('settles every call that is pending, and then the close', async () => {
    for (const wrap of [withEarlyEngine, withLazyEngine]) {
      const engine = child();
      const { host } = hostOf([engine], wrap);
      const client = new EngineClient({
        start: () => host.start('engine', []),
        locate: () => ({ file: 'f', rawFolder: 'r', zone: 'UTC' }),
      });
      const pending = client.call('settings.get', { workspace: 'a', key: 'k' });
      const closed = client.close();
      engine.ends(0);
      await expect(pending).rejects.toMatchObject({ code: 'engine_stopped' });
      await closed;
    }
  });
});
