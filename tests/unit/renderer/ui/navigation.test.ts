import { expect, it } from 'vitest';
import { places, placesOf } from '../../../../renderer/ui/navigation.ts';

it('no two places of the sidebar have the same key, id or address', () => {
  for (const of of ['key', 'id', 'to'] as const) {
    expect(new Set(places.map((place) => place[of])).size, of).toBe(places.length);
  }
});

it('only the demo leads to its service', () => {
  const has = (kind: 'demo' | 'live' | 'files') => placesOf({ kind }).some(({ id }) => id === 'demo');
  expect([has('demo'), has('live'), has('files')]).toEqual([true, false, false]);
});
