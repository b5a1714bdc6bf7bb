import { describe, expect, it } from 'vitest';
import { type LaneHolder, Lanes } from '../../../electron/support-desk/lanes.ts';
import type { RunView } from '../../../shared/contract/scenarios.ts';

// Of a run, only these members are read.
const run = (id: string, scenario = 'residential', utility = 'DEMO') => ({ id, scenario, utility }) as RunView;

/** Joins the lanes with a run that ends when it is told to. */
function join(lanes: Lanes, one: RunView) {
  let [end, fail]: (() => void)[] = [];
  let before: LaneHolder | undefined;
  const done = lanes.join(one, (holder) => {
    before = holder;
    return new Promise((resolve, reject) => {
      end = () => resolve(one);
      fail = () => reject(new Error('failed'));
    });
  });
  return { before: () => before?.id, over: () => before?.over, end: () => end?.(), fail: () => fail?.(), done };
}

describe('lanes', () => {
  it('tell a run who shares its meters and was before it, whatever became of that one', async () => {
    const lanes = new Lanes();
    const first = join(lanes, run('a'));
    const second = join(lanes, run('b'));
    expect([first.before(), second.before()]).toEqual([undefined, 'a']);
    let isFree = false;
    void second.over()?.then(() => {
      isFree = true;
    });
    await Promise.resolve();
    expect(isFree).toBe(false);
    first.fail();
    await expect(first.done).rejects.toThrow('failed');
    await expect.poll(() => isFree).toBe(true);
  });

  it('are those of a scenario at a utility; a run that collects nothing is in none', () => {
    const lanes = new Lanes();
    join(lanes, run('a'));
    expect(join(lanes, run('b', 'commercial')).before()).toBeUndefined();
    expect(join(lanes, run('c', 'residential', 'OTHER')).before()).toBeUndefined();
    join(lanes, run('d', 'badlogin'));
    expect(join(lanes, run('e', 'badlogin')).before()).toBeUndefined();
  });

  it('are free again when the last one is over', async () => {
    const lanes = new Lanes();
    const only = join(lanes, run('a'));
    only.end();
    await only.done;
    await expect.poll(() => join(lanes, run('b')).before()).toBeUndefined();
  });
});
