import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { sharedLooks } from '../../../electron/support-desk/shared-looks.ts';

/** As much of the JSON API as looks use; every question is answered with nothing, or fails. */
function api(fails = false): Parameters<typeof sharedLooks>[0] {
  const page = async () => {
    if (fails) throw new Error('not now');
    return { items: [], next: undefined, broken: [] };
  };
  return { authorizations: page, meters: page, events: page } as unknown as Parameters<typeof sharedLooks>[0];
}

it.each([false, true])(
  'leaves no listener on the signal of a run, however long it looks (failing: %s)',
  async (fails) => {
    const looks = sharedLooks(api(fails), 0);
    const run = new AbortController();
    for (let look = 0; look < 50; look += 1) {
      await Promise.allSettled([
        looks.authorization('a', run.signal),
        looks.meters('a', run.signal),
        looks.events(undefined, run.signal),
      ]);
    }
    expect(getEventListeners(run.signal, 'abort')).toEqual([]);
  },
);

it('who gives up stops waiting', async () => {
  const looks = sharedLooks(api(), 0);
  const run = new AbortController();
  const look = looks.meters('a', run.signal);
  run.abort(new Error('cancelled'));
  await expect(look).rejects.toThrow('cancelled');
  await expect(looks.meters('a', run.signal)).rejects.toThrow('cancelled');
});
