import { describe, expect, it } from 'vitest';
import type { EngineChannel } from '../../../electron/engine/channel.ts';
import { EngineClient, type EngineState } from '../../../electron/engine/client.ts';

/** A process that never answers; the test ends it. */
function mute() {
  const exits: ((code: number | null) => void)[] = [];
  const posted: { kind: string; name?: string; id?: number }[] = [];
  let reply: (message: unknown) => void = () => undefined;
  const channel: EngineChannel = {
    postMessage: (message) => void posted.push(message as { kind: string }),
    onMessage: (listener) => {
      reply = listener;
    },
    onExit: (listener) => void exits.push(listener),
    kill: () => exits.forEach((end) => void end(null)),
  };
  return {
    channel,
    posted,
    reply: (message: unknown) => reply(message),
    exit: () => exits.forEach((end) => void end(1)),
  };
}

const locate = () => ({ file: 'f', rawFolder: 'r', zone: 'UTC' });

/** An engine with the processes that it started. */
function restartable() {
  const started: ReturnType<typeof mute>[] = [];
  const start = () => {
    const process = mute();
    started.push(process);
    return process.channel;
  };
  return { engine: new EngineClient({ start, locate }), started };
}

describe('an engine that ends again and again', () => {
  it('is given up after five starts in vain, and says what to do', async () => {
    const { engine, started } = restartable();
    const states: EngineState[] = [];
    engine.on('state', (state) => void states.push(state));
    const pending = engine.call('settings.get', { workspace: 'a', key: 'k' });
    for (let n = 0; n < 5; n += 1) started[n]?.exit();
    await expect(pending).rejects.toMatchObject({ code: 'engine_stopped' });
    expect(started).toHaveLength(5);
    expect(states.at(-1)).toBe('failed');
    await expect(engine.call('settings.get', { workspace: 'a', key: 'k' })).rejects.toMatchObject({
      code: 'engine_failed',
      action: expect.stringContaining('Restart'),
    });
  });
});

describe('an engine whose database was invalidated', () => {
  const invalidated = (code: string) => ({ code, message: 'FATAL', details: { invalidated: true } });

  async function asked() {
    const { engine, started } = restartable();
    const first = engine.call('settings.get', { workspace: 'a', key: 'k' });
    const second = engine.call('settings.get', { workspace: 'a', key: 'l' });
    const [process] = started;
    const [opening] = process?.posted.splice(0) ?? [];
    process?.reply({ kind: 'reply', id: opening?.id, ok: true, value: undefined });
    await new Promise(setImmediate);
    const [call] = process?.posted ?? [];
    return {
      engine,
      started,
      first,
      second,
      fail: (code: string) => process?.reply({ kind: 'reply', id: call?.id, ok: false, error: invalidated(code) }),
    };
  }

  it('is started again; every call under way ends as after a crash, so that jobs go on', async () => {
    const { engine, started, first, second, fail } = await asked();
    fail('store_invalidated');
    await expect(first).rejects.toMatchObject({ code: 'engine_stopped' });
    await expect(second).rejects.toMatchObject({ code: 'engine_stopped' });
    expect(started).toHaveLength(2);
    const again = engine.call('settings.get', { workspace: 'a', key: 'k' });
    expect(started[1]?.posted).toMatchObject([{ name: 'store.open' }]);
    started[1]?.exit();
    await expect(again).rejects.toMatchObject({ code: 'engine_stopped' });
  });

  it('says that the disk is full where that was the reason', async () => {
    const { started, first, second, fail } = await asked();
    fail('disk_full');
    await expect(first).rejects.toMatchObject({ code: 'disk_full' });
    await expect(second).rejects.toMatchObject({ code: 'engine_stopped' });
    expect(started).toHaveLength(2);
  });
});

describe('work on the files of a store', () => {
  it('waits for the store to be closed, and lets no call open it meanwhile', async () => {
    const process = mute();
    const engine = new EngineClient({ start: () => process.channel, locate });
    const answerAll = () => {
      for (const { kind, id } of process.posted.splice(0)) {
        if (kind === 'call') process.reply({ kind: 'reply', id, ok: true, value: undefined });
      }
    };
    const names = () => process.posted.map(({ name }) => name);
    let finish = () => {};
    const work = engine.withClosed('a', () => new Promise<void>((resolve) => (finish = resolve)));
    await Promise.resolve();
    expect(names()).toEqual(['store.close']);
    const call = engine.call('settings.get', { workspace: 'a', key: 'k' });
    const elsewhere = engine.call('settings.get', { workspace: 'b', key: 'k' });
    answerAll();
    await new Promise(setImmediate);
    // The other workspace is opened; this one is not.
    expect(process.posted).toEqual([
      expect.objectContaining({ name: 'settings.get', input: { workspace: 'b', key: 'k' } }),
    ]);
    answerAll();
    await elsewhere;
    finish();
    await work;
    await new Promise(setImmediate);
    expect(names()).toEqual(['store.open']);
    answerAll();
    await new Promise(setImmediate);
    answerAll();
    await call;
  });
});

describe('a store that another process holds', () => {
  const locked = { code: 'store_locked', message: 'Another program has it.' };

  /** A process that refuses to open stores as long as it is told to. */
  function holding() {
    const engine = mute();
    const held = { is: true };
    const channel: EngineChannel = {
      ...engine.channel,
      postMessage: (message) => {
        const { kind, name, id } = message as { kind: string; name?: string; id?: number };
        if (kind !== 'call') return;
        const refuses = name === 'store.open' && held.is;
        engine.reply({ kind: 'reply', id, ...(refuses ? { ok: false, error: locked } : { ok: true, value: name }) });
      },
    };
    return { channel, held };
  }

  it('is waited for, with a word about it, and then answers', async () => {
    const { channel, held } = holding();
    const engine = new EngineClient({ start: () => channel, locate });
    const told: string[] = [];
    engine.on('waiting', ({ workspace }) => {
      told.push(`waiting ${workspace}`);
      held.is = false;
    });
    engine.on('opened', ({ workspace }) => void told.push(`opened ${workspace}`));
    expect(await engine.call('settings.get', { workspace: 'a', key: 'k' })).toBe('settings.get');
    expect(told).toEqual(['waiting a', 'opened a']);
  });

  it('is waited for once only, and answers as soon as it is let go', async () => {
    const { channel, held } = holding();
    const engine = new EngineClient({ start: () => channel, locate, lockPatienceMs: 400 });
    let tries = 0;
    engine.on('waiting', () => {
      tries += 1;
    });
    const ask = () => engine.call('settings.get', { workspace: 'a', key: 'k' });
    await expect(ask()).rejects.toMatchObject(locked);
    expect(tries).toBeGreaterThan(1);
    tries = 0;
    await expect(ask()).rejects.toMatchObject(locked);
    expect(tries).toBe(1);
    held.is = false;
    expect(await ask()).toBe('settings.get');
  });
});
