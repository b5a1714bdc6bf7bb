import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connectivity, type NetworkChange } from '../../../electron/http/connectivity.ts';
import { ManualClock } from './manual-clock.ts';

let clock: ManualClock;
let addresses: Set<string>;
let told: { gone: string[]; isBack: boolean }[];
let stop: AbortController;
let connectivity: Connectivity;
beforeEach(() => {
  clock = new ManualClock();
  addresses = new Set(['192.0.2.7', '198.51.100.9']);
  told = [];
  stop = new AbortController();
  connectivity = new Connectivity(() => new Set(addresses));
  connectivity.onChange(({ gone, isBack }: NetworkChange) => told.push({ gone: [...gone], isBack }));
  void connectivity.watch(clock, stop.signal);
});
afterEach(() => stop.abort());

/** The next look, at its time. */
async function look(later = 0) {
  clock.advance(2_000 + later);
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a network', () => {
  it('that stays is not told of, nor is a busy moment', async () => {
    await look();
    await look(19_000);
    addresses.add('203.0.113.5');
    await look();
    expect(told).toEqual([]);
  });

  it('that is left takes its connections with it', async () => {
    addresses.delete('192.0.2.7');
    await look();
    await look();
    expect(told).toEqual([{ gone: ['192.0.2.7'], isBack: false }]);
  });

  it('is back once there is an address again', async () => {
    addresses.clear();
    await look();
    await look();
    addresses.add('203.0.113.5');
    await look();
    expect(told).toEqual([
      { gone: ['192.0.2.7', '198.51.100.9'], isBack: false },
      { gone: [], isBack: true },
    ]);
  });

  it('is not the same after a sleep, also where its address is', async () => {
    await look(3_600_000);
    expect(told).toEqual([{ gone: ['192.0.2.7', '198.51.100.9'], isBack: true }]);
  });

  it('is not the same after a short sleep either, if the system tells of it; and it is told once', async () => {
    clock.advance(1_000);
    connectivity.woke();
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([{ gone: ['192.0.2.7', '198.51.100.9'], isBack: true }]);
    await look();
    expect(told).toHaveLength(1);
  });

  it('that comes only some time after the sleep is told of when it is there', async () => {
    addresses.clear();
    connectivity.woke();
    await new Promise((resolve) => setImmediate(resolve));
    addresses.add('203.0.113.5');
    await look();
    expect(told).toEqual([
      { gone: ['192.0.2.7', '198.51.100.9'], isBack: false },
      { gone: [], isBack: true },
    ]);
  });
});
