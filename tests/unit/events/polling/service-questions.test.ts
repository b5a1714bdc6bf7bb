import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { ServiceQuestions } from '../../../../electron/events/polling/service-questions.ts';
import type { EventsApi } from '../../../../electron/events/ports.ts';
import { memoryLog, someApi } from '../memory-log.ts';
import { sent } from '../sample.ts';

const never = new AbortController().signal;

async function make(change: Partial<EventsApi> = {}) {
  const api = { ...someApi, ...change };
  const { log, pages, calls } = await memoryLog(api);
  return { questions: new ServiceQuestions(log, api), pages, calls };
}

describe('a question about one event', () => {
  it('keeps the answer as history, and says whether it was new', async () => {
    const { questions, pages } = await make();
    expect(await questions.lookup('event-1', never)).toEqual({ fresh: true, isSame: true });
    expect(await questions.lookup('event-1', never)).toEqual({ fresh: false, isSame: true });
    expect(pages[0]).toMatchObject({ way: 'lookup', history: true, events: [{ uid: 'event-1' }] });
  });

  it('says that the service answered with another event, and keeps that one', async () => {
    const { questions, pages } = await make({ one: async () => sent(2) });
    expect(await questions.lookup('event-1', never)).toEqual({ fresh: true, isSame: false });
    expect(pages).toMatchObject([{ events: [{ uid: 'event-2' }] }]);
  });

  it('keeps that the service does not know it, but not that it could not be asked', async () => {
    let code = 'event_not_found';
    const { questions, calls } = await make({
      one: async () => {
        throw new AppError({ code, message: 'no' });
      },
    });
    await expect(questions.lookup('event-1', never)).rejects.toMatchObject({ code });
    code = 'network_timeout';
    await expect(questions.lookup('event-2', never)).rejects.toMatchObject({ code });
    expect(calls['events.deny']).toMatchObject([{ uid: 'event-1' }]);
  });
});

describe('marking as delivered', () => {
  it('goes on after a refusal, and keeps what was done, each once', async () => {
    const asked: string[] = [];
    const { questions, calls } = await make({
      markDelivered: async (uid) => {
        asked.push(uid);
        if (uid === 'b') throw new Error('refused');
        return {};
      },
    });
    expect(await questions.markDelivered(['a', 'b', 'a', 'c'], never)).toEqual([
      { uid: 'a', ok: true },
      { uid: 'b', ok: false, error: 'refused' },
      { uid: 'c', ok: true },
    ]);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(calls['events.setDelivered']).toMatchObject([{ uids: ['a', 'c'], delivered: true }]);
  });

  it('ends when it is cancelled', async () => {
    const stop = new AbortController();
    const { questions, calls } = await make({
      markDelivered: async () => {
        stop.abort();
        throw new Error('aborted');
      },
    });
    await expect(questions.markDelivered(['a'], stop.signal)).rejects.toThrow('aborted');
    expect(calls['events.setDelivered']).toBeUndefined();
  });
});
