import { describe, expect, it } from 'vitest';
import { type BillMoney, linesOf, scaleStatedBy } from '../../../shared/espi/bill-evidence.ts';
import { chosenScales, decideMoneyScales } from '../../../shared/espi/money.ts';
import type { SummaryMeasurement } from '../../../shared/espi/usage-entities.ts';
import { type GasScale, gasMonths, type MadeBill, monthlyGas } from '../../fixtures/bill-feed.ts';

const kwh = (value: number) => ({ uom: 72, powerOfTenMultiplier: 3, value });
const bill = (billLastPeriod: number, consumption: SummaryMeasurement | undefined, start = 0): BillMoney => ({
  billLastPeriod,
  consumption,
  lineItems: [],
  start,
});

type MadeMeasure = NonNullable<NonNullable<MadeBill['lines']>[number]['measurement']>;
const measured = ({ uom, power, value }: MadeMeasure): SummaryMeasurement => ({
  ...(uom === undefined ? {} : { uom }),
  ...(power === undefined ? {} : { powerOfTenMultiplier: power }),
  ...(value === undefined ? {} : { value }),
});

/** Bills of {@link monthlyGas} as the decoder gives them. */
function gas(scale: GasScale, months = gasMonths(24)): BillMoney[] {
  return monthlyGas(months, scale).map(({ start, total, consumption, lines = [] }) => ({
    start,
    billLastPeriod: Number(total),
    consumption: consumption && measured(consumption),
    lineItems: lines.map(({ note, kind, amount, measurement }) => ({
      note,
      ...(kind === undefined ? {} : { itemKind: kind }),
      amount: Number(amount),
      ...(measurement ? { measurement: measured(measurement) } : {}),
    })),
  }));
}

const values = (bills: readonly BillMoney[]) =>
  decideMoneyScales(bills).map(({ bill: { value }, lines, warning }) => [value, lines.value, warning !== undefined]);
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('the scale of one bill', () => {
  it.each([
    ['hundredths that nothing tells', 3639, undefined, true],
    ['thousandths that nothing tells', 47_690, undefined, true],
    ['whole cents by the schema', 840_000, undefined, false],
    ['fractions of a cent in a bill of usual size', 8_437_523, undefined, false],
    ['an odd total with a price to judge by', 1_436_390, kwh(60), false],
  ])('is doubted where a small total is no whole number of cents: %s', (_name, raw, consumption, doubted) => {
    const [scales] = decideMoneyScales([bill(raw, consumption)]);
    expect(scales?.warning !== undefined).toBe(doubted);
    if (doubted) expect(scales?.warning).toMatch(/may be on another scale\.$/);
  });

  it.each([
    ['as the schema wants', 23_364_000, kwh(900), 100_000, true],
    ['thousandths', 233_640, kwh(900), 1000, true],
    ['cents, plausible as thousandths, too', 23_364, kwh(900), 100, false],
    ['whole units', 234, kwh(900), 1, true],
    ['therms', 20_624_000, { uom: 169, powerOfTenMultiplier: -3, value: 140_000 }, 100_000, true],
    ['decimals', 70.25, kwh(300), 1, true],
    ['decimals without consumption', 70.25, undefined, 1, true],
    ['decimals that come of arithmetic', 23_364_000.5, kwh(900), 100_000, true],
    ['no consumption', 23_364_000, undefined, 100_000, false],
    ['no amount', 0, kwh(900), 100_000, false],
    ['nothing fits', 1e15, kwh(1), 100_000, false],
    ['a credit', -500_000, kwh(700), 100_000, false],
  ])('%s', (_name, raw, consumption, value, certain) => {
    const [scales] = decideMoneyScales([bill(raw, consumption)]);
    expect(scales).toMatchObject({ bill: { value, certain }, lines: { value }, warning: undefined });
    expect(scales?.bill.reason).toMatch(/\.$/);
  });
});

