import { describe, expect, it } from 'vitest';
import { unreadableMembers } from '#shared/event-types.ts';
import { incomingEvents } from '../../../electron/events/parse.ts';
import { sent } from './sample.ts';

describe('a list of events', () => {
  it('keeps every entry as it came, in its order, whatever it is', () => {
    const list = [sent(1), { type: 'ping' }, { uid: 'x', ts: 12 }, 'text', null, 7, [sent(2)]];
    const { events, odd } = incomingEvents(list);
    expect(events.map(({ json }) => JSON.parse(json))).toEqual(list);
    expect(odd).toBe(4);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(list.length);
    expect(events.map((event) => unreadableMembers(event).join())).toEqual([
      '',
      'uid,ts',
      'type,ts',
      ...Array(4).fill('everything'),
    ]);
  });

  it('knows an event without a uid again after it was delivered, and from another one', () => {
    const uidOf = (event: unknown) => incomingEvents([event]).events[0]?.uid;
    const event = { type: 'ping', ts: 't', is_delivered: false };
    expect(uidOf({ ...event, is_delivered: true })).toBe(uidOf(event));
    expect(uidOf({ ...event, uid: 1 })).not.toBe(uidOf({ ...event, uid: 2 }));
  });

  it('takes what no text can hold out of an event, and keeps the event', () => {
    const half = '\ud800';
    const list = [
      sent(1, { uid: `a${half}`, note: `b${half}`, [`c${half}`]: ['\udfff', '\u{1F600}'] }),
      sent(2, { uid: `a\ud801`, type: `t${half}` }),
      sent(3),
    ];
    const { events } = incomingEvents(list);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(3);
    expect(events.every(({ uid, type, json }) => `${uid}${type}${json}`.isWellFormed())).toBe(true);
    expect(JSON.parse(events[0]?.json ?? '')).toMatchObject({
      uid: 'a\ufffd',
      note: 'b\ufffd',
      'c\ufffd': ['\ufffd', '\u{1F600}'],
    });
    expect(events[0]?.json).not.toMatch(/\\ud/);
    expect(events[2]?.uid).toBe('event-3');
  });

  it('survives an entry that is nested too deep to be printed', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const { events } = incomingEvents([{ ...sent(1), deep }, sent(2)]);
    expect(events.map(({ uid }) => uid)).toEqual(['event-1', 'event-2']);
    expect(events[0]?.json).toContain('too deep');
  });
});
