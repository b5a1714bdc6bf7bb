import { describe, expect, it } from 'vitest';
import { createEventBook } from '../../../../electron/simulator/world/events.ts';
import type { ServiceEvent } from '../../../../electron/simulator/world/types.ts';
import { consentWithMeter, smallWorld } from '../small-world.ts';

const book = () => {
  let count = 0;
  return createEventBook(() => String(++count));
};
const AT = Date.UTC(2026, 0, 2, 3, 4, 5);

describe('the book of events', () => {
  it('has each event under its uid, in the order in which it happened', () => {
    const events = book();
    const [first, second] = [events.record('a', {}, AT), events.record('b', {}, AT)];
    expect(events.list).toEqual([first, second]);
    expect(events.byUid('2')).toBe(second);
    expect(events.byUid('3')).toBeUndefined();
    expect(first).toEqual({ uid: '1', type: 'a', ts: '2026-01-02T03:04:05.000000+00:00', is_delivered: false });
  });

  it('names the authorization of a meter, the form, and where it is delivered to', () => {
    const { authorization, meter } = consentWithMeter(smallWorld().world);
    expect(book().record('a', { meter }, AT)).toMatchObject({
      meter_uid: meter.uid,
      authorization_uid: authorization.uid,
    });
    expect(book().record('a', { formUid: 'f' }, AT, 'https://x.test/')).toMatchObject({
      form_uid: 'f',
      delivery_method: 'webhook',
      delivery_target: 'https://x.test/',
    });
  });

  it('tells those who listen, and nobody of what was only recorded', () => {
    const events = book();
    const heard: ServiceEvent[] = [];
    const stop = events.listen((event) => heard.push(event));
    const first = events.record('a', {}, AT);
    expect(heard).toEqual([]);
    events.tell(first);
    stop();
    events.tell(events.record('b', {}, AT));
    expect(heard).toEqual([first]);
  });
});
