import { describe, expect, it } from 'vitest';
import { openIngestSession, WINDOW_BYTES } from '../../../electron/engine/ingest-session.ts';

/** Of what may be under way. */
const HALF = new Uint8Array(WINDOW_BYTES / 2);

/** A session whose engine takes a chunk when a test says so. */
function session() {
  const calls: string[] = [];
  const pending: { take: () => void; refuse: (error: Error) => void }[] = [];
  const opened = openIngestSession('s', (name) => {
    calls.push(name);
    if (name !== 'ingest.chunk')
      return name === 'ingest.abort' ? Promise.reject(new Error('gone')) : Promise.resolve('result');
    return new Promise((resolve, reject) => pending.push({ take: () => resolve(undefined), refuse: reject }));
  });
  return { opened, calls, pending };
}
/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('an ingest session', () => {
  it('holds back while the engine has more than it can take', async () => {
    const { opened, pending } = session();
    await opened.write(HALF);
    await opened.write(HALF);
    const third = opened.write(HALF);
    expect(await isSettled(third)).toBe(false);
    pending[0]?.take();
    expect(await isSettled(third)).toBe(true);
  });

  it('that the engine refused rejects: the write that waits, and every later one', async () => {
    const { opened, calls, pending } = session();
    await opened.write(HALF);
    await opened.write(HALF);
    const third = opened.write(HALF);
    pending[0]?.refuse(new Error('no feed'));
    await expect(third).rejects.toThrow('no feed');
    await expect(opened.write(HALF)).rejects.toThrow('no feed');
    expect(calls).toHaveLength(3);
  });

  it('ends with the engine’s answer, and is dropped without a complaint', async () => {
    const { opened, calls } = session();
    expect(await opened.finish()).toBe('result');
    await opened.abort();
    expect(calls).toEqual(['ingest.finish', 'ingest.abort']);
  });
});
