import { expect, it } from 'vitest';
import { requestHandlers } from '../../../../electron/app/handlers/requests.ts';
import type { RequestView } from '../../../../electron/http/index.ts';
import type { RunView } from '../../../../shared/contract/scenarios.ts';
import { partsWith } from './parts.ts';

const EVENTS = 'https://example.test/api/v2/events?limit=1';

const request = (id: string, change: Partial<RequestView> = {}) =>
  ({ id, at: 5, method: 'GET', url: 'https://example.test/x', ...change }) as RequestView; // nothing else is read

/** What the engine is asked, by the names of calls. */
function asking(held: RequestView[], run?: Partial<RunView>) {
  const asked: [string, unknown][] = [];
  const call = async (name: string, input: unknown) => {
    asked.push([name, input]);
    return name === 'runs.one' ? run && { view: run } : 'answer';
  };
  const handlers = requestHandlers(partsWith({ engine: { call: call as never }, requestLog: { held: () => held } }));
  return { handlers, asked };
}

it('lists of requests are asked of the store with what it has not got yet, as they are wanted', async () => {
  const held = [request('poll', { url: EVENTS }), request('b')];
  const { handlers, asked } = asking(held);
  const which = { workspace: 'w', polls: true, tries: false };
  const question = { ...which, search: 'x', zone: 'UTC' };
  expect(await handlers['requests.list']({ ...question, limit: 5, offset: 10 })).toBe('answer');
  await handlers['requests.ids'](question);
  await handlers['requests.choices'](which);
  expect(asked).toEqual([
    ['requests.list', { ...question, limit: 5, offset: 10, about: undefined, held }],
    ['requests.ids', { ...question, about: undefined, held }],
    ['requests.choices', { ...which, about: undefined, held }],
  ]);
});

it('what the store has not got yet is looked at as it looks at the others: polls, and what they were made for', async () => {
  const held = [
    request('poll', { url: EVENTS }),
    request('of-job', { job: 'j' }),
    request('of-run', { about: { kind: 'run', id: 'r' } }),
    request('named', { url: 'https://example.test/authorizations?referrals=abc' }),
  ];
  const { handlers, asked } = asking(held, { id: 'r', referral: 'abc', createdAt: 1, finishedAt: 9 });
  const idsFor = async (input: { polls?: boolean; about?: { kind: 'job' | 'run'; id: string } }) => {
    await handlers['requests.choices']({ workspace: 'w', polls: true, tries: true, ...input });
    return (asked.at(-1)?.[1] as { held: RequestView[] } | undefined)?.held.map(({ id }) => id);
  };
  expect(await idsFor({ polls: false })).toEqual(['of-job', 'of-run', 'named']);
  expect(await idsFor({ about: { kind: 'job', id: 'j' } })).toEqual(['of-job']);
  expect(await idsFor({ about: { kind: 'run', id: 'r' } })).toEqual(['of-run', 'named']);
  expect(asked.at(-1)?.[1]).toMatchObject({ about: { kind: 'run', id: 'r', named: ['abc'], from: 1 } });
});
