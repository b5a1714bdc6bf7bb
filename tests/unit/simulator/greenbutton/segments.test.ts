import { beforeEach, describe, expect, it } from 'vitest';
import { blocksOf, findBlock } from '../../../../electron/simulator/greenbutton/blocks.ts';
import { NO_FILTER } from '../../../../electron/simulator/greenbutton/filters.ts';
import { segmentsOf } from '../../../../electron/simulator/greenbutton/segments.ts';
import { startInstant } from '../../../../electron/simulator/world/time.ts';
import type { Meter } from '../../../../electron/simulator/world/types.ts';
import { createWorld, type ServiceWorld } from '../../../../electron/simulator/world/world.ts';

const DAY = 86_400;
const now = startInstant(1);
let world: ServiceWorld;
let meter: Meter;
beforeEach(() => {
  world = createWorld(1, { now: () => now, schedule: () => () => undefined });
  const authorization = world.submit({
    utility: 'DEMO',
    username: 'ann',
    formUid: world.settings.formUid,
    source: 'form',
  });
  const [model] = authorization.login.models;
  if (!model) throw new Error('the login has no meter');
  meter = world.addMeter(authorization, model);
});
const segments = () => segmentsOf(world.settings.seed, meter, now);
const context = { seed: 1, now, writing: { espiBase: 'http://x', quirks: new Set<never>() } };

describe('the segments of a meter', () => {
  it('are those years in which there are data, side by side, oldest first', () => {
    expect(segments()).toEqual([]);
    const { from, to } = world.intervalsAtUtility(meter);
    world.addIntervals(meter, to - DAY, to);
    const last = segments();
    world.addIntervals(meter, from, to);
    const all = segments();
    expect(last.map(({ uid }) => uid)).toEqual(all.slice(-last.length).map(({ uid }) => uid));
    expect(all.length).toBeGreaterThan(last.length);
    const starts = all.filter(({ level, series }) => level === 'interval' && series === last[0]?.series);
    for (const [index, one] of starts.entries()) if (index > 0) expect(one.from).toBe(starts[index - 1]?.to);
    expect(all[0]?.uid).toContain(`${meter.uid}-`);
  });

  it('have a block for each day with data, found again by its uid', () => {
    const { to } = world.intervalsAtUtility(meter);
    world.addIntervals(meter, to - 3 * DAY, to);
    const [segment] = segments();
    if (!segment) throw new Error('no segment');
    const blocks = [...blocksOf(context, segment)];
    expect(blocks).toHaveLength(3);
    for (const block of blocks) expect(findBlock(context, segment, block.self.split('/').at(-1) ?? '')).toEqual(block);
    for (const none of ['000000', '1', '000001', '999999', 'x']) expect(findBlock(context, segment, none)).toBeNull();
  });

  it('let a filter through by time of the data and by time of arrival', () => {
    const { to } = world.intervalsAtUtility(meter);
    world.addIntervals(meter, to - 3 * DAY, to);
    const [segment] = segments();
    if (!segment) throw new Error('no segment');
    const count = (filter: object) => [...blocksOf(context, segment, { ...NO_FILTER, ...filter })].length;
    expect(count({ publishedMin: (to - DAY) * 1000 })).toBe(1);
    expect(count({ publishedMax: (to - DAY) * 1000 })).toBe(2);
    expect(count({ updatedMin: now + 1 })).toBe(0);
  });
});
