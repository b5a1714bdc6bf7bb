import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { AppParts } from '../../../electron/app/parts.ts';
import { setupTopics } from '../../../electron/app/topics.ts';

/** Parts that only tell of changes. */
function tellingParts() {
  const published: unknown[][] = [];
  const warned: unknown[][] = [];
  const listeners: Record<string, (change: unknown) => void> = {};
  const subscribable = (name: string) => ({
    subscribe(listener: (change: never) => void) {
      listeners[name] = listener as (change: unknown) => void;
    },
  });
  const engine = new EventEmitter();
  const parts = {
    topics: { publish: (...what: unknown[]) => published.push(what) },
    jobs: subscribable('jobs'),
    http: { waits: subscribable('waits'), log: subscribable('log') },
    connections: subscribable('connections'),
    engine,
    log: { warn: (...what: unknown[]) => warned.push(what) },
  } as unknown as AppParts; // all that topics use of them
  setupTopics(parts);
  return { published, warned, engine, tell: (name: string, change: unknown) => listeners[name]?.(change) };
}

describe('topics', () => {
  it('pass on waits, jobs without their failures but the first, and where a request changed', () => {
    const { tell, published } = tellingParts();
    tell('jobs', { id: 'j', state: 'running', failures: [{ item: 'a' }, { item: 'b' }] });
    tell('waits', []);
    tell('log', { id: 'r', workspace: 'w' });
    tell('log', { id: 'of none' });
    expect(published).toEqual([
      ['jobs.changed', { id: 'j', state: 'running', failure: { item: 'a' } }],
      ['waits.changed', []],
      ['requests.changed', { workspace: 'w' }],
    ]);
  });

  it('have what needs attention judged anew once a job has ended', () => {
    const { tell, published } = tellingParts();
    tell('jobs', { id: 'j', workspace: 'w', state: 'done', failures: [] });
    expect(published).toContainEqual(['store.changed', { workspace: 'w', areas: ['attention'] }]);
  });

  it('name the workspace where its tokens changed, and none otherwise', () => {
    const { tell, published } = tellingParts();
    for (const change of [{ what: 'workspaces' }, { what: 'tokens', workspace: 'w' }, { what: 'secrets' }])
      tell('connections', change);
    expect(published).toEqual([
      ['workspaces.changed', {}],
      ['connections.changed', { workspace: 'w' }],
      ['connections.changed', {}],
    ]);
  });

  it('say that a store waits, log it once for each wait, and say ready only after one', () => {
    const { engine, published, warned } = tellingParts();
    engine.emit('opened', { workspace: 'a' });
    expect(published).toEqual([]);
    for (const workspace of ['a', 'a', 'b']) engine.emit('waiting', { workspace });
    expect(warned).toHaveLength(2);
    engine.emit('opened', { workspace: 'a' });
    engine.emit('opened', { workspace: 'a' });
    engine.emit('waiting', { workspace: 'a' });
    expect(warned).toHaveLength(3);
    expect(published.map(([, change]) => (change as { state: string }).state)).toEqual([
      ...['waiting', 'waiting', 'waiting', 'ready', 'waiting'],
    ]);
  });

  it('say that the engine failed or was started again, and nothing of its other states', () => {
    const { engine, published, warned } = tellingParts();
    for (const state of ['starting', 'ready', 'failed']) engine.emit('state', state);
    engine.emit('restarted', { code: 9 });
    expect(published).toEqual([
      ['engine.changed', { state: 'failed' }],
      ['engine.changed', { state: 'restarted' }],
    ]);
    expect(warned.at(-1)).toEqual([expect.any(String), { code: 9 }]);
  });
});
