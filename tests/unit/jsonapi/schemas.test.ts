import { describe, expect, it } from 'vitest';
import { apiAuthorization, apiEvent, eventPage } from '../../../electron/jsonapi/schemas.ts';

describe('JSON API schemas', () => {
  it('keep members that nobody listed, and unknown event types', () => {
    const event = { uid: 'e1', type: 'authorization_teleported', ts: '2026-01-01T00:00:00.123456+00:00', extra: [1] };
    expect(apiEvent.parse(event)).toEqual(event);
  });

  it('trim the keys of notes', () => {
    const note = { type: 'retrying', msg: 'Again soon', ts: 't', 'eta ': '2026-01-01T00:00:00Z' };
    expect(apiAuthorization.parse({ uid: 'a', notes: [note] }).notes).toEqual([
      { type: 'retrying', msg: 'Again soon', ts: 't', eta: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('take null for what is not there', () => {
    const parsed = apiAuthorization.safeParse({ uid: 'a', revoked: null, status: null, notes: null, meters: null });
    expect(parsed.success).toBe(true);
    expect(apiEvent.safeParse({ type: 'ping', ts: 't' }).success).toBe(false);
  });

  it('lose one entry to one broken entry, and say what is wrong with it but not its values', () => {
    const odd = { uid: 'e2', type: 'ping', ts: { secret: 1 } };
    const entries = [{ uid: 'e1', type: 'ping', ts: 't' }, odd, 'secret', null, { uid: 'e3', type: 'x', ts: 't' }];
    const page = eventPage.parse({ events: entries, next: 'u' });
    expect(page.items.map(({ uid }) => uid)).toEqual(['e1', 'e3']);
    expect(page.entries).toEqual(entries);
    expect(page.broken.map(({ index, uid }) => [index, uid])).toEqual([
      [1, 'e2'],
      [2, undefined],
      [3, undefined],
    ]);
    expect(page.broken[0]?.issues[0]).toMatch(/^ts: /);
    expect(JSON.stringify(page.broken)).not.toContain('secret');
  });

  it('lose one nested meter to one broken nested meter', () => {
    const parsed = apiAuthorization.parse({ uid: 'a', meters: { meters: [{ uid: 1 }, { uid: 'm' }], next: null } });
    expect(parsed.meters?.meters.map(({ uid }) => uid)).toEqual(['m']);
  });

  it('refuse a page without its list', () => {
    expect(eventPage.safeParse({ events: {}, next: null }).success).toBe(false);
  });

  it('give a page its items and the next URL', () => {
    expect(eventPage.parse({ events: [], next: null })).toEqual({
      items: [],
      broken: [],
      entries: [],
      next: undefined,
    });
    expect(eventPage.parse({ events: [{ uid: 'e', type: 'ping', ts: 't' }], next: 'u' })).toMatchObject({
      items: [{ uid: 'e' }],
      next: 'u',
    });
  });
});
