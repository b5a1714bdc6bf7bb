import { expect, it } from 'vitest';
import { setupSupportDesk } from '../../../electron/app/support-desk.ts';
import type { StoredRecord } from '../../../electron/engine/index.ts';
import { newRun } from '../../../electron/support-desk/run-parts.ts';
import { partsWith } from './handlers/parts.ts';

/** Sent when the program ended, so that the next start cannot know what came of it. */
function sentRun(number: number): StoredRecord {
  const view = {
    ...newRun('w', { form: 'f', utility: 'DEMO', scenario: 'badlogin' }, number),
    state: 'firing' as const,
  };
  const { id, batch, createdAt } = view;
  return { kind: 'run', id, batch, over: false, createdAt, view, state: { view, observation: undefined } };
}

/** Goes on with these; `onPage` happens before each page but the first. Answers all records, and the ids of those that were saved. */
async function resumed(runs: readonly StoredRecord[], onPage: (stored: Map<string, StoredRecord>) => void = () => {}) {
  const stored = new Map(runs.map((run) => [run.id, run]));
  const saved: string[] = [];
  const errors: unknown[] = [];
  const calls: Record<string, (input: never) => unknown> = {
    'runs.save': ({ record }: { record: StoredRecord }) => {
      saved.push(record.id);
      stored.set(record.id, record);
    },
    'runs.stored': ({ kind, offset = 0, limit }: { kind: string; offset?: number; limit: number }) => {
      if (offset > 0) onPage(stored);
      const open = [...stored.values()].filter((record) => record.kind === kind && !record.over);
      const newestFirst = open.toSorted((a, b) => b.createdAt - a.createdAt);
      return { rows: newestFirst.slice(offset, offset + limit), matching: open.length };
    },
  };
  const desk = setupSupportDesk(
    partsWith({
      connections: {
        workspaces: { list: (() => [{ id: 'w', kind: 'live' }]) as never },
        bases: (async () => ({ apiBase: 'https://utility.example/api' })) as never,
        tokenSource: () => ({}) as never,
      },
      engine: { call: (async (name: string, input: never) => calls[name]?.(input)) as never },
      host: { capabilities: { notifications: false } },
      topics: { publish: () => undefined },
      log: { error: (...what: unknown[]) => void errors.push(what) },
    }),
    async () => ({ quietMs: 1, patienceMs: 1 }),
  );
  await desk.resume();
  desk.close();
  expect(errors).toEqual([]);
  return { stored: [...stored.values()], saved };
}

const sentRuns = (count: number) => Array.from({ length: count }, (_, number) => sentRun(number));

it('a start goes on with all that an earlier one left, however many', async () => {
  const { stored } = await resumed(sentRuns(1001));
  expect(stored.filter(({ over }) => !over)).toHaveLength(0);
});

it('a start goes on once with each, though a new one moves the others on while they are read', async () => {
  const fired = sentRun(5000);
  const { saved } = await resumed(sentRuns(1001), (stored) => stored.set(fired.id, fired));
  expect([saved.length, new Set(saved).size]).toEqual([1001, 1001]);
});
