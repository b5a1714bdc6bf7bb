import { describe, expect, it } from 'vitest';
import { faultResponse } from '../../../../electron/simulator/limits/fault-answer.ts';
import { Faults, faultSchema } from '../../../../electron/simulator/limits/faults.ts';
import { matchesPath } from '../../../../electron/simulator/limits/glob.ts';
import { RateLimit } from '../../../../electron/simulator/limits/rate.ts';
import { redactQuery } from '../../../../electron/simulator/limits/request-log.ts';

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

describe('the answer of a fault', () => {
  it('202 is empty and has a Retry-After, its own or one second', async () => {
    const answer = faultResponse({ path: '/a', status: 202 });
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([202, '1', '']);
    expect(faultResponse({ path: '/a', status: 202, retry_after_s: 7 }).headers.get('retry-after')).toBe('7');
  });

  it('rounds a fraction of a second up: the header knows none', () => {
    expect(faultResponse({ path: '/a', status: 429, retry_after_s: 0.2 }).headers.get('retry-after')).toBe('1');
    expect(faultResponse({ path: '/a', status: 429, retry_after_s: 0 }).headers.get('retry-after')).toBe('0');
  });

  it('has the body that was asked for', async () => {
    const html = faultResponse({ path: '/a', status: 503, body: 'html' });
    expect(html.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await html.text()).toContain('Service Unavailable');
    const json = faultResponse({ path: '/a', status: 504, body: 'json' });
    expect(await json.json()).toEqual({ error: 'timed_out', error_description: 'Gateway Timeout', url: null });
    expect(await faultResponse({ path: '/a', status: 500 }).text()).toBe('');
    expect(faultResponse({ path: '/a', status: 204, body: 'html' }).body).toBeNull();
  });
});

describe('the rate limit', () => {
  it('is none until it is set', () => {
    const limit = new RateLimit();
    expect(Array.from({ length: 5 }, () => limit.take('a', 0))).toEqual([0, 0, 0, 0, 0]);
  });

  it('lets so many of one caller through in a window, and says when it ends', () => {
    const limit = new RateLimit();
    limit.set({ requests: 2, per_s: 10 });
    expect([limit.take('a', 0), limit.take('a', 1_000), limit.take('a', 4_000)]).toEqual([0, 0, 6_000]);
    expect(limit.take('b', 4_000)).toBe(0);
    expect(limit.take('a', 10_000)).toBe(0);
  });
});

describe('the request log', () => {
  it('keeps the query and drops its secrets', () => {
    expect(redactQuery('?published-min=2026-01-01T00:00:00Z&code=abc')).toBe(
      'published-min=2026-01-01T00%3A00%3A00Z&code=redacted',
    );
    expect(redactQuery('')).toBe('');
  });
});
