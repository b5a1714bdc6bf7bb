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

  it('give a page its items and the next URL', () => {
    expect(eventPage.parse({ events: [], next: null })).toEqual({ items: [], next: undefined });
    expect(eventPage.parse({ events: [{ uid: 'e', type: 'ping', ts: 't' }], next: 'u' })).toMatchObject({
      items: [{ uid: 'e' }],
      next: 'u',
    });
  });
});
