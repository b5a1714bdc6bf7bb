import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../../../electron/engine/store/database.ts';
import { catchUp } from '../../../../../electron/engine/store/intake/index.ts';
import { migrate } from '../../../../../electron/engine/store/migrations/index.ts';
import { Store } from '../../../../../electron/engine/store/store.ts';
import type { BillView } from '../../../../../shared/contract/bills.ts';
import { billFeed, type GasScale, gasMonths, type MadeBill, monthlyGas } from '../../../../fixtures/bill-feed.ts';
import { haveSamples, sample } from '../../reader/samples.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.dispose());

/** Opens a text as a file, and answers the bills that the store has of it, oldest first. */
async function openFile(text: string | Buffer, name = 'bills.xml'): Promise<BillView[]> {
  const file = path.join(store.folder, name);
  await writeFile(file, text);
  await store.call('ingest.file', { path: file, label: name });
  return (await store.call('bills.all', {})).toReversed();
}

const months = gasMonths(24);

/** One scale, or a warning on each bill that differs from most. */
function oneScaleOrWarned(bills: readonly BillView[]): boolean {
  const votes = new Map<number, number>();
  for (const { moneyScale } of bills) votes.set(moneyScale, (votes.get(moneyScale) ?? 0) + 1);
  const most = Math.max(...votes.values());
  return bills.every(({ moneyScale, moneyWarning }) => votes.get(moneyScale) === most || moneyWarning !== undefined);
}

describe('a year of monthly gas bills whose lines say all sorts of things', () => {
  it('has the amounts of its paper bills, line by line', async () => {
    const bills = await openFile(billFeed(monthlyGas(months, { total: 1000, power: -3 })));
    expect(bills.map(({ total }) => total)).toEqual(months.map(({ total }) => total));
    for (const [place, bill] of bills.entries()) {
      const month = months[place];
      if (!month) throw new Error('There are more bills than months.');
      expect(bill).toMatchObject({ moneyScale: 1000, lineScale: 1000, moneyEvidence: 'stated', linesSum: month.total });
      const counted = bill.items.filter((item) => item.counted);
      expect(Object.fromEntries(counted.map(({ note, amount }) => [note, amount]))).toEqual(month.charges);
    }
    expect(bills[0]?.items.filter((item) => !item.counted)).toMatchObject([
      { note: 'Previous Bill Amount', role: 'balance', amount: 38.12 },
      { note: 'Payment Received - Thank You', role: 'balance', amount: -38.12 },
      { note: 'Balance Forward', role: 'balance', amount: 0 },
      { note: 'Gas Supply Charge Rate (¢/m³)', role: 'price', unitCost: 11.32, priceUnit: '¢/m³', amount: undefined },
      { note: 'Delivery to You, ¢/m3', role: 'price', unitCost: 9.21, priceUnit: '¢/m3', amount: undefined },
      { note: 'Total Charges', role: 'balance', amount: months[0]?.total },
      { note: 'Amount Due', role: 'balance', amount: months[0]?.total },
      { note: 'Gas Used', role: 'quantity', measurement: { value: months[0]?.m3, unit: 'm3' } },
      { note: 'Due Date', role: 'date', dateTime: (months[0]?.start ?? 0) + 50 * 86_400 },
      { note: 'PEF', role: 'code', code: 30_613, amount: undefined },
    ]);
  });

  it.each<[string, GasScale]>([
    ['power -2', { total: 100, power: -2 }],
    ['power -5', { total: 100_000, power: -5 }],
    ['power 0, decimals', { total: 1, power: 0 }],
    ['no measure, 1/1000', { total: 1000, power: null }],
    ['no measure, decimals', { total: 1, power: null }],
    ['totals by the schema, lines in 1/1000', { total: 100_000, lines: 1000, power: -3 }],
  ])('comes out the same with %s', async (_name, scale) => {
    const bills = await openFile(billFeed(monthlyGas(months, scale)));
    expect(bills.map(({ total, linesSum }) => [total, linesSum])).toEqual(months.map(({ total }) => [total, total]));
    expect(bills.filter(({ moneyWarning }) => moneyWarning !== undefined)).toEqual([]);
  });
});

