import { describe, expect, it } from 'vitest';
import type { JobView } from '#shared/contract/jobs.ts';
import type { BaseParts } from '../../../electron/app/base-parts.ts';
import { setupJobNotices } from '../../../electron/app/job-notices.ts';
import type { HostNotification } from '../../../electron/host/index.ts';

const MINUTE = 60_000;

const running: JobView = {
  id: 'j',
  workspace: 'acme',
  kind: 'sync',
  title: 'Fetch what is new',
  state: 'running',
  partial: false,
  done: 0,
  bytes: 0,
  readings: 0,
  createdAt: 0,
  startedAt: 1_000,
  failures: [],
  failureCount: 0,
  skipped: [],
};
/** As it ended two minutes after it began. */
const ended = (change: Partial<JobView>): JobView => ({
  ...running,
  state: 'done',
  finishedAt: 1_000 + 2 * MINUTE,
  ...change,
});

/** The notifications that a host shows of what the job runner tells. */
function noticesOf(told: readonly JobView[], notifications = true): HostNotification[] {
  const notices: HostNotification[] = [];
  const subscribers: ((job: JobView) => void)[] = [];
  // Only these members are used.
  setupJobNotices({
    connections: { workspaces: { find: (id: string) => (id === 'acme' ? { name: 'Acme Power' } : undefined) } },
    host: {
      capabilities: { notifications },
      notify: async (notice: HostNotification) => void notices.push(notice),
    },
    jobs: { subscribe: (subscriber: (job: JobView) => void) => void subscribers.push(subscriber) },
    log: { error: (_what: string, error: unknown) => expect.unreachable(String(error)) },
  } as unknown as BaseParts);
  for (const job of told) for (const subscriber of subscribers) subscriber(job);
  return notices;
}

describe('notifications of long jobs', () => {
  it.each([
    ['done', ended({ outcome: '1,408 readings of 14 meters' }), 'Acme Power: 1,408 readings of 14 meters · took 2 min'],
    ['done without words of its own', ended({ readings: 1_408 }), 'Acme Power: 1,408 readings · took 2 min'],
    ['done with nothing', ended({}), 'Acme Power: took 2 min'],
    [
      'incomplete',
      ended({ state: 'incomplete', failureCount: 3 }),
      'Acme Power: Finished with 3 failures. Trying again fetches only what failed.',
    ],
    [
      'failed',
      ended({ state: 'failed', error: { code: 'x', message: 'No answer came.', action: 'Try it later.' } }),
      'Acme Power: No answer came. Try it later.',
    ],
  ])('say in the words of the card how one ended, and lead to it: %s', (_case, job, body) => {
    expect(noticesOf([running, job])).toEqual([
      { title: `Fetch what is new: ${job.state}`, body, route: '/w/acme/jobs' },
    ]);
  });

  it.each([
    ['one that was cancelled', [running, ended({ state: 'cancelled' })]],
    ['one that took a minute', [running, ended({ finishedAt: 1_000 + MINUTE })]],
    ['one of the demo', [running, ended({ workspace: 'demo' })]],
    ['one that ended in an earlier run of the program', [ended({})]],
    ['one that never began', [running, { ...ended({}), startedAt: undefined }]],
    ['one that goes on', [running, { ...running, state: 'waiting' as const }]],
  ])('do not come of %s', (_case, told) => {
    expect(noticesOf(told)).toEqual([]);
  });

  it('come once, although the end is told twice, and again after it went on', () => {
    expect(noticesOf([running, ended({}), ended({})])).toHaveLength(1);
    expect(noticesOf([running, ended({}), running, ended({})])).toHaveLength(2);
  });

  it('are not tried where the host has none', () => {
    expect(noticesOf([running, ended({})], false)).toEqual([]);
  });
});
