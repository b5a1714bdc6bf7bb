import { describe, expect, it } from 'vitest';
import { parseScope } from '../../../../electron/simulator/world/rows.ts';
import { consent, smallWorld } from '../small-world.ts';

describe('what a scope opens', () => {
  it.each([
    ['FB=4_16_51', [true, true, true]],
    ['FB=4', [true, false, false]],
    ['FB=15', [false, true, false]],
    ['FB=28_54', [false, true, true]],
    ['IntervalDuration=900;FB=1_7;HistoryLength=1', [true, false, false]],
    ['AdditionalScope=a FB=52', [false, false, true]],
    // Not the parameter, and not the block.
    ['XFB=4', [false, false, false]],
    ['FB=44_161', [false, false, false]],
    ['', [false, false, false]],
  ])('%s', (raw, [intervals, bills, customer]) => {
    expect(parseScope(raw)).toEqual({ raw, intervals, bills, customer });
  });
});

describe('a new authorization', () => {
  it('holds for three years, and waits for its login', () => {
    const authorization = consent(smallWorld().world, 'ann', { customerEmail: 'ann@x.test' });
    expect(authorization).toMatchObject({ status: 'pending', notes: [], isTest: false, customerEmail: 'ann@x.test' });
    expect(authorization.expiresAt - authorization.createdAt).toBe(3 * 365 * 86_400_000);
    expect(authorization.scope).toMatchObject({ intervals: true, bills: true, customer: true });
  });

  it('of a past customer is done, and so are its meters', () => {
    const { world } = smallWorld();
    const login = world.login('DEMO', 'ben');
    if (!login) throw new Error('no login');
    const authorization = world.admit(login, { at: world.startedAt, scope: parseScope('FB=4'), withEvents: false });
    expect(authorization).toMatchObject({ status: 'updated', scope: { raw: 'FB=4', bills: false } });
    expect(authorization.meters).toEqual([expect.objectContaining({ status: 'updated', isActivated: true })]);
    expect(world.events).toEqual([]);
  });
});
