import { describe, expect, it } from 'vitest';
import { cutPage, readBoolean, readList } from '../../../../electron/simulator/json/query.ts';

const ITEMS = ['e', 'd', 'c', 'b', 'a'].map((uid) => ({ uid }));
const page = (query: string, keep: (item: { uid: string }) => boolean = () => true) =>
  cutPage(ITEMS, keep, new URLSearchParams(query), 'http://host/list');
const uids = (items: readonly { uid: string }[]) => items.map((item) => item.uid).join('');

describe('a page of a list', () => {
  it('is followed by its next until there is none', () => {
    const first = page('limit=2');
    expect([uids(first.items), first.next]).toEqual(['ed', 'http://host/list?limit=2&after=d']);
    const second = page(new URL(first.next ?? '').search);
    expect([uids(second.items), second.next]).toEqual(['cb', 'http://host/list?limit=2&after=b']);
    expect(page(new URL(second.next ?? '').search)).toEqual({ items: [{ uid: 'a' }], next: null });
  });

  it('promises no next page where the rest is filtered out', () => {
    expect(page('limit=2', (item) => item.uid >= 'd')).toEqual({ items: [{ uid: 'e' }, { uid: 'd' }], next: null });
  });

  it.each(['after=x', 'after=', 'limit=0', 'limit=1001', 'limit=1.5', 'limit=', 'limit=-1'])('refuses %s', (query) => {
    expect(() => page(query)).toThrowError(expect.objectContaining({ status: 400, type: 'invalid_param' }));
  });
});

describe('the members of a query', () => {
  it('reads booleans, and nothing but true and false', () => {
    expect(readBoolean(new URLSearchParams('a=true'), 'a')).toBe(true);
    expect(readBoolean(new URLSearchParams('a=false'), 'a')).toBe(false);
    expect(readBoolean(new URLSearchParams('a=True'), 'a')).toBe(true);
    expect(readBoolean(new URLSearchParams(''), 'a')).toBeUndefined();
    for (const bad of ['a=', 'a=1', 'a=yes']) {
      expect(() => readBoolean(new URLSearchParams(bad), 'a')).toThrowError(expect.objectContaining({ status: 400 }));
    }
  });

  it('reads lists parted by commas or repeated', () => {
    expect([...(readList(new URLSearchParams('a=1,2&a=3,'), 'a') ?? [])]).toEqual(['1', '2', '3']);
    expect(readList(new URLSearchParams('b=1'), 'a')).toBeUndefined();
  });
});
