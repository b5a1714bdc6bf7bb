import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { BaseParts } from '../../../electron/app/base-parts.ts';
import { EXPORT_JOB, setupExports } from '../../../electron/app/exports.ts';
import { NO_POLICY, Policy } from '../../../electron/policy/index.ts';

interface Job {
  kind: string;
  input: { parse(value: unknown): Record<string, unknown> };
  title(input: object): string;
  run(context: object): Promise<void>;
}
const ANSWER = { readings: 12_345, meters: 1, bytes: 99, files: ['a', 'b'] };

/** The job with an engine that answers `call`. */
function exportJob(
  call: (engine: EventEmitter, input: Record<string, unknown>) => unknown = () => ANSWER,
  policy = NO_POLICY,
) {
  const jobs: Job[] = [];
  const written: string[] = [];
  const engine = new EventEmitter();
  const asked: Record<string, unknown>[] = [];
  const telling = {
    // The engine's `on` answers how to stop.
    on(name: string, listener: (event: unknown) => void) {
      engine.on(name, listener);
      return () => engine.off(name, listener);
    },
    async call(_name: string, input: Record<string, unknown>) {
      asked.push(input);
      return call(engine, input);
    },
  };
  setupExports({
    jobs: { register: (job: Job) => jobs.push(job) },
    written: { add: (folder: string) => written.push(folder) },
    engine: telling,
    connections: { workspaces: { get: () => ({ id: 'w', name: 'Own' }) } },
    policy,
  } as unknown as BaseParts); // all that exports use of them
  const [job] = jobs;
  if (job === undefined) throw new Error('no job');
  const told: unknown[] = [];
  const run = (input: object) =>
    job.run({
      id: 'job1',
      workspace: 'w',
      input: { folder: '/out', ...input },
      signal: new AbortController().signal,
      progress: (facts: unknown) => told.push(facts),
    });
  return { job, run, told, written, asked, engine };
}

describe('the export job', () => {
  it('says in its title what is saved where', () => {
    const { job } = exportJob();
    expect(job.kind).toBe(EXPORT_JOB);
    expect(job.title({ format: 'csv', folder: '/out' })).toBe('Export as CSV to /out');
    expect(job.title({ format: 'parquet', folder: '/out' })).toBe('Export as Parquet to /out');
    expect(job.title({ format: 'parquet', folder: '/out', everything: true })).toBe('Save everything to /out');
  });

  it('tells of its own progress only, stops listening, and counts in words at the end', async () => {
    const { run, told, engine } = exportJob((sender) => {
      for (const token of ['other', 'job1'])
        sender.emit('export.progress', { token, done: 5, total: 10, step: 'Readings' });
      return ANSWER;
    });
    await run({ format: 'csv' });
    engine.emit('export.progress', { token: 'job1', done: 6, total: 10, step: 'late' });
    expect(told).toEqual([
      { done: 5, total: 10, step: 'Readings', readings: 5 },
      expect.objectContaining({ readings: 12_345, outcome: '12,345 readings of 1 meter in 2 files', bytes: 99 }),
    ]);
  });

  it('hands out its folder once it is whole, and not where it failed', async () => {
    const good = exportJob();
    await good.run({ format: 'csv' });
    expect(good.written).toEqual(['/out']);
    const bad = exportJob(() => Promise.reject(new Error('full')));
    await expect(bad.run({ format: 'csv' })).rejects.toThrow('full');
    expect(bad.written).toEqual([]);
    expect(bad.engine.listenerCount('export.progress')).toBe(0);
  });

  it('gives the settings of the workspace to a copy of everything only', async () => {
    const { run, asked } = exportJob();
    await run({ format: 'csv' });
    await run({ format: 'csv', everything: true });
    expect(asked[0]).not.toHaveProperty('everything');
    expect(asked[0]).toMatchObject({ token: 'job1', format: 'csv', about: { workspace: 'Own' } });
    expect(asked[1]).toMatchObject({ everything: { settings: '{\n  "id": "w",\n  "name": "Own"\n}\n' } });
  });
});

it('writes nothing that the policy does not allow, also where it was begun before', async () => {
  const { run, asked } = exportJob(undefined, new Policy('/p', { exports: ['csv'] }));
  await expect(run({ format: 'parquet' })).rejects.toMatchObject({ code: 'export_not_allowed' });
  await expect(run({ format: 'csv', everything: true })).rejects.toMatchObject({ code: 'export_not_allowed' });
  expect(asked).toEqual([]);
  await run({ format: 'csv' });
  expect(asked).toHaveLength(1);
});
