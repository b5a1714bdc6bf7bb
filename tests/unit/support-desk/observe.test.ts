import { describe, expect, it } from 'vitest';
import type { ApiAuthorization, ApiMeter } from '../../../electron/jsonapi/index.ts';
import type { Observation } from '../../../electron/support-desk/observation.ts';
import { observe } from '../../../electron/support-desk/observe.ts';
import { newObservation } from '../../../electron/support-desk/run-parts.ts';
import type { Found, Looks } from '../../../electron/support-desk/shared-looks.ts';

const authorization: ApiAuthorization = { uid: 'a', status: 'updated', is_revoked: false, is_expired: false };
const meterOf = (uid: string, more: Partial<ApiMeter> = {}): ApiMeter => ({ uid, authorization_uid: 'a', ...more });

/** A service that says these things, and has no events. */
function service(says: { found?: Found['authorization']; meters?: ApiMeter[]; foreign?: ApiMeter[] }): Looks {
  const found = () => Promise.resolve({ authorization: says.found, unread: [] });
  return {
    authorization: found,
    authorizationOfReferral: found,
    meters: () => Promise.resolve({ items: says.meters ?? [], unread: [], foreign: says.foreign ?? [] }),
    events: () => Promise.resolve({ items: [], broken: [], entries: [], next: undefined }),
  };
}
const look = (says: Parameters<typeof service>[0], before: Observation, now = 5000) =>
  observe(service(says), before, before.collected, () => now, new AbortController().signal);

describe('a look at a test submission', () => {
  const fired = newObservation(0, 0, 'r');

  it('sees nothing before there is an authorization, and no change either', async () => {
    const seen = await look({}, fired);
    expect(seen).toMatchObject({ authorization: undefined, meters: [], events: [], lost: false, seenAt: 5000 });
    expect(seen.changedAt).toBe(fired.changedAt);
  });

  it('asks nobody where not even a referral is known', async () => {
    const seen = await look({ found: authorization }, newObservation(0, 0, undefined));
    expect(seen.authorization).toBeUndefined();
  });

  it('moves the time of the last change only when something differs', async () => {
    const first = await look({ found: authorization, meters: [meterOf('m')] }, fired, 5000);
    expect(first).toMatchObject({ changedAt: 5000, authorization: { uid: 'a' }, meters: [{ uid: 'm' }] });
    const same = await look({ found: authorization, meters: [meterOf('m')] }, first, 6000);
    expect(same).toMatchObject({ changedAt: 5000, seenAt: 6000 });
    const more = await look({ found: authorization, meters: [meterOf('m', { bill_count: 1 })] }, same, 7000);
    expect(more.changedAt).toBe(7000);
  });

  it('takes null and absence for not said, and 0 for 0', async () => {
    const meters = [meterOf('m', { bill_count: null, interval_count: 0 }), meterOf('n')];
    const seen = await look({ found: { uid: 'a' }, meters }, fired);
    expect(seen.meters[0]).toMatchObject({ bills: undefined, intervals: 0, notes: undefined });
    expect(seen.authorization).toMatchObject({ status: undefined, revoked: undefined, notes: undefined });
  });

  it('remembers the authorization that is no longer listed, and its status before its end', async () => {
    const first = await look({ found: { ...authorization, status: 'pending' } }, fired);
    const revoked = await look({ found: { ...authorization, status: 'errored', is_revoked: true } }, first);
    expect(revoked).toMatchObject({ statusBeforeEnd: 'pending', lost: false });
    const gone = await look({}, revoked);
    expect(gone).toMatchObject({ lost: true, authorization: { uid: 'a', revoked: true } });
  });

  it('keeps meters apart that name another authorization', async () => {
    const foreign = [meterOf('x', { authorization_uid: 'b' })];
    const seen = await look({ found: authorization, foreign }, fired);
    expect(seen).toMatchObject({ meters: [], foreign: ['x'] });
  });
});