describe('who states the scale', () => {
  const charge = { note: 'Supply', itemKind: 2, amount: 57_200 };
  const stating = { ...charge, measurement: { uom: 80, powerOfTenMultiplier: -3, value: 57_200 } };
  const first: BillMoney = { start: 1, billLastPeriod: 57_200, lineItems: [stating] };

  it('is not said to be a bill whose lines state nothing, but the others', () => {
    const second: BillMoney = { start: 0, billLastPeriod: 57_200, lineItems: [charge] };
    const scales = decideMoneyScales([first, second]);
    expect([first, second].map((one) => scaleStatedBy(one, 1000))).toEqual(['lines', undefined]);
    for (const { evidence, bill: decided } of scales) {
      expect([evidence, decided.value]).toEqual(['stated', 1000]);
      expect(decided.reason).not.toMatch(/\blines state/i);
    }
  });

  it('is the bill itself where a field of it is measured in money and repeats its total', () => {
    const only: BillMoney = {
      ...{ start: 0, billLastPeriod: 5720, lineItems: [] },
      measurements: [{ uom: 80, powerOfTenMultiplier: -2, value: 5720 }],
    };
    expect(scaleStatedBy(only, 100)).toBe('summary');
    expect(decideMoneyScales([only])[0]?.bill).toMatchObject({
      value: 100,
      reason: expect.not.stringMatching(/lines/i),
    });
    // Among bills that state another scale it keeps its own.
    const mixed = decideMoneyScales([first, { ...first, start: 2 }, only]);
    expect(mixed[2]?.bill).toMatchObject({ value: 100, reason: expect.not.stringMatching(/lines/i) });
  });

  it('is not a bill whose own lines state another scale, which is not believed', () => {
    const whole = { ...charge, measurement: { uom: 80, powerOfTenMultiplier: 0, value: 57_200 } };
    expect(scaleStatedBy({ start: 0, billLastPeriod: 57_200, lineItems: [whole] }, 1000)).toBeUndefined();
  });
});

