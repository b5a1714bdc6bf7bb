import { describe, expect, it } from 'vitest';
import { Faults, faultSchema } from '../../../../electron/simulator/limits/faults.ts';

describe('the faults', () => {
  it('say how many requests they wait for, are shown when used up, and can be taken away one by one', () => {
    const faults = new Faults();
    for (const times of [undefined, 2]) faults.add(faultSchema.parse({ path: '/a', status: 500, times }));
    expect(faults.list.map(({ times, left }) => [times, left])).toEqual([
      [2, 2],
      [undefined, null],
    ]);
    faults.take('GET', '/a');
    expect([faults.list[0]?.left, faults.spent]).toEqual([1, []]);
    faults.take('GET', '/a');
    expect([faults.list.length, faults.spent.map(({ left }) => left)]).toEqual([1, [0]]);

    const [lasting] = faults.list;
    expect(faults.remove(lasting?.id ?? 0)).toBe(true);
    expect(faults.remove(lasting?.id ?? 0)).toBe(false);
    expect(faults.take('GET', '/a')).toBeUndefined();
    faults.clear();
    expect(faults.spent).toEqual([]);
  });

  it('are used up by their times, and play in the order in which they were posted', () => {
    const faults = new Faults();
    faults.add(faultSchema.parse({ path: '/a', status: 503, times: 2 }));
    faults.add(faultSchema.parse({ path: '/a', status: 429, times: 1 }));
    const statuses = Array.from({ length: 4 }, () => faults.take('GET', '/a')?.status);
    expect(statuses).toEqual([503, 503, 429, undefined]);
    expect(faults.list).toEqual([]);
  });

  it('last until cleared without times; the newest lasting one wins, a counted one before it', () => {
    const faults = new Faults();
    faults.add(faultSchema.parse({ path: '/a', status: 500 }));
    faults.add(faultSchema.parse({ path: '/*', status: 504 }));
    faults.add(faultSchema.parse({ path: '/a', status: 202, times: 1 }));
    expect([1, 2, 3].map(() => faults.take('GET', '/a')?.status)).toEqual([202, 504, 504]);
    faults.clear();
    expect(faults.take('GET', '/a')).toBeUndefined();
  });

  it('are only for their method, whatever its case', () => {
    const faults = new Faults();
    faults.add(faultSchema.parse({ path: '/a', method: 'post', status: 500 }));
    expect(faults.take('GET', '/a')).toBeUndefined();
    expect(faults.take('POST', '/a')?.status).toBe(500);
  });

  it.each([
    {},
    { path: '' },
    { path: '/a', status: 99 },
    { path: '/a', times: 0 },
    { path: '/a', body: 'xml' },
    { path: '/a', x: 1 },
  ])('refuse %j', (body) => {
    expect(faultSchema.safeParse(body).success).toBe(false);
  });
});
