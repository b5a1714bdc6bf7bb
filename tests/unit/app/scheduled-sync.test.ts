import { describe, expect, it } from 'vitest';
import { isSyncDue } from '../../../electron/app/scheduled-sync.ts';
import type { JobView } from '../../../shared/contract/jobs.ts';

const job = (change: Partial<JobView>): JobView => ({
  id: 'j',
  workspace: 'a',
  kind: 'sync',
  title: '',
  state: 'done',
  done: 0,
  bytes: 0,
  readings: 0,
  createdAt: 0,
  partial: false,
  failures: [],
  failureCount: 0,
  skipped: [],
  ...change,
});

describe('a scheduled sync', () => {
  it.each<[string, JobView[], number, number, boolean]>([
    ['never, where no pace was given', [], 0, 1e12, false],
    ['at once, where there was none', [], 60, 1e12, true],
    ['not before its time', [job({ finishedAt: 1_000_000 })], 60, 1_059_999, false],
    ['at its time', [job({ finishedAt: 1_000_000 })], 60, 1_060_000, true],
    ['not beside one that runs', [job({ state: 'waiting' })], 60, 1e12, false],
    ['at its pace after a failed one', [job({ state: 'failed', finishedAt: 1_000_000 })], 60, 1_030_000, false],
    [
      'at its pace after an incomplete one',
      [job({ state: 'incomplete', finishedAt: 1_000_000 })],
      60,
      1_030_000,
      false,
    ],
    [
      'at its time, though some authorizations were fetched meanwhile',
      [job({ finishedAt: 1_000_000 }), job({ partial: true, finishedAt: 1_055_000 })],
      60,
      1_060_000,
      true,
    ],
    [
      'not before its time, whatever was fetched of some authorizations',
      [job({ finishedAt: 1_000_000 }), job({ partial: true, finishedAt: 1_000_000 })],
      60,
      1_059_999,
      false,
    ],
    [
      'at its time, though the rest of an older one was fetched meanwhile',
      [job({ finishedAt: 1_055_000, firstStartedAt: 1_000_000 })],
      60,
      1_060_000,
      true,
    ],
    [
      'at its pace after one that went on later and failed, not at once',
      [job({ state: 'failed', finishedAt: 1_055_000, firstStartedAt: 1_000_000 })],
      60,
      1_060_000,
      false,
    ],
    [
      'at its pace after one that went on later and was cancelled, not at once',
      [job({ state: 'cancelled', finishedAt: 1_055_000, firstStartedAt: 1_000_000 })],
      60,
      1_060_000,
      false,
    ],
    [
      'at its time, though the rest of an older one was fetched meanwhile but for some failures',
      [job({ state: 'incomplete', finishedAt: 1_055_000, firstStartedAt: 1_000_000 })],
      60,
      1_060_000,
      true,
    ],
    ['at once after one of the future, where the clock was ahead', [job({ finishedAt: 2e12 })], 60, 1e12, true],
    [
      'not before its time after one that followed one of the future',
      [job({ finishedAt: 2e12 }), job({ finishedAt: 1e12 - 1_000 })],
      60,
      1e12,
      false,
    ],
    ['also while some authorizations are fetched', [job({ partial: true, state: 'running' })], 60, 1e12, true],
    ['whatever other jobs do', [job({ kind: 'export', state: 'running' })], 60, 1e12, true],
  ])('%s', (_name, jobs, every, now, due) => {
    expect(isSyncDue(jobs, every, now)).toBe(due);
  });
});
