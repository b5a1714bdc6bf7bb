import { describe, expect, it } from 'vitest';
import { jobHandlers } from '../../../../electron/app/handlers/jobs.ts';
import type { JobView } from '../../../../shared/contract/jobs.ts';
import { partsWith } from './parts.ts';

describe('jobs', () => {
  const failures = Array.from({ length: 200 }, (_, index) => ({
    item: `authorization ${index}`,
    error: { code: 'refused', message: 'No.' },
  }));
  const handlers = jobHandlers(
    partsWith({
      jobs: {
        list: () => [{ id: 'j', failures, failureCount: 300 } as JobView], // all that is used of a job
        failures: () => failures,
      },
    }),
  );

  it('are listed with the first of their failures, and answer the others where they are asked for', async () => {
    expect(await handlers['jobs.list']({ workspace: 'w' })).toEqual([
      { id: 'j', failure: failures[0], failureCount: 300 },
    ]);
    expect(await handlers['jobs.failures']({ id: 'j' })).toEqual(failures);
  });
});

describe('a sync of a group', () => {
  const meters = [
    { id: 'a~1', uid: '1', authorization: 'a' },
    { id: 'a~2', uid: '2', authorization: 'a' },
    { id: 'f', uid: '3', authorization: undefined },
    { id: 'b~4', uid: '4', authorization: 'b' },
  ];
  const started: unknown[] = [];
  const parts = (of: typeof meters) =>
    partsWith({
      connections: { ready: async () => undefined as never },
      engine: { call: async () => of as never },
      jobs: {
        start: async (_kind, _workspace, input) => {
          started.push(input);
          return { id: 'j' } as never; // all that is used of a job
        },
      },
    });

  it('fetches the authorizations of its meters, each once', async () => {
    await jobHandlers(parts(meters))['sync.start']({ workspace: 'w', group: 'g' });
    expect(started).toEqual([{ authorizations: ['a', 'b'] }]);
  });

  it('without any is refused, and does not fetch everything', async () => {
    const refused = jobHandlers(parts([]))['sync.start']({ workspace: 'w', group: 'g' });
    await expect(refused).rejects.toMatchObject({ code: 'group_empty' });
    expect(started).toHaveLength(1);
  });
});

describe('a wait', () => {
  it('that is over says so', async () => {
    const handlers = jobHandlers(
      partsWith({ http: { waits: { askNow: (id) => id === 'there', cancel: () => false } } }),
    );
    expect(handlers['waits.askNow']({ id: 'there' })).toBeUndefined();
    expect(() => handlers['waits.askNow']({ id: 'gone' })).toThrow('already over');
    expect(() => handlers['waits.cancel']({ id: 'there' })).toThrow('already over');
  });
});
