import { describe, expect, it } from 'vitest';
import { pageWalk } from '../../../electron/jsonapi/index.ts';

describe('a walk through pages', () => {
  it('goes on while pages bring something, and ends with the last', () => {
    const following = pageWalk();
    expect(following('/2', ['a', 'b'])).toBe('/2');
    // What moved from one page to the next while it was walked through comes twice.
    expect(following('/3', ['b', 'c'])).toBe('/3');
    expect(following('/4', [])).toBe('/4');
    expect(following(undefined, ['c'])).toBeUndefined();
  });

  it('passes a few empty pages, and begins to count anew after one that brings something', () => {
    const following = pageWalk();
    const pages = [[], [], [], ['a'], [], [], []];
    for (const [at, uids] of pages.entries()) expect(following(`/${at}`, uids)).toBe(`/${at}`);
    expect(following(undefined, [])).toBeUndefined();
  });

  it.each<[string, [string, string[]][]]>([
    [
      'a page that was there before',
      [
        ['/2', ['a']],
        ['/3', ['b']],
        ['/2', ['c']],
      ],
    ],
    [
      'pages with nothing new',
      [
        ['/2', ['a', 'b']],
        ['/3', ['b', 'a']],
      ],
    ],
    [
      'the same empty page',
      [
        ['/2', []],
        ['/2', []],
      ],
    ],
    [
      'one empty page after the other',
      [
        ['/2', []],
        ['/3', []],
        ['/4', []],
        ['/5', []],
      ],
    ],
  ])('ends with an error at %s', (_what, pages) => {
    const following = pageWalk();
    const walked = () => pages.map(([next, uids]) => following(next, uids));
    expect(walked).toThrowError(expect.objectContaining({ code: 'pages_repeat' }));
  });
});
