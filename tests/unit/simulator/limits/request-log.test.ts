import { describe, expect, it } from 'vitest';
import { RequestLog, redactQuery } from '../../../../electron/simulator/limits/request-log.ts';

describe('the request log', () => {
  it('keeps the latest, however many there were, until it is cleared', () => {
    const log = new RequestLog();
    const record = {
      ts: '',
      method: 'GET',
      query: '',
      token_class: 'none',
      status: 200,
      ms: 0,
      injected: false,
    } as const;
    for (let n = 0; n <= 20_000; n += 1) log.add({ ...record, path: String(n) });
    expect(log.records.length).toBeLessThanOrEqual(20_000);
    expect([log.records[0]?.path, log.records.at(-1)?.path]).toEqual(['10001', '20000']);
    log.clear();
    expect(log.records).toEqual([]);
  });

  it('keeps the query and drops its secrets', () => {
    expect(redactQuery('?published-min=2026-01-01T00:00:00Z&code=abc')).toBe(
      'published-min=2026-01-01T00%3A00%3A00Z&code=redacted',
    );
    expect(redactQuery('')).toBe('');
  });
});
