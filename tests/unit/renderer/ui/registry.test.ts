import { expect, it } from 'vitest';
import { createRegistry } from '../../../../renderer/ui/registry.ts';

it('a registry has what is on the screen, in the order in which it came, and notifies of each change', () => {
  const registry = createRegistry<string>();
  let changes = 0;
  const stop = registry.subscribe(() => {
    changes += 1;
  });
  const remove = registry.add(['a', 'b']);
  registry.add(['c']);
  expect(registry.all()).toEqual(['a', 'b', 'c']);
  remove();
  expect(registry.all()).toEqual(['c']);
  expect(changes).toBe(3);
  stop();
  registry.add(['d']);
  expect(changes).toBe(3);
});
