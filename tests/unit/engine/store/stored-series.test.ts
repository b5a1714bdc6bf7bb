import { describe, expect, it } from 'vitest';
import type { Connection, Row } from '../../../../electron/engine/store/database.ts';
import { findSeries, mayImplyZeros, seriesOf } from '../../../../electron/engine/store/stored-series.ts';

const HOURLY = { uom: 72, commodity: 1, flowDirection: 1, currency: 840 };
const row = (over: Row = {}, type: object = HOURLY): Row => ({
  series: 3,
  id: 's',
  usage_point: 'p',
  reading_type: JSON.stringify(type),
  behaviour: 'interval',
  grid: 'fixed',
  step: 900,
  power: 0,
  longest: 900,
  holes_decided: null,
  first: 1,
  last_end: 2,
  cost_chosen: null,
  costed_value: null,
  sum_cost: null,
  ...over,
});

describe('a stored series', () => {
  it('is shown in the unit and currency of its type, in thousands', () => {
    expect(seriesOf(row())).toMatchObject({ unit: 'kWh', power: -3, currency: 'USD', level: undefined, longest: 900 });
    expect(seriesOf(row({}, { uom: 72, flowDirection: 1 })).currency).toBeUndefined();
    expect(seriesOf(row({ longest: null, usage_point: null }))).toMatchObject({ longest: 0, usagePoint: undefined });
  });

  it('of a level is sampled, whatever was said of it', () => {
    const found = seriesOf(row({ behaviour: 'register', holes_decided: 'zeros' }, { uom: 23, flowDirection: 1 }));
    expect(found).toMatchObject({ behaviour: 'sample', level: 'Temperature', zeros: false, oddlyPriced: false });
  });

  it('has zeros in its holes only where the user said so and they can be counted', () => {
    expect(seriesOf(row()).zeros).toBe(false);
    expect(seriesOf(row({ holes_decided: 'gaps' })).zeros).toBe(false);
    expect(seriesOf(row({ holes_decided: 'zeros' })).zeros).toBe(true);
    expect(seriesOf(row({ holes_decided: 'zeros', behaviour: 'register' })).zeros).toBe(false);
    const can = (['fixed', 'day', 'week', 'month', 'irregular'] as const).filter((grid) =>
      mayImplyZeros({ behaviour: 'interval', grid, step: 900 }),
    );
    expect(can).toEqual(['fixed', 'day']);
    expect(mayImplyZeros({ behaviour: 'interval', grid: 'fixed', step: 0 })).toBe(false);
  });

  it('has the scale of its costs that the user chose, as a power of ten', () => {
    const chosen = seriesOf(row({ cost_chosen: 1_000 }));
    expect(chosen.costScale).toEqual({ value: 1_000, reason: 'You chose it.', certain: true });
    expect(chosen.costPower).toBe(-3);
  });

  it('has costs where some of its readings do, even of nothing, and none of a level', () => {
    expect(seriesOf(row()).hasCosts).toBe(false);
    expect(seriesOf(row({ sum_cost: 0 })).hasCosts).toBe(true);
    expect(seriesOf(row({ sum_cost: 10 }, { uom: 23, flowDirection: 1 })).hasCosts).toBe(false);
  });

  it('has no price by the readings of a register, which are no amounts', () => {
    // 10 kWh for 1,000 dollars as the schema has it: odd, if it were what was used.
    const costed = { costed_value: 10_000, sum_cost: 100_000_000 };
    expect(seriesOf(row(costed)).oddlyPriced).toBe(true);
    expect(seriesOf(row({ ...costed, behaviour: 'register' })).oddlyPriced).toBe(false);
  });

  it('that is not there is refused', async () => {
    const connection = { row: async () => undefined } as unknown as Connection; // an empty store
    await expect(findSeries(connection, 'gone')).rejects.toMatchObject({ code: 'series_unknown' });
  });
});
