import { describe, expect, it } from 'vitest';
import { lastFetch, lastFetchTrouble, skippedWords } from '../../../../../renderer/features/jobs/job-state.ts';
import type { JobState } from '../../../../../shared/job-states.ts';

const job = (kind: string, state: JobState, finishedAt?: number, more = {}) => ({
  kind,
  state,
  finishedAt,
  partial: false,
  failureCount: 0,
  ...more,
});

/** Later than what ended in these tests. */
const NOW = 100;

describe('the age of the data', () => {
  it('is that of the newest fetch that came to its end, not of an export after it', () => {
    const jobs = [
      job('export', 'done', 50),
      job('sync', 'failed', 40),
      job('sync', 'done', 20),
      job('sync', 'done', 30),
    ];
    expect(lastFetch(jobs, NOW)).toBe(30);
  });

  it('is not that of a fetch in which parts failed, nor of one of some authorizations', () => {
    const jobs = [
      job('sync', 'incomplete', 50, { failureCount: 3 }),
      job('sync', 'done', 40, { partial: true }),
      job('sync', 'done', 30),
    ];
    expect(lastFetch(jobs, NOW)).toBe(30);
  });

  it('is that of its beginning, however long it took', () => {
    const slow = job('sync', 'done', 50, { startedAt: 10 });
    expect(lastFetch([slow], NOW)).toBe(10);
    expect(lastFetch([slow, job('sync', 'done', 40, { startedAt: 30 })], NOW)).toBe(30);
    expect(lastFetch([job('sync', 'done', 50, { firstStartedAt: 10, startedAt: 40 })], NOW)).toBe(10);
  });

  it('is that of the first run of a fetch that went on later, for that fetched only the rest', () => {
    expect(lastFetch([job('sync', 'done', 50, { firstStartedAt: 10 })], NOW)).toBe(10);
    expect(lastFetch([job('sync', 'done', 50, { firstStartedAt: 10 }), job('sync', 'done', 30)], NOW)).toBe(30);
  });

  it('is not in the future: the clock was ahead then', () => {
    expect(lastFetch([job('sync', 'done', NOW + 1), job('sync', 'done', 30)], NOW)).toBe(30);
    expect(lastFetch([job('sync', 'done', 30, { firstStartedAt: NOW + 1 })], NOW)).toBeUndefined();
  });

  it('is unknown before one did', () => {
    expect(lastFetch([job('sync', 'running'), job('export', 'done', 50)], NOW)).toBeUndefined();
  });
});

describe('trouble of the last fetch', () => {
  it.each<[string, ReturnType<typeof job>[], string | undefined]>([
    ['none', [job('sync', 'done', 30), job('sync', 'failed', 20)], undefined],
    [
      'failures',
      [job('sync', 'done', 30), job('sync', 'incomplete', 40, { failureCount: 3 })],
      'Last fetch: 3 failures',
    ],
    ['nothing to fetch with', [job('sync', 'incomplete', 40)], 'Last fetch brought nothing'],
    ['all of it', [job('sync', 'failed', 40), job('sync', 'done', 30)], 'Last fetch failed'],
    ['only of a part', [job('sync', 'failed', 40, { partial: true }), job('sync', 'done', 30)], undefined],
    [
      'of one that the clock dates in the future',
      [job('sync', 'done', NOW + 1), job('sync', 'failed', 40)],
      'Last fetch failed',
    ],
    ['of other work', [job('export', 'failed', 40)], undefined],
  ])('%s', (_name, jobs, words) => {
    expect(lastFetchTrouble(jobs, NOW)).toBe(words);
  });
});

describe('words of a job', () => {
  it('tells what was skipped apart from what failed', () => {
    expect(skippedWords({ kind: 'sync', skipped: [{ reason: 'no access token', count: 87 }] })).toEqual([
      '87 authorizations skipped: no access token',
    ]);
    expect(skippedWords({ kind: 'pull', skipped: [{ reason: 'removed here', count: 1 }] })).toEqual([
      '1 meter skipped: removed here',
    ]);
  });
});