describe('the scale of a custodian', () => {
  it.each<[string, GasScale]>([
    ['in thousandths, as lines state', { total: 1000, power: -3 }],
    ['in cents, as lines state', { total: 100, power: -2 }],
    ['as the schema wants, as lines state', { total: 100_000, power: -5 }],
    ['in whole units with decimals, as lines state', { total: 1, power: 0 }],
    ['in thousandths, no measure', { total: 1000, power: null }],
    ['in cents, no measure', { total: 100, power: null }],
    ['as the schema wants, no measure', { total: 100_000, power: null }],
    ['in whole units with decimals, no measure', { total: 1, power: null }],
    ['totals as the schema wants, lines in thousandths', { total: 100_000, lines: 1000, power: -3 }],
    ['totals with decimals, lines in thousandths', { total: 1, lines: 1000, power: -3 }],
    ['totals as the schema wants, lines in cents that state nothing', { total: 100_000, lines: 100, power: null }],
    ['in cents, with a multiplier of 0 that nobody filled in', { total: 100, power: 0 }],
  ])('%s, is one for all of its bills', (_name, scale) => {
    expect(values(gas(scale))).toEqual(times(24, [scale.total, scale.lines ?? scale.total, false]));
  });

  it('says what told it', () => {
    const told = (scale: GasScale) => decideMoneyScales(gas(scale))[0];
    expect(told({ total: 1000, power: -3 })).toMatchObject({ evidence: 'stated', bill: { certain: true } });
    expect(told({ total: 1, power: null })).toMatchObject({ evidence: 'decimals' });
    expect(told({ total: 100, power: null })).toMatchObject({ evidence: 'price' });
    expect(decideMoneyScales([bill(7, undefined)])[0]).toMatchObject({ evidence: 'schema', bill: { certain: false } });
  });

  it('holds for bills that state nothing, have no consumption, or were nearly paid by generation', () => {
    const [stated, silent] = [gas({ total: 1000, power: -3 }), gas({ total: 1000, power: null })];
    expect(values([...stated.slice(0, 12), ...silent.slice(12)])).toEqual(times(24, [1000, 1000, false]));
    const some = [bill(23_364_000, kwh(900)), bill(200_000, kwh(900)), bill(1_500_000, kwh(0)), bill(0, kwh(900))];
    expect(values(some).map(([value]) => value)).toEqual(times(4, 100_000));
    // One bill that happens to fit the scale of the schema does not outvote a year in cents.
    const cents = [...times(11, bill(23_364, kwh(900))), bill(2500, kwh(0.1))];
    expect(values(cents).map(([value]) => value)).toEqual(times(12, 100));
  });

  it('that changes in mid-history is followed, with a warning on each bill that differs', () => {
    const [old, young] = [gas({ total: 100_000, power: -5 }), gas({ total: 100, power: -2 })];
    const stated = values([...old.slice(0, 16), ...young.slice(16)]);
    expect(stated).toEqual([...times(16, [100_000, 100_000, false]), ...times(8, [100, 100, true])]);

    const priced = [...Array(24).keys()].map((month) => bill(month < 16 ? 23_364_000 : 233_640, kwh(900), month));
    expect(values(priced)).toEqual([...times(16, [100_000, 100_000, false]), ...times(8, [1000, 1000, true])]);
    // In whole cents of the old scale throughout: little was owed, nothing changed.
    const paid = priced.map((one, month) => (month < 16 ? one : bill(233_000, kwh(900), month)));
    expect(values(paid).map(([value]) => value)).toEqual(times(24, 100_000));
  });

  it('stays on a single bill that is a hundred times too low or too high, with a warning', () => {
    const year = [...Array(12).keys()].map((month) => bill(23_364_000, kwh(900), month));
    for (const odd of [233_645, 2_336_400_000_0]) {
      const found = decideMoneyScales(year.map((one, month) => (month === 5 ? bill(odd, kwh(900), month) : one)));
      expect(found.map(({ bill: { value } }) => value)).toEqual(times(12, 100_000));
      expect(found.map(({ warning }) => warning !== undefined)).toEqual(
        year.map((_, month) => month === 5 && odd < 1e9),
      );
    }
  });

  it('lines that do not agree, or that nothing ties to the total, are warned of', () => {
    const line = (amount: number, power: number) => ({
      note: 'Fee',
      itemKind: 4,
      amount,
      measurement: { uom: 80, powerOfTenMultiplier: power, value: amount },
    });
    const consumption = kwh(900);
    const mixed = { billLastPeriod: 233_640, consumption, lineItems: [line(200_000, -3), line(33_640, -2)] };
    expect(decideMoneyScales([mixed])[0]?.warning).toMatch(/^The lines of this bill state different scales/);
    const apart = { billLastPeriod: 23_364_000, consumption, lineItems: [line(12_000, -3)] };
    expect(decideMoneyScales([apart])[0]).toMatchObject({ bill: { value: 100_000 }, lines: { value: 1000 } });
    expect(decideMoneyScales([apart])[0]?.warning).toMatch(/do not add up to it\.$/);
  });

  it('is that of the total where its lines state scales of their own and add up to it so', () => {
    const line = (note: string, amount: number, power: number, itemKind = 4) => ({
      ...{ note, itemKind, amount },
      measurement: { uom: 80, powerOfTenMultiplier: power },
    });
    // 41.20 + 60.25 + 12.05 + 3.55 = 117.05
    const lines = [
      line('Delivery', 41_200_000, -6),
      line('Connection', 12_050_000, -6),
      line('Off-Peak', 60_250, -3),
      line('Tax', 355, -2, 5),
    ];
    const due = line('Amount Due', 11_705, -2, 10);
    const summary: BillMoney = { billLastPeriod: 117_050, lineItems: [...lines, due] };
    const [scales] = decideMoneyScales([summary]);
    expect(scales).toMatchObject({ evidence: 'stated', bill: { value: 1000 }, lines: { value: 1000 } });
    expect(scales?.warning).toBeUndefined();
    expect(scales?.bill.reason).toMatch(/^The lines of this bill state different scales, and add up to its total/);
    expect(linesOf(summary).lines.map(({ raw }) => raw)).toEqual([41_200, 12_050, 60_250, 3550, 117_050]);
    expect(scaleStatedBy(summary, 1000)).toBe('sum');
    // Also where only a balance is on a scale of its own.
    const charged = [line('Supply', 8000, -2), line('Tax', 1040, -2, 5), line('Amount Due', 904, -1, 10)];
    expect(linesOf({ billLastPeriod: 90_400, lineItems: charged }).lines.map(({ raw }) => raw)).toEqual([
      80_000, 10_400, 90_400,
    ]);
    // A balance that repeats the total does not say that each is right, nor is it said without a total.
    const carried = { billLastPeriod: 217_050, lineItems: [...lines, line('Amount Due', 217_050, -3, 10)] };
    expect(decideMoneyScales([carried])[0]?.warning).toMatch(/state different scales\. The one/);
    expect(decideMoneyScales([{ lineItems: lines }])[0]?.warning).toMatch(/state different scales\. The one/);
  });

  it('that the user chose keeps the ratio of lines to totals', () => {
    const [detected] = decideMoneyScales(gas({ total: 100_000, lines: 1000, power: -3 }));
    if (!detected) throw new Error('no bill');
    expect(chosenScales(1000, detected)).toMatchObject({
      evidence: 'user',
      bill: { value: 1000 },
      lines: { value: 10 },
    });
  });
});
