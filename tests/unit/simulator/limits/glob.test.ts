import { describe, expect, it } from 'vitest';
import { matchesPath } from '../../../../electron/simulator/limits/glob.ts';

describe('the path of a fault', () => {
  it.each([
    ['/api/v2/events', '/api/v2/events', true],
    ['/api/v2/events', '/api/v2/events/1', false],
    ['/api/v2/*', '/api/v2/events/1', true],
    ['*', '/anything/at/all', true],
    ['**/UsagePoint/*', '/espi/Subscription/1/UsagePoint/2', true],
    ['/a/?', '/a/b', true],
    ['/a/?', '/a/bc', false],
    ['/a*c*e', '/abcde', true],
    ['/a*c*f', '/abcde', false],
    ['/Batch/*', '/Bulk/1', false],
    // What a regular expression would take for a wildcard.
    ['/a.c', '/abc', false],
    ['/a+', '/aa', false],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected);
  });

  it('takes a hostile pattern in its stride', () => {
    const before = performance.now();
    expect(matchesPath(`${'*a'.repeat(100)}b`, 'a'.repeat(5_000))).toBe(false);
    // Exponential matching would not end at all; the bound only has to tell the two apart.
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});
