import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidate, refetchNow, setAnswer, updateAnswers } from '../../../../renderer/api/cache.ts';

const key = ['runs.get', { id: 'r' }];
const lists = { queryKey: ['runs.list'] };
const listKey = ['runs.list', { limit: 5 }];

/** A screen that shows an answer; the main side answers when the test says so, with what it read when it was asked. */
function screen<T>(client: QueryClient, queryKey: readonly unknown[]) {
  const answers: { give: (value: T) => void; refuse: (error: Error) => void }[] = [];
  const observer = new QueryObserver<T>(client, {
    queryKey,
    queryFn: () => new Promise<T>((give, refuse) => answers.push({ give, refuse })),
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
  });
  stops.push(observer.subscribe(() => undefined));
  return {
    asked: () => answers.length,
    answer: (value: T) => answers.at(-1)?.give(value),
    refuse: () => answers.at(-1)?.refuse(new Error('refused')),
    shown: () => observer.getCurrentResult().data,
  };
}

let stops: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the message of a topic', () => {
  it('is not overwritten by an answer that was read before', async () => {
    const client = new QueryClient();
    const run = screen<string>(client, key);
    expect(run.asked()).toBe(1);
    setAnswer(client, key, 'unknown');
    run.answer('firing');
    await pass(10);
    expect(run.shown()).toBe('unknown');
  });

  it('is not overwritten by an answer that is asked again, either', async () => {
    const client = new QueryClient();
    const run = screen<string>(client, key);
    run.answer('queued');
    await pass(0);
    void client.invalidateQueries({ queryKey: key });
    expect(run.asked()).toBe(2);
    setAnswer(client, key, 'unknown');
    run.answer('firing');
    await pass(10);
    expect(run.shown()).toBe('unknown');
  });

  it('comes into a list that was under way, and whose first answer lacks it', async () => {
    const client = new QueryClient();
    const list = screen<string[]>(client, listKey);
    updateAnswers<string[]>(client, lists, (rows) => rows.map(() => 'pass'));
    list.answer(['firing']);
    await pass(10);
    expect(list.shown()).toEqual(['firing']);
    await pass(700);
    expect(list.asked()).toBe(2);
    list.answer(['pass']);
    await pass(10);
    expect(list.shown()).toEqual(['pass']);
  });

  it('changes the lists that are there, and asks no other question', async () => {
    const client = new QueryClient();
    const list = screen<string[]>(client, listKey);
    list.answer(['firing']);
    await pass(0);
    updateAnswers<string[]>(client, lists, (rows) => rows.map(() => 'pass'));
    await pass(2000);
    expect(list.shown()).toEqual(['pass']);
    expect(list.asked()).toBe(1);
  });

  it('asks an overtaken first answer once more, however often it is overtaken', async () => {
    const client = new QueryClient();
    const list = screen<string[]>(client, listKey);
    for (let change = 0; change < 5; change += 1) {
      invalidate(client, lists);
      await pass(500);
    }
    expect(list.asked()).toBe(1);
    list.answer(['old']);
    await pass(0);
    expect(list.shown()).toEqual(['old']);
    expect(list.asked()).toBe(2);
    list.answer(['new']);
    await pass(5000);
    expect(list.shown()).toEqual(['new']);
    expect(list.asked()).toBe(2);
  });

  it('is asked for again where the first answer is refused after that', async () => {
    const client = new QueryClient();
    const run = screen<string>(client, key);
    invalidate(client, {});
    run.refuse();
    await pass(1_000);
    expect(run.asked()).toBe(2);
    run.answer('following');
    await pass(10);
    expect(run.shown()).toBe('following');
  });

  it('is asked for after a first answer that was under way, and in the place of a later one', async () => {
    const client = new QueryClient();
    const list = screen<string>(client, listKey);
    void refetchNow(client, lists.queryKey);
    list.answer('read before');
    await pass(10);
    expect(list.asked()).toBe(2);
    list.answer('one event');
    await pass(10);
    void client.invalidateQueries(lists);
    void refetchNow(client, lists.queryKey);
    expect(list.asked()).toBe(4);
    list.answer('two events');
    await pass(10);
    expect(list.shown()).toBe('two events');
  });
});
