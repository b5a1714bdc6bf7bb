import { beforeEach, describe, expect, it } from 'vitest';
import { storeHandlers } from '../../../../electron/app/handlers/store.ts';
import type { EngineClient } from '../../../../electron/engine/index.ts';
import { TopicHub } from '../../../../electron/rpc/index.ts';
import { storeCallNames } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';

const asked: unknown[] = [];
const told: unknown[] = [];
let refusal: AppError | undefined;
const topics = new TopicHub();
topics.subscribe((topic, payload) => told.push([topic, payload]));
const engine = {
  call: async (name: string, input: unknown) => {
    asked.push([name, input]);
    if (refusal) throw refusal;
    return `answer of ${name}`;
  },
} as unknown as EngineClient; // all that is used of it
const handlers = storeHandlers({ engine, topics });

beforeEach(() => {
  asked.length = 0;
  told.length = 0;
  refusal = undefined;
});

describe('what the store answers', () => {
  it('has a handler for each of its calls', () => {
    expect(Object.keys(handlers)).toEqual(storeCallNames);
  });

  it('is asked with the same name and input; a question tells nobody anything', async () => {
    const input = { workspace: 'demo', usagePoint: 'p' };
    expect(await handlers['bills.list'](input)).toBe('answer of bills.list');
    expect(asked).toEqual([['bills.list', input]]);
    expect(told).toEqual([]);
  });

  it('tells windows what a decision changes, once it is taken', async () => {
    await handlers['series.setHoles']({ workspace: 'demo', series: 's', holes: 'zeros' });
    expect(told).toEqual([['store.changed', { workspace: 'demo', areas: ['series', 'readings', 'usagePoints'] }]]);
  });

  it('tells nobody of a decision that the store refuses', async () => {
    refusal = new AppError({ code: 'series_unknown', message: 'There is no such series.' });
    await expect(handlers['series.setHoles']({ workspace: 'demo', series: 'x' })).rejects.toBe(refusal);
    expect(told).toEqual([]);
  });
});
