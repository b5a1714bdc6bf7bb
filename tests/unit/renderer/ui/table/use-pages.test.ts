import { describe, expect, it } from 'vitest';
import { takeAll, takeRows } from '../../../../../renderer/ui/table/use-pages.ts';

describe('rows of a long list', () => {
  const all = Array.from({ length: 105_840 }, (_, index) => index);
  const asked: { offset: number; limit: number }[] = [];
  const ask = async (page: { offset: number; limit: number }) => {
    asked.push(page);
    return { rows: all.slice(page.offset, page.offset + page.limit), matching: all.length, total: all.length };
  };

  it('are taken whole, in questions that the store answers', async () => {
    expect(await takeRows(ask, 0, all.length)).toEqual(all);
    expect(asked).toHaveLength(11);
    expect(Math.max(...asked.map(({ limit }) => limit))).toBe(10_000);
  });

  it('are taken from a range', async () => {
    expect(await takeRows(ask, 7, 3)).toEqual([7, 8, 9]);
    expect(await takeRows(ask, 0, 0)).toEqual([]);
  });

  it('are taken whole where who answers gives fewer at a time, and how many there are is not known', async () => {
    const sparing = (page: { offset: number; limit: number }) => ask({ ...page, limit: Math.min(page.limit, 500) });
    expect(await takeRows(sparing, 0, Number.POSITIVE_INFINITY)).toEqual(all);
    expect(await takeRows(sparing, 1, 1200)).toEqual(all.slice(1, 1201));
  });

  it('end where the list has become shorter meanwhile', async () => {
    expect(await takeRows(ask, all.length - 2, 50)).toEqual([105_838, 105_839]);
  });
});

describe('rows of a list whose order changes between two questions', () => {
  const ids = Array.from({ length: 25_000 }, (_, index) => String(index));
  /** A list that a sync turns round after each question. */
  const turning = () => {
    let order = ids;
    const turned = () => {
      const now = order;
      order = order.toReversed();
      return now;
    };
    const answer = (list: readonly string[], { offset, limit }: { offset: number; limit: number }) => ({
      rows: list.slice(offset, offset + limit),
      matching: list.length,
      total: ids.length,
    });
    return {
      ask: async (page: { offset: number; limit: number }) => answer(turned(), page),
      keys: async () => turned().map((id) => ({ id })),
      rows: async (some: string[], page: { offset: number; limit: number }) => {
        const wanted = new Set(some);
        return answer(
          turned().filter((id) => wanted.has(id)),
          page,
        );
      },
    };
  };

  it('are all there, each once, where they can be asked for by their ids', async () => {
    const { ask, ...byIds } = turning();
    expect((await takeAll(ask, byIds, ids.length, Number.POSITIVE_INFINITY)).toSorted()).toEqual(ids.toSorted());
    // Page by page they are not.
    expect(new Set(await takeRows(turning().ask, 0, ids.length)).size).toBeLessThan(ids.length);
  });

  it('are cut where fewer are wanted, and taken by one question where one has them all', async () => {
    const { ask, ...byIds } = turning();
    expect(await takeAll(ask, byIds, ids.length, 20_001)).toHaveLength(20_001);
    const few = ids.slice(0, 10_000);
    const askFew = async () => ({ rows: few, matching: few.length, total: few.length });
    expect(await takeAll(askFew, byIds, few.length, Number.POSITIVE_INFINITY)).toEqual(few);
  });
});
