import { describe, expect, it } from 'vitest';
import { phasesOf } from '../../../../../renderer/features/requests/phases.ts';
import type { RequestView } from '../../../../../shared/contract/requests.ts';

const phases = (request: Partial<RequestView>) => {
  const found = phasesOf({ url: 'https://a.example/', status: 200, ...request } as RequestView); // nothing else is read
  return Object.fromEntries(found.map(({ id, ms, said }) => [id, ms ?? said]));
};

describe('how long the parts of a request took', () => {
  it('is told in the order of time, waits first', () => {
    const known = {
      waitedMs: 40,
      queuedMs: 5,
      connection: 'new',
      connectMs: 10,
      tlsMs: 20,
      headMs: 130,
      durationMs: 150,
    };
    expect(Object.entries(phases(known as Partial<RequestView>))).toEqual([
      ['waited', 40],
      ['queued', 5],
      ['connect', 10],
      ['tls', 20],
      ['head', 100],
      ['body', 20],
    ]);
  });

  it('is what is known, each part on its own', () => {
    const known = { waitedMs: 5, queuedMs: 0, connectMs: 10, tlsMs: 20, headMs: 100, durationMs: 130 };
    expect(phases(known)).toEqual({ waited: 5, queued: 0, connect: 10, tls: 20, head: 70, body: 30 });
  });

  it('is not known where nobody measured it, which is not nothing', () => {
    expect(phases({})).toEqual({
      waited: 'not known',
      queued: 'not known',
      connect: 'not known',
      tls: 'not known',
      head: 'not known',
      body: 'not known',
    });
    expect(phases({ headMs: 100, durationMs: 130 })).toMatchObject({ connect: 'not known', head: 100, body: 30 });
  });

  it('has no handshake without TLS, and none of a connection that was kept', () => {
    expect(phases({ url: 'http://127.0.0.1/' })).not.toHaveProperty('tls');
    expect(phases({ connection: 'kept' })).toMatchObject({
      connect: expect.stringContaining('kept'),
      tls: expect.stringContaining('kept'),
    });
  });

  it('says that there was no answer, and is never less than nothing', () => {
    expect(phases({ status: undefined })).toMatchObject({ head: 'no answer' });
    expect(phases({ connectMs: 50, headMs: 40, durationMs: 30 })).toMatchObject({ head: 0, body: 0 });
  });
});
