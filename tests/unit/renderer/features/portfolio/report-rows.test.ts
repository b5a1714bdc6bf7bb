import { expect, it } from 'vitest';
import {
  coverageLine,
  measureTable,
  overviewCsv,
  pictures,
  pictureTable,
  sourceLines,
  unlistedWords,
  zoneLines,
} from '../../../../../renderer/features/portfolio/report/report-rows.ts';
import type { Overview, OverviewFigures, OverviewMeasure } from '../../../../../shared/contract/overview.ts';

const figures = (some: Partial<OverviewFigures>): OverviewFigures => ({
  of: 2,
  meters: 2,
  total: 100,
  coverage: 1,
  estimated: 0,
  demandMeters: 0,
  baseMeters: 0,
  ...some,
});
const energy: OverviewMeasure = {
  key: '0:72:1',
  label: 'Electricity delivered',
  unit: 'kWh',
  ...figures({ meters: 1, coverage: 0.5, estimated: 0.25 }),
};
const cost: OverviewMeasure = { key: 'cost:840', label: 'Cost by bills', currency: 'USD', ...figures({ total: 12.5 }) };
const overview: Overview = {
  span: { first: 2024 * 12, count: 2 },
  data: { first: 2024 * 12, count: 2 },
  meters: 2,
  unmeasured: 0,
  unsummed: 0,
  several: 0,
  incompleteBills: 0,
  measures: [energy, cost],
  measure: energy,
  months: [
    { month: 2024 * 12, ...figures({ total: 60, peak: { value: 4, usagePoint: 'a' }, peaks: 7, demandMeters: 2 }) },
    { month: 2024 * 12 + 1, ...figures({ meters: 0, total: undefined, coverage: 0 }) },
  ],
  sides: {
    service: [{ value: '0', label: 'electricity', ...figures({}) }],
    tariff: [
      { value: 'E-19', label: 'E-19', ...figures({ total: 60 }) },
      { value: '', label: 'not known', ...figures({ total: 40 }) },
    ],
    utility: [],
    tag: [],
    state: [],
  },
  amounts: [{ atLeast: 10, below: 100, ...figures({}) }],
  largest: [{ id: 'a', uid: '2001', ...figures({ total: 60 }) }],
};

it('has the pictures of the screen, and says "no data" where there is none, never 0', () => {
  const all = pictures(overview, energy);
  expect(all.map(({ title }) => title)).toEqual([
    'By month',
    'By tariff',
    'By size of the meter',
    'Meters, the largest first',
  ]);
  const [months] = all;
  const table = pictureTable(months ?? { title: '', nameHeader: '', rows: [] }, energy);
  expect(table.heads).toEqual([
    'Month',
    'Total, kWh',
    'Highest of a meter, kW',
    'Peaks added up, kW',
    'Base load, kW',
    'Meters',
    'Coverage',
    'Estimated',
  ]);
  expect(table.rows).toEqual([
    ['Jan 2024', '60', '4', '7', '', '2', '100 %', '0 %'],
    ['Feb 2024', 'no data', '', '', '', '0 of 2', '', ''],
  ]);
  expect(measureTable(overview).rows.map(([name, total]) => [name, total])).toEqual([
    ['Electricity delivered', '100 kWh'],
    ['Cost by bills', '$12.50'],
  ]);
});

it('says beside peaks and base loads of how many meters they are, where it is not all', () => {
  const demand = { meters: 8, of: 8, peak: { value: 4, usagePoint: 'a' }, peaks: 7, base: 2 };
  const months = [
    { month: 0, ...figures({ ...demand, demandMeters: 3, baseMeters: 5 }) },
    { month: 1, ...figures({ ...demand, demandMeters: 8, baseMeters: 8 }) },
  ];
  const [byMonth] = pictures({ ...overview, months }, energy);
  const { rows } = pictureTable(byMonth ?? { title: '', nameHeader: '', rows: [] }, energy);
  expect(rows.map((cells) => cells.slice(3, 5))).toEqual([
    ['7 (of 3)', '2 (of 5)'],
    ['7', '2'],
  ]);
});

it('says of how many meters nothing is listed', () => {
  const many = { ...energy, of: 320, meters: 301 };
  const [heads = [], ...lines] = overviewCsv({ ...overview, measure: many }, many);
  const last = Object.fromEntries(heads.map((head, index) => [head, lines.at(-1)?.[index]]));
  expect(last).toEqual({
    ...Object.fromEntries(heads.map((head) => [head, undefined])),
    picture: 'Meters, the largest first',
    name: '300 more meters, not listed',
    measure: 'Electricity delivered',
    unit: 'kWh',
    'meters with data': 300,
    meters: 300,
  });
  expect(lines.at(-1)).toHaveLength(heads.length);
  expect(pictures(overview, many).map(({ unlisted }) => unlisted)).toEqual([undefined, undefined, undefined, 300]);
  expect(pictures(overview, energy).some((one) => 'unlisted' in one)).toBe(false);
  expect(unlistedWords(300)).toBe('300 more meters, not listed');
  expect(unlistedWords(1)).toBe('1 more meter, not listed');
});

it('says on each page how much of the total is there, and whose time and data it is', () => {
  expect(coverageLine(energy)).toBe(
    'Electricity delivered: 1 of 2 meters, 50 % covered, 25 % of it estimated; totals lack the rest.',
  );
  const zones = [
    { label: 'Pacific time', meters: 3 },
    { label: 'UTC+10', meters: 1 },
  ];
  const sources = [{ name: 'https://utility.example', isFile: false, meters: 4, readAt: 0 }];
  expect(zoneLines({ zones, sources })).toEqual([
    'Months are each meter’s own: Pacific time (3 meters), UTC+10 (1 meter)',
  ]);
  expect(sourceLines({ zones, sources })).toEqual([
    'https://utility.example, 4 meters',
    expect.stringMatching(/^The newest read /),
  ]);
});

it('gives the same numbers as CSV, unrounded, with nothing where nothing is known', () => {
  const [heads = [], ...lines] = overviewCsv(overview, energy);
  const at = (line: number, name: string) => lines[line]?.[heads.indexOf(name)];
  expect(lines.map(([picture, name]) => `${picture}/${name}`)).toEqual([
    'Totals/Electricity delivered',
    'Totals/Cost by bills',
    'By month/Jan 2024',
    'By month/Feb 2024',
    'By tariff/E-19',
    'By tariff/not known',
    'By size of the meter/10 to 100 kWh',
    'Meters, the largest first/Meter 2001',
  ]);
  expect([at(0, 'unit'), at(1, 'unit'), at(1, 'estimated')]).toEqual(['kWh', 'USD', undefined]);
  expect([at(2, 'total'), at(2, 'highest demand of a meter'), at(2, 'peaks added up')]).toEqual([60, 4, 7]);
  expect([at(3, 'total'), at(3, 'meters with data'), at(3, 'coverage')]).toEqual([undefined, 0, undefined]);
  for (const line of lines) expect(line).toHaveLength(heads.length);
});
