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
    kill: () => undefined,
  };
  return {
    channel,
    posted,
    reply: (message: unknown) => reply(message),
    exit: () => exits.forEach((end) => void end(1)),
  };
}

const locate = () => ({ file: 'f', rawFolder: 'r', zone: 'UTC' });

describe('an engine that ends again and again', () => {
  it('is given up after five starts in vain, and says what to do', async () => {
    const started: ReturnType<typeof mute>[] = [];
    const engine = new EngineClient({
      start: () => {
        const process = mute();
        started.push(process);
        return process.channel;
      },
      locate,
    });
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
