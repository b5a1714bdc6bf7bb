import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Post } from '../../../../electron/events/receiving/post.ts';
import { rehearsedEvents, replayDelivery, replayedHeaders } from '../../../../electron/events/receiving/rehearsal.ts';

const ADDRESS = 'http://127.0.0.1:4100/';
const input = { type: 'meter_created', count: 1, shuffle: false };

describe('rehearsed events', () => {
  it('have different uids, and times that rise by a millisecond in microseconds', () => {
    const events = rehearsedEvents({ ...input, count: 3 }, ADDRESS, Date.UTC(2026, 0, 2, 3, 4, 5, 999));
    expect(events.map(({ ts }) => ts)).toEqual([
      '2026-01-02T03:04:05.999000+00:00',
      '2026-01-02T03:04:06.000000+00:00',
      '2026-01-02T03:04:06.001000+00:00',
    ]);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(3);
    expect(events.every(({ uid }) => String(uid).startsWith('rehearsal-'))).toBe(true);
    expect(events[0]).toMatchObject({ delivery_method: 'webhook', delivery_target: ADDRESS, is_delivered: false });
  });

  it('name the subjects that their type needs, and what was given besides', () => {
    const members = (type: string, given: object = {}) =>
      Object.fromEntries(
        Object.entries(rehearsedEvents({ ...input, type, ...given }, ADDRESS, 0)[0] ?? {}).filter(([name]) =>
          /^(authorization|meter|form)_uid$/.test(name),
        ),
      );
    expect(members('meter_created')).toEqual({
      authorization_uid: 'rehearsal-authorization',
      meter_uid: 'rehearsal-meter',
    });
    expect(members('authorization_created')).toEqual({ authorization_uid: 'rehearsal-authorization' });
    expect(members('something_new')).toEqual({});
    expect(members('something_new', { form: ' f1 ', meter: '  ' })).toEqual({ form_uid: 'f1' });
  });

  it('are the same events in another order when they are shuffled', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
        const times = (shuffle: boolean) =>
          rehearsedEvents({ ...input, count, shuffle }, ADDRESS, 1_000).map(({ ts }) => String(ts));
        expect(times(true).sort()).toEqual(times(false));
      }),
    );
    const mixed = rehearsedEvents({ ...input, count: 500, shuffle: true }, ADDRESS, 0).map(({ ts }) => String(ts));
    expect(mixed).not.toEqual([...mixed].sort());
  });
});

describe('a replay', () => {
  const kept = {
    headers: [
      ['Host', 'a'],
      ['AUTHORIZATION', 'b'],
      ['Content-Length', '2'],
      ['X-Signature', 's'],
      ['Content-Type', 'application/json'],
    ] as [string, string][],
    body: new Uint8Array([0, 255]),
    answer: 200,
  };
  const answering =
    (status: number | undefined, sent: unknown[] = []): Post =>
    async (...request) => {
      sent.push(request);
      return { status, error: undefined, body: 'said', durationMs: 4 };
    };

  it('sends the bytes with the headers of the message, and compares the answers', async () => {
    const sent: unknown[] = [];
    const same = await replayDelivery(kept, 'http://localhost:1/hook', answering(200, sent));
    expect(sent).toEqual([
      ['http://localhost:1/hook', { 'X-Signature': 's', 'Content-Type': 'application/json' }, kept.body],
    ]);
    expect(same).toEqual({ status: 200, error: undefined, body: 'said', durationMs: 4, first: 200, same: true });
    expect(await replayDelivery(kept, ADDRESS, answering(500))).toMatchObject({ first: 200, same: false });
    expect(await replayDelivery(kept, ADDRESS, answering(undefined))).toMatchObject({ same: false });
  });

  it.each(['http://example.org/', 'http://127.0.0.1.example.org/', 'http://10.0.0.1/', 'ftp://127.0.0.1/'])(
    'never goes to %s',
    async (url) => {
      const sent: unknown[] = [];
      await expect(replayDelivery(kept, url, answering(200, sent))).rejects.toMatchObject({ code: 'not_local' });
      expect(sent).toEqual([]);
    },
  );

  it('drops hidden headers in any case of letters', () => {
    expect(
      replayedHeaders([
        ['cOOkie', 'x'],
        ['Proxy-Authorization', 'y'],
        ['te', 'z'],
        ['Test', 'kept'],
      ]),
    ).toEqual({
      Test: 'kept',
    });
  });
});
