import { describe, expect, it } from 'vitest';
import { isAt } from '../../../../renderer/ui/redirect.ts';

describe('the address of the window', () => {
  it.each([
    ['', '/'],
    ['#/', '/'],
    ['#/w/demo', '/w/demo/'],
    ['#/w/demo/', '/w/demo'],
    ['#/w/demo/meters/1~2?from=1&to=2', '#/w/demo/meters/1~2'],
  ])('%s is that of %s', (hash, path) => expect(isAt(hash, path)).toBe(true));

  it.each([
    ['#/w/demo/jobs', '/w/demo'],
    ['#/w/demo', '/'],
    ['#/w/other', '/w/demo'],
  ])('%s is not that of %s', (hash, path) => expect(isAt(hash, path)).toBe(false));
});
