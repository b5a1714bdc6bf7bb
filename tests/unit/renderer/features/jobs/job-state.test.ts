import { describe, expect, it } from 'vitest';
import { lastFetch } from '../../../../../renderer/features/jobs/job-state.ts';

describe('the age of the data', () => {
  const job = (kind: string, state: 'done' | 'failed' | 'running', finishedAt?: number) => ({
    kind,
    state,
    finishedAt,
  });

  it('is that of the newest fetch that came to its end, not of an export after it', () => {
    const jobs = [
      job('export', 'done', 50),
      job('sync', 'failed', 40),
      job('sync', 'done', 20),
      job('sync', 'done', 30),
    ];
    expect(lastFetch(jobs)).toBe(30);
  });

  it('is unknown before one did', () => {
    expect(lastFetch([job('sync', 'running'), job('export', 'done', 50)])).toBeUndefined();
  });
});
