import { describe, expect, it } from 'vitest';
import { FirstScreen } from '../../../../electron/app/start/start.ts';
import { type Dispatch, TopicHub } from '../../../../electron/rpc/index.ts';

const CHART = { workspace: 'demo', series: ['s'], width: 500, from: 0, to: 900 };
const KEPT = [{ name: 'usage.chart', input: CHART, value: 'kept' }];

function bench(kept = KEPT) {
  const topics = new TopicHub();
  const screen = new FirstScreen({ data: '/nowhere' }, kept, topics);
  const asked: string[] = [];
  const engine: Dispatch = async (name) => {
    asked.push(name);
    return { ok: true, value: `fresh ${name}` };
  };
  return { topics, screen, engine, asked, dispatch: screen.serve(engine) };
}

describe('what was kept of the last first screen', () => {
  it('is answered once, and only to the very same call', async () => {
    const { dispatch } = bench();
    expect(await dispatch('usage.chart', { ...CHART, to: 901 })).toMatchObject({ value: 'fresh usage.chart' });
    expect(await dispatch('usage.chart', { ...CHART })).toMatchObject({ value: 'kept' });
    expect(await dispatch('usage.chart', CHART)).toMatchObject({ value: 'fresh usage.chart' });
  });

  it('does not count any more once the store changes', async () => {
    const { dispatch, topics } = bench();
    topics.publish('store.changed', { workspace: 'demo', areas: ['readings'] });
    expect(await dispatch('usage.chart', CHART)).toMatchObject({ value: 'fresh usage.chart' });
  });

  it('is asked anew for the next start: what a window showed last', async () => {
    const { screen, engine } = bench([]);
    expect(await screen.collect(engine)).toEqual([]);
    screen.note({ workspace: 'demo', usagePoint: 'p', chart: CHART });
    expect(await screen.collect(engine)).toEqual([
      { name: 'usagePoints.get', input: { workspace: 'demo', id: 'p' }, value: 'fresh usagePoints.get' },
      { name: 'series.list', input: { workspace: 'demo', usagePoint: 'p' }, value: 'fresh series.list' },
      { name: 'usage.chart', input: CHART, value: 'fresh usage.chart' },
    ]);
  });

  it('leaves out what the engine refuses', async () => {
    const { screen } = bench([]);
    screen.note({ workspace: 'demo', usagePoint: 'p', chart: CHART });
    const refusing: Dispatch = async () => ({ ok: false, error: { code: 'gone', message: 'Gone.' } });
    expect(await screen.collect(refusing)).toEqual([]);
  });
});
