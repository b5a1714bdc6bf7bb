import { expect, it } from 'vitest';
import { places } from '../../../../renderer/ui/navigation.ts';

it('no two places of the sidebar have the same key, id or address', () => {
  for (const of of ['key', 'id', 'to'] as const) {
    expect(new Set(places.map((place) => place[of])).size, of).toBe(places.length);
  }
});
