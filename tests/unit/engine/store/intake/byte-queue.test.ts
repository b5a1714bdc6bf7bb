import { describe, expect, it } from 'vitest';
import { ByteQueue } from '../../../../../electron/engine/store/intake/byte-queue.ts';

const bytes = Buffer.from('bytes');

describe('the queue between who pushes bytes and who reads them', () => {
  it('ends a push when the bytes were taken', async () => {
    const queue = new ByteQueue();
    const pushed = [queue.push(bytes), queue.push(bytes)];
    queue.end();
    const read: Uint8Array[] = [];
    for await (const piece of queue) read.push(piece);
    expect(read).toHaveLength(2);
    await expect(Promise.all(pushed)).resolves.toHaveLength(2);
  });

  it('refuses the bytes that a reader failed at, those that wait and those that come', async () => {
    const queue = new ByteQueue();
    const pushed = [queue.push(bytes), queue.push(bytes)];
    const failure = new Error('no feed');
    const reading = (async () => {
      for await (const _piece of queue) throw failure;
    })();
    reading.catch((error: unknown) => queue.fail(error));
    for (const push of [...pushed, reading]) await expect(push).rejects.toBe(failure);
    await expect(queue.push(bytes)).rejects.toBe(failure);
  });
});
