import { describe, expect, it } from 'vitest';
import { faultResponse } from '../../../../electron/simulator/limits/fault-answer.ts';

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
