import { beforeEach, describe, expect, it } from 'vitest';
import {
  authorizationWith,
  listAuthorizations,
  listEvents,
  listMeters,
} from '../../../../electron/simulator/json/lists.ts';
import { startInstant } from '../../../../electron/simulator/world/time.ts';
import { createWorld, type ServiceWorld } from '../../../../electron/simulator/world/world.ts';

let now: number;
let world: ServiceWorld;
/** The uids of three authorizations with a meter each; of one instant the last two. */
let uids: string[];
beforeEach(() => {
  now = startInstant(1);
  world = createWorld(1, { now: () => now, schedule: () => () => undefined });
  uids = ['ann', 'ben', 'cleo'].map((username, index) => {
    if (index < 2) now += 1_000;
    const authorization = world.submit({ utility: 'DEMO', username, formUid: world.settings.formUid, source: 'form' });
    const model = authorization.login.models[0];
    if (model) world.addMeter(authorization, model);
    return authorization.uid;
  });
});
const authorization = (index: number) => {
  const found = world.authorizations.get(uids[index] ?? '');
  if (!found) throw new Error('no authorization');
  return found;
};
const query = (text = '') => new URLSearchParams(text);
const listed = (text?: string) =>
  listAuthorizations(world, query(text), 'http://x/').authorizations.map(({ uid }) => uids.indexOf(String(uid)));

describe('the lists of the JSON API', () => {
  it('are newest first, of one instant the last one first', () => {
    expect(listed()).toEqual([2, 1, 0]);
    const times = listEvents(world, query(), 'http://x/').events.map(({ ts }) => ts);
    expect(times).toEqual(times.toSorted().reverse());
    expect(listMeters(world, query(), 'http://x/').meters.map(({ authorization_uid }) => authorization_uid)).toEqual(
      uids.toReversed(),
    );
  });

  it('hold what all filters let through', () => {
    expect(listed(`uids=${uids[0]},${uids[2]}`)).toEqual([2, 0]);
    expect(listed(`referrals=${authorization(1).referrals[0]}`)).toEqual([1]);
    expect(listed(`uids=${uids[0]}&forms=other`)).toEqual([]);
    expect(listed('utility=NOWHERE')).toEqual([]);
    expect(listed('utility=DEMO&utility=NOWHERE')).toHaveLength(3);
    world.revoke(authorization(0));
    world.expire(authorization(1));
    expect(listed('is_revoked=true')).toEqual([0]);
    expect(listed('is_revoked=false')).toEqual([2, 1]);
    expect(listed('is_expired=true')).toEqual([1]);
    expect(listed('is_declined=true')).toEqual([]);
  });

  it('page by page are the whole list, also of meters that two authorizations share', () => {
    const twin = world.submit({ utility: 'DEMO', username: 'ann', formUid: world.settings.formUid, source: 'form' });
    const model = twin.login.models[0];
    if (model) world.addMeter(twin, model);
    const found: string[] = [];
    let next: string | null = 'http://x/?limit=1';
    while (next !== null) {
      const page: ReturnType<typeof listMeters> = listMeters(world, new URL(next).searchParams, 'http://x/');
      found.push(...page.meters.map(({ authorization_uid }) => String(authorization_uid)));
      next = page.next;
    }
    expect(found.sort()).toEqual([...uids, twin.uid].sort());
  });

  it('nest meters where that is asked for', () => {
    const one = authorization(0);
    expect(authorizationWith(world, one, false)).not.toHaveProperty('meters.meters');
    expect(authorizationWith(world, one, true)).toMatchObject({
      meters: { meters: [{ uid: one.meters[0]?.uid }], next: null },
    });
    expect(listAuthorizations(world, query('include=meters'), 'http://x/').authorizations[0]).toHaveProperty(
      'meters.meters',
    );
  });
});