describe('bills of one custodian', () => {
  const silent = monthlyGas(months, { total: 1000, power: null });

  it('are decided anew when another document of the authorization tells more', async () => {
    // The bill of a summer month alone is plausible by the schema: 0.29 a unit instead of 29.
    const summer = 6;
    const scales = async () => (await store.call('bills.all', {})).map(({ moneyScale }) => moneyScale);
    await store.ingest(billFeed(silent.slice(summer, summer + 1)), '1001');
    expect(await scales()).toEqual([100_000]);
    await store.ingest(billFeed(silent.slice(0, summer)), '1001');
    expect(new Set(await scales())).toEqual(new Set([1000]));
    const [bill] = (await store.call('bills.all', {})).filter(({ start }) => start === months[summer]?.start);
    expect(bill).toMatchObject({ total: months[summer]?.total, linesSum: months[summer]?.total });
    // Another meter of the same authorization; another authorization is another custodian.
    await store.ingest(billFeed(silent.slice(summer, summer + 1), { meter: '2002' }), '1001');
    expect(new Set(await scales())).toEqual(new Set([1000]));
    await store.ingest(billFeed(silent.slice(summer, summer + 1), { subscription: '1002', meter: '3001' }), '1002');
    expect((await scales()).filter((scale) => scale === 100_000)).toHaveLength(1);
  });

  it('of which some are on another scale carry a warning', async () => {
    const later = monthlyGas(months, { total: 100, power: -2 }).slice(18);
    const mixed = [...monthlyGas(months, { total: 1000, power: -3 }).slice(0, 18), ...later];
    const bills = await openFile(billFeed(mixed));
    expect(bills.map(({ total }) => total)).toEqual(months.map(({ total }) => total));
    expect(bills.map(({ moneyWarning }) => moneyWarning !== undefined)).toEqual(months.map((_, place) => place >= 18));
    expect(bills[20]?.moneyWarning).toBe(
      'The money of this bill is read in 1/100, that of 18 other bills of this custodian in 1/1,000. The custodian may have changed its scale.',
    );
  });

  it('say whether they state their scale themselves', async () => {
    const stating = monthlyGas(months, { total: 1000, power: -3 });
    await store.ingest(billFeed([...silent.slice(0, 1), ...stating.slice(1, 3)]), '1001');
    const bills = (await store.call('bills.all', {})).toReversed();
    expect(bills.map(({ moneyEvidence }) => moneyEvidence)).toEqual(['stated', 'stated', 'stated']);
    expect(bills.map(({ scaleStatedBy }) => scaleStatedBy)).toEqual([undefined, 'lines', 'lines']);
    await store.call('bills.setMoneyScale', { usagePoint: bills[0]?.usagePoint ?? '', scale: 1000 });
    for (const bill of await store.call('bills.all', {})) expect(bill.scaleStatedBy).toBeUndefined();
  });

  it('take what the user chose for their meter, all of them, and give it back', async () => {
    await store.ingest(billFeed(silent), '1001');
    const [first] = await store.call('bills.all', {});
    const usagePoint = first?.usagePoint ?? '';
    await store.call('bills.setMoneyScale', { usagePoint, scale: 100 });
    const chosen = (await store.call('bills.list', { usagePoint })).toReversed();
    expect(chosen.map(({ total }) => total)).toEqual(months.map(({ total }) => Math.round(total * 1000) / 100));
    expect(new Set(chosen.map(({ moneyEvidence, moneyScaleBy }) => `${moneyEvidence} ${moneyScaleBy}`))).toEqual(
      new Set(['user user']),
    );
    // A bill that comes later has it, too.
    await store.ingest(
      billFeed(silent.slice(0, 1).map((bill) => ({ ...bill, start: bill.start - 2_592_000 }))),
      '1001',
    );
    expect((await store.call('bills.list', { usagePoint })).map(({ moneyScale }) => moneyScale)).toEqual(
      Array(25).fill(100),
    );
    await store.call('bills.setMoneyScale', { usagePoint });
    const back = (await store.call('bills.list', { usagePoint })).toReversed();
    expect(back.slice(1).map(({ total }) => total)).toEqual(months.map(({ total }) => total));
  });

  it('have one scale or a warning, and sums that follow from the raw numbers, whatever is sent', async () => {
    const raw = fc.integer({ min: -5_000_000, max: 50_000_000 });
    const line = fc.record({
      note: fc.constantFrom(
        'Supply',
        'Delivery charge',
        'HST',
        'Amount Due',
        'Previous balance',
        'Rate (¢/kWh)',
        'Total',
      ),
      kind: fc.constantFrom(1, 2, 3, 4, 5, 6, 9, 10, 42),
      amount: raw,
      measurement: fc.constantFrom(undefined, -3, -2, 0, -5),
    });
    const made = fc.array(
      fc.record({ total: raw, used: fc.integer({ min: 0, max: 2_000_000 }), lines: fc.array(line) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(made, async (all) => {
        const sent = all.map(
          ({ total, used, lines }, place): MadeBill => ({
            start: 1_672_549_200 + place * 2_592_000,
            total,
            consumption: { uom: 72, power: 0, value: used },
            lines: lines.map(({ measurement, ...rest }) => ({
              ...rest,
              ...(measurement === undefined
                ? {}
                : { measurement: { uom: 80, power: measurement, value: rest.amount } }),
            })),
          }),
        );
        const bills = await openFile(billFeed(sent));
        expect(bills).toHaveLength(sent.length);
        expect(oneScaleOrWarned(bills)).toBe(true);
        for (const [place, bill] of bills.entries()) {
          const { total, lines = [] } = sent[place] as MadeBill; // one each
          expect(bill.total).toBeCloseTo(Number(total) / bill.moneyScale, 9);
          if (bill.scaleStatedBy === 'sum') {
            expect(Math.abs((bill.linesSum ?? 0) - (bill.total ?? 0))).toBeLessThan(0.01);
            continue;
          }
          const counted = bill.items.flatMap((item, ordinal) => (item.counted ? [ordinal] : []));
          const plain = counted.reduce((sum, ordinal) => {
            const sign = Math.sign(bill.items[ordinal]?.amount ?? 0) * Math.sign(Number(lines[ordinal]?.amount));
            return sum + (sign * Number(lines[ordinal]?.amount)) / bill.lineScale;
          }, 0);
          expect(bill.linesSum ?? 0).toBeCloseTo(plain, 4);
        }
      }),
      { numRuns: 40, seed: 7 },
    );
  });
});

describe('a store of an older version', () => {
  it('has its bills decided anew from the raw numbers it kept; what the user chose holds', async () => {
    const file = path.join(store.folder, 'old.duckdb');
    const database = await Database.open(file, `${file}.temporary`);
    const writer = await database.connect();
    await migrate(writer, 8);
    await writer.run(
      `INSERT INTO usage_points (id, key_hash, source, uid, authorization_uid, implied) VALUES ('p', 1, 1, 'p', '1001', false), ('q', 2, 1, 'q', '1002', false)`,
    );
    const old = (id: string, point: string, start: number, total: number, m3: number) => {
      const data = {
        billingPeriod: { start, duration: 2_592_000 },
        billLastPeriod: total,
        costAdditionalDetailLastPeriod: [
          { amount: total, note: 'Gas', itemKind: 2, measurement: { uom: 80, powerOfTenMultiplier: -3, value: total } },
        ],
        overallConsumptionLastPeriod: { uom: 42, powerOfTenMultiplier: 0, value: m3 },
      };
      return writer.run(
        `INSERT INTO usage_summaries (id, key_hash, source, usage_point, start, duration, total, money_scale, money_reason, data)
         VALUES (?, 1, 1, ?, ?, 2592000, ?, 100000, 'It was so.', ?)`,
        [id, point, start, total, JSON.stringify(data)],
      );
    };
    await old('a', 'p', 1_700_000_000, 57_200, 5);
    await old('b', 'p', 1_702_592_000, 29_040, 2);
    await old('c', 'q', 1_700_000_000, 57_200, 5);
    await writer.run(`INSERT INTO decisions VALUES ('q', 'moneyScale', '100', 0)`);
    await writer.close();
    await database.close();

    const opened = await Store.open('old', { file, rawFolder: store.folder, zone: 'UTC' }, catchUp);
    const bills = await opened.database.reader.rows(
      'SELECT b.id, total / money_scale AS total, money_evidence, l.amount, l.role FROM usage_summaries b JOIN line_items l ON l.usage_summary = b.id ORDER BY b.id',
    );
    expect(bills).toEqual([
      { id: 'a', total: 57.2, money_evidence: 'stated', amount: 57.2, role: 'charge' },
      { id: 'b', total: 29.04, money_evidence: 'stated', amount: 29.04, role: 'charge' },
      { id: 'c', total: 572, money_evidence: 'user', amount: 572, role: 'charge' },
    ]);
    await opened.close();
  });
});

describe.skipIf(!haveSamples)('the bills of real files', () => {
  it.each<[file: string, amounts: [total: number | undefined, scale: number][]]>([
    ['cmdtest_batchbulk.xml', [[152.52, 100_000]]],
    [
      'cmdtest_three_up_three_customers.xml',
      [
        [42.28, 100_000],
        [41.67, 100_000],
        [42.06, 100_000],
      ],
    ],
    ['electric_daily_binned_monthly.xml', [[67.52, 100_000]]],
    ['gba_electricpowerusagesummary_v1.xml', [[67.52, 100_000]]],
    ['sce_bulk_intervals.xml', [[174.18, 100_000]]],
    [
      'pge_usagesummaries_lineitems_ns0.xml',
      [
        [undefined, 100_000],
        [undefined, 100_000],
        [233.64, 100_000],
      ],
    ],
    ['cew821_sample.xml', [[undefined, 100_000]]],
    ['abridged_electric_containerized.xml', [[undefined, 100_000]]],
  ])('%s: plausible amounts on one scale', async (file, amounts) => {
    const bills = await openFile(sample(file), file);
    const found = bills.map(({ total, moneyScale }) => [total, moneyScale]);
    expect(found.toSorted()).toEqual(amounts.toSorted());
    expect(oneScaleOrWarned(bills)).toBe(true);
  });

  it('with lines: charges are summed, and what they are for stands beside them', async () => {
    const bills = await openFile(sample('pge_usagesummaries_lineitems_ns0.xml'), 'pge.xml');
    const bill = bills.find(({ total }) => total !== undefined);
    expect(bill).toMatchObject({ linesSum: 53.58, lineScale: 100_000 });
    expect(bill?.items.map(({ role, amount }) => [role, amount])).toEqual([
      ['charge', 12],
      ['charge', 36],
      ['charge', 0.77],
      ['charge', 4.8],
      ['tax', 0.01],
    ]);
  });
});

it('lines that state scales of their own are each read on it, where they add up to the total so', async () => {
  const money = (power: number) => ({ uom: 80, power });
  const [bill] = await openFile(
    billFeed([
      {
        start: 1_735_689_600,
        total: 117_050,
        lines: [
          { note: 'Delivery', kind: 4, amount: 41_200_000, measurement: money(-6) },
          { note: 'Connection', kind: 4, amount: 12_050_000, measurement: money(-6) },
          { note: 'Off-Peak', kind: 4, amount: 60_250, unitCost: 125, measurement: money(-3) },
          { note: 'Tax', kind: 5, amount: 355, measurement: money(-2) },
          { note: 'Amount Due', kind: 10, amount: 11_705, measurement: money(-2) },
        ],
      },
    ]),
  );
  expect(bill).toMatchObject({ total: 117.05, linesSum: 117.05, moneyScale: 1000, moneyWarning: undefined });
  expect(bill?.items.map(({ amount, unitCost, rawAmount }) => [amount, unitCost, rawAmount])).toEqual([
    [41.2, undefined, '41200000'],
    [12.05, undefined, '12050000'],
    [60.25, 0.125, '60250'],
    [3.55, undefined, '355'],
    [117.05, undefined, '11705'],
  ]);
});
