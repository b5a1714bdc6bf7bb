import { describe, expect, it } from 'vitest';
import { takeRows } from '../../../../../renderer/ui/table/use-pages.ts';

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
