import { describe, expect, it } from 'vitest';
import {
  type NarrowingStorage,
  narrowingKey,
  readNarrowing,
  writeNarrowing,
} from '../../../../../renderer/ui/table/narrowing.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const oneMeter = narrowingKey('bills', '/w/demo/meters/1');
const otherMeter = narrowingKey('bills', '/w/demo/meters/2');
const otherWorkspace = narrowingKey('bills', '/w/files/meters/1');

describe('what narrows a table', () => {
  it('stays at its place: neither another meter nor another workspace has it', () => {
    const storage = { session: memory(), local: memory() };
    const narrowing = { search: '2024', filters: { tariff: ['R-1', undefined] } };
    writeNarrowing(storage, oneMeter, narrowing);
    expect(readNarrowing(storage, oneMeter)).toEqual(narrowing);
    for (const key of [otherMeter, otherWorkspace]) {
      expect(readNarrowing(storage, key)).toEqual({ search: '', filters: {} });
    }
  });

  it('leaves nothing behind once it is cleared, and keeps search texts for the session only', () => {
    const storage = { session: memory(), local: memory() };
    writeNarrowing(storage, oneMeter, { search: 'Kofi', filters: { tariff: ['R-1'] } });
    expect([...storage.local.kept.values()].join()).not.toContain('Kofi');
    writeNarrowing(storage, oneMeter, { search: '', filters: { tariff: [] } });
    expect([storage.session.kept.size, storage.local.kept.size]).toEqual([0, 0]);
  });

  it('is nothing where storage is closed or holds something else', () => {
    expect(readNarrowing(undefined, oneMeter)).toEqual({ search: '', filters: {} });
    const storage: NarrowingStorage = { session: memory(), local: memory() };
    storage.session.setItem(oneMeter, '{');
    storage.local.setItem(oneMeter, '7');
    expect(readNarrowing(storage, oneMeter)).toEqual({ search: '', filters: {} });
  });
});
