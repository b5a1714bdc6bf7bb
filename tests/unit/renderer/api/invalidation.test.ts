import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followTopics } from '../../../../renderer/api/invalidation.ts';

/** The main side: what it sends, and whether it can be reached. */
const main = vi.hoisted(() => {
  const topics = new Map<string, Set<(payload: unknown) => void>>();
  const connections = new Set<(connected: boolean) => void>();
  return {
    send: (topic: string, payload: unknown) => {
      for (const listener of topics.get(topic) ?? []) listener(payload);
    },
    connected: (value: boolean) => {
      for (const listener of connections) listener(value);
    },
    listeners: () => [...topics.values()].reduce((sum, set) => sum + set.size, connections.size),
    bridge: {
      subscribe: (topic: string, listener: (payload: unknown) => void) => {
        topics.set(topic, (topics.get(topic) ?? new Set()).add(listener));
        return () => topics.get(topic)?.delete(listener);
      },
      onConnection: (listener: (connected: boolean) => void) => {
        connections.add(listener);
        listener(true);
        return () => connections.delete(listener);
      },
    },
  };
});
vi.mock('../../../../renderer/api/bridge.ts', () => ({ bridge: main.bridge }));

let client: QueryClient;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  stop = followTopics(client);
});
afterEach(() => {
  stop();
  expect(main.listeners()).toBe(0);
  vi.useRealTimers();
});

/** Keeps an answer of each call and workspace. */
function keep(...names: string[]) {
  for (const name of names) {
    for (const workspace of ['demo', 'live']) client.setQueryData([name, { workspace }], 'kept');
  }
}

/** What would be asked again, `name workspace`; it counts as asked from then on. */
function stale(): string[] {
  const queries = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  const names = queries.map(({ queryKey: [name, input] }) => `${name} ${(input as { workspace: string }).workspace}`);
  for (const query of queries) query.setState({ isInvalidated: false });
  return names;
}

describe('a change in the store', () => {
  const change = (workspace: string, ...areas: string[]) => main.send('store.changed', { workspace, areas });

  it('has the answers that are made of it asked again, at once, and no other', () => {
    keep('bills.list', 'usage.chart', 'events.settings');
    change('demo', 'bills');
    expect(stale()).toEqual(['bills.list demo']);
  });

  it('that comes soon after another waits, and is joined with all that come meanwhile', () => {
    keep('bills.list', 'usage.chart');
    change('demo', 'bills');
    stale();
    change('demo', 'bills');
    change('demo', 'readings');
    change('live', 'readings');
    expect(stale()).toEqual([]);
    vi.advanceTimersByTime(700);
    expect(stale().toSorted()).toEqual(['bills.list demo', 'usage.chart demo', 'usage.chart live']);
  });
});

describe('other messages', () => {
  it('of a job put it into the list of its workspace', () => {
    const [demo, live] = [
      ['jobs.list', { workspace: 'demo' }],
      ['jobs.list', { workspace: 'live' }],
    ];
    for (const key of [demo, live]) client.setQueryData(key ?? [], [{ id: 'a', done: 1 }]);
    main.send('jobs.changed', { id: 'a', workspace: 'demo', done: 2 });
    main.send('jobs.changed', { id: 'b', workspace: 'demo', done: 0 });
    expect(client.getQueryData(demo ?? [])).toMatchObject([{ id: 'b' }, { id: 'a', done: 2 }]);
    expect(client.getQueryData(live ?? [])).toEqual([{ id: 'a', done: 1 }]);
  });

  it('of waits are the whole answer', () => {
    main.send('waits.changed', [{ id: 'w1' }]);
    expect(client.getQueryData(['waits.list'])).toEqual([{ id: 'w1' }]);
  });

  it('of a connection concern its workspace alone', () => {
    keep('connections.tokens', 'bills.list');
    main.send('connections.changed', { workspace: 'live' });
    expect(stale()).toEqual(['connections.tokens live']);
  });
});

it('a request has the lists of its workspace asked again at once, many of them together, and holds up nothing else', () => {
  keep('requests.list', 'requests.choices', 'requests.inspect', 'bills.list');
  main.send('requests.changed', { workspace: 'demo' });
  expect(stale()).toEqual(['requests.list demo', 'requests.choices demo']);
  for (let count = 0; count < 100; count += 1) main.send('requests.changed', { workspace: 'demo' });
  main.send('requests.changed', { workspace: 'live' });
  expect(stale()).toEqual([]);
  main.send('store.changed', { workspace: 'demo', areas: ['bills'] });
  expect(stale()).toEqual(['bills.list demo']);
  vi.advanceTimersByTime(700);
  expect(stale()).toEqual([
    'requests.list demo',
    'requests.list live',
    'requests.choices demo',
    'requests.choices live',
  ]);
});

describe('all that is shown is asked again', () => {
  beforeEach(() => keep('bills.list', 'connections.tokens'));
  const ALL = ['bills.list demo', 'bills.list live', 'connections.tokens demo', 'connections.tokens live'];

  it('when the main side can be reached again: what it said meanwhile is not known', () => {
    expect(stale()).toEqual([]);
    main.connected(false);
    expect(stale()).toEqual([]);
    main.connected(true);
    expect(stale()).toEqual(ALL);
    main.connected(true);
    expect(stale()).toEqual([]);
  });

  it('when the engine is there again, and not while it is waited for', () => {
    main.send('engine.changed', { state: 'waiting' });
    expect(stale()).toEqual([]);
    main.send('engine.changed', { state: 'running' });
    expect(stale()).toEqual(ALL);
  });
});
