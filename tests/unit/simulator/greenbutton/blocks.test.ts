import { expect, it } from 'vitest';
import { blocksOf } from '../../../../electron/simulator/greenbutton/blocks.ts';
import type { Quirks } from '../../../../electron/simulator/greenbutton/quirks.ts';
import { segmentsOf } from '../../../../electron/simulator/greenbutton/segments.ts';
import { startInstant } from '../../../../electron/simulator/world/time.ts';
import { createWorld } from '../../../../electron/simulator/world/world.ts';

const now = startInstant(1);

/** A meter with its last three days. */
function meterWithData() {
  const world = createWorld(1, { now: () => now, schedule: () => () => undefined });
  const { formUid } = world.settings;
  const authorization = world.submit({ utility: 'DEMO', username: 'ann', formUid, source: 'form' });
  const [model] = authorization.login.models;
  if (!model) throw new Error('the login has no meter');
  const meter = world.addMeter(authorization, model);
  const { to } = world.intervalsAtUtility(meter);
  world.addIntervals(meter, to - 3 * 86_400, to);
  return meter;
}

function blocksWith(...quirks: Parameters<Quirks['has']>[0][]) {
  const [segment] = segmentsOf(1, meterWithData(), now);
  if (!segment) throw new Error('no segment');
  return [...blocksOf({ seed: 1, now, writing: { espiBase: 'http://x', quirks: new Set(quirks) } }, segment)];
}
const valuesOf = (body: string) => [...body.matchAll(/<value>(-?\d+)<\/value>/g)].map(([, value]) => Number(value));

it('newest first, blocks and their readings are the same in the other order', () => {
  const [plain, turned] = [blocksWith(), blocksWith('newest-first')];
  expect(turned.map(({ self }) => self)).toEqual(plain.map(({ self }) => self).reverse());
  expect(turned.map(({ body }) => valuesOf(body).reverse()).reverse()).toEqual(plain.map(({ body }) => valuesOf(body)));
});

it('a register rises by what each reading says without it, from day to day', () => {
  const used = blocksWith().flatMap(({ body }) => valuesOf(body));
  const shown = blocksWith('registers').flatMap(({ body }) => valuesOf(body));
  expect(shown).toHaveLength(used.length);
  const rises = shown.slice(1).map((value, index) => value - (shown[index] ?? 0));
  // A reading that is missing flowed as well: the rise over it is greater.
  for (const [index, rise] of rises.entries()) expect(rise).toBeGreaterThanOrEqual(used[index + 1] ?? 0);
  expect(rises.filter((rise, index) => rise === used[index + 1]).length).toBeGreaterThan(rises.length * 0.9);
});
