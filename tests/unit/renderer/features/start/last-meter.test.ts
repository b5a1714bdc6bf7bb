import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** A page at an address, on a main side that has a meter with so many readings; null: it is gone. */
async function page(hash: string, kept: Record<string, unknown>, readings: number | null = 5) {
  const asked: string[] = [];
  const answering = (name: string) => async (input: unknown) => {
    asked.push(`${name} ${JSON.stringify(input ?? null)}`);
    if (name === 'usagePoints.get' && readings === null)
      return { ok: false, error: { code: 'gone', message: 'Gone.' } };
    return { ok: true, value: name === 'usagePoints.get' ? { readings } : {} };
  };
  const location = { hash };
  const calls = new Proxy({}, { get: (_target, name) => answering(String(name)) });
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => (location.hash = url),
  };
  vi.stubGlobal('window', { meterscope: { calls }, location, history });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      const value = kept[key.replace(/^meterscope\./, '')];
      return value === undefined ? null : JSON.stringify(value);
    },
  });
  vi.resetModules();
  const { openLastMeter } = await import('../../../../../renderer/features/start/last-meter.ts');
  return { open: () => openLastMeter(new QueryClient()), location, asked: () => asked.map((one) => one.split(' ')[0]) };
}
afterEach(() => void vi.unstubAllGlobals());
const KEPT = { workspace: 'w', 'meter.w': 'a/b' };

describe('a start', () => {
  it('opens the meter that was open last, and asks for what its screen needs', async () => {
    const chart = { workspace: 'w', series: [1], from: 0, to: 1 };
    const { open, location, asked } = await page('', { ...KEPT, 'chart.w': JSON.stringify(chart) });
    expect(await open()).toBe(true);
    expect(location.hash).toBe('#/w/w/meters/a%2Fb');
    expect(asked().toSorted()).toEqual(['series.list', 'usage.chart', 'usagePoints.get', 'workspaces.list']);
  });

  it('asks for no chart that it does not know', async () => {
    const { open, asked } = await page('#/', KEPT);
    await open();
    expect(asked()).not.toContain('usage.chart');
  });

  it.each([0, null])('says that the meter is of no use any more (readings: %s)', async (readings) => {
    const { open, location } = await page('#', KEPT, readings);
    expect(await open()).toBe(false);
    expect(location.hash).toContain('/meters/');
  });

  it('leaves the window alone where the user went elsewhere meanwhile', async () => {
    const { open, location } = await page('', KEPT, 0);
    const found = open();
    location.hash = '#/w/w/events';
    expect(await found).toBe(true);
  });

  it('begins with the list where no meter was open', async () => {
    const { open, location, asked } = await page('', { workspace: 'w' });
    expect([open(), location.hash]).toEqual([undefined, '']);
    await vi.waitFor(() => expect(asked()).toContain('usagePoints.list'));
  });

  it('stays at an address that leads somewhere', async () => {
    const { open, location, asked } = await page('#/w/w/events', KEPT);
    expect([open(), location.hash]).toEqual([undefined, '#/w/w/events']);
    await vi.waitFor(() => expect(asked()).toEqual(['workspaces.list']));
  });
});
