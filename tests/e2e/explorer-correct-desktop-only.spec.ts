/**
 * What is drawn and summed is right where others fail: spikes, holes, estimates, days of 23 to 25 hours, bills that lack
 * days, units and signs. Each test makes a Green Button file of its own; the computer is in Tokyo, the meters are not.
 */
import {
  drawn,
  LOS_ANGELES,
  type MadeMeter,
  type MadeZone,
  openMeter,
  quarterHours,
  steadily,
  sundayRule,
} from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';

test.use({ launch: { env: { TZ: 'Asia/Tokyo' } } });

const hour = 3600;
const day = 24 * hour;
/** Local midnight at a fixed offset from UTC. */
const midnight = (date: string, offset: number) => Date.parse(`${date}T00:00:00Z`) / 1000 - offset;

/** A steady meter by the quarter of an hour, 1 kWh an hour, with what a test does to it. */
function steady(title: string, zone: MadeZone, readings: MadeMeter['series'][number]['readings']): MadeMeter {
  return { title, service: 0, zone, series: [{ readingType: quarterHours(), length: 900, readings }] };
}

const statistic = (program: Program, name: string) => program.page.locator(`[data-stat="${name}"] dd`).first();

test('one quarter of an hour in three years is the peak of every zoom', async ({ program }) => {
  test.slow();
  const { page } = program;
  const from = midnight('2022-01-01', LOS_ANGELES.tzOffset);
  const spike = midnight('2023-05-17', LOS_ANGELES.tzOffset) + 13 * hour + 15 * 60;
  const readings = steadily(from, from + 3 * 365 * day, 900, (index, start) => ({
    value: start === spike ? 9_876 : 200 + (index % 37),
  }));
  await openMeter(program, steady('Spike', LOS_ANGELES, readings));
  await page.keyboard.press('a');
  await expect(statistic(program, 'Peak')).toHaveText('9.876 kWh');
  for (const preset of ['a', 'y', 'm', 'w', 'd']) {
    // The link to the peak brings it into the middle of the view; the preset zooms out from there.
    await page.getByTitle('Show the peak').click();
    await page.keyboard.press(preset);
    await expect(statistic(program, 'Peak'), preset).toHaveText('9.876 kWh');
    // On daylight time: 13:15 of standard time is 14:15 of the clock.
    await expect(page.getByTitle('Show the peak'), preset).toHaveText('Wed 17 May 2023, 14:15');
    await expect(drawn(program), preset).toHaveAttribute('data-highest', '9.876');
  }
});

test('a hole of six hours is a gap in every picture, and never a zero', async ({ program }) => {
  const { page } = program;
  const from = midnight('2025-01-06', LOS_ANGELES.tzOffset);
  const [holeFrom, holeTo] = [from + 2 * day + 9 * hour, from + 2 * day + 15 * hour];
  const readings = steadily(from, from + 5 * day, 900, (_, start) =>
    start >= holeFrom && start < holeTo ? undefined : { value: 250 },
  );
  await openMeter(program, steady('Hole', LOS_ANGELES, readings));
  await expect(page.locator('[data-hole]')).toHaveCount(1);
  await expect(drawn(program)).toHaveAttribute('data-lowest', '0.25');
  await expect(statistic(program, 'Coverage')).toHaveText('95 %');
  await expect(statistic(program, 'Total')).toHaveText('114 kWh');
  await expect(statistic(program, 'Base load')).toHaveText('0.25 kWh');

  await page.keyboard.press('4');
  const heat = page.getByRole('application', { name: /^Heat map/ });
  await expect(heat).toHaveAttribute('data-days', '5');
  await expect(heat).toHaveAttribute('data-missing', '24');

  await page.keyboard.press('2');
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Days').click();
  const holed = page.getByRole('grid', { name: 'periods' }).getByRole('row', { name: /2025-01-08/ });
  await expect(holed.getByText('75 %')).toBeVisible();
  await expect(holed.getByText('18', { exact: true })).toBeVisible();
  await expect(page.locator('[data-complete="false"]')).toHaveCount(1);

  await page.keyboard.press('7');
  const gap = page.getByRole('grid', { name: 'gaps' }).getByRole('row').nth(1);
  await expect(gap).toContainText('2025-01-08 09:00');
  await expect(gap).toContainText('2025-01-08 15:00');
  await expect(gap).toContainText('6 h');
});

test('a hole is hatched where two series share a plot, and says which of them it is of', async ({ program }) => {
  const { page } = program;
  const from = midnight('2025-01-06', LOS_ANGELES.tzOffset);
  const holes = {
    delivered: [from + day + 6 * hour, from + day + 18 * hour] as const,
    received: [from + day + 12 * hour, from + day + 24 * hour] as const,
  };
  const without = ([start, end]: readonly [number, number]) =>
    steadily(from, from + 4 * day, 900, (_, at) => (at >= start && at < end ? undefined : { value: 250 }));
  const series = [
    { readingType: quarterHours(), length: 900, readings: without(holes.delivered) },
    { readingType: quarterHours({ flowDirection: 19 }), length: 900, readings: without(holes.received) },
  ];
  await openMeter(program, { title: 'Solar', service: 0, zone: LOS_ANGELES, series });
  await expect(drawn(program)).toHaveCount(2);
  const ids = await drawn(program).evaluateAll((all) => all.map((one) => one.getAttribute('data-series')));
  const [first = '', second = ''] = ids;
  // Recomputed from what was written: delivered alone, both, received alone.
  const drawnHoles = page.locator('[data-hole]');
  await expect(drawnHoles).toHaveCount(3);
  const told = await drawnHoles.evaluateAll((all) =>
    all.map((one) => [
      Number(one.getAttribute('data-from')),
      Number(one.getAttribute('data-to')),
      one.getAttribute('data-missing'),
    ]),
  );
  expect(told).toEqual([
    [holes.delivered[0], holes.received[0], first],
    [holes.received[0], holes.delivered[1], `${first} ${second}`],
    [holes.delivered[1], holes.received[1], second],
  ]);
  await expect(page.locator('[data-legend="gap"]')).toHaveCount(1);
  await expect(page.locator('[data-legend="gap-of-some"]')).toHaveCount(1);
  // The legend goes with the hatching: a day without a hole has neither.
  await page.keyboard.press('d');
  await expect(drawnHoles).toHaveCount(0);
  await expect(page.locator('[data-legend^="gap"]')).toHaveCount(0);
});

test('7 % estimated says 7 %', async ({ program }) => {
  const { page } = program;
  const from = midnight('2025-01-06', LOS_ANGELES.tzOffset);
  const readings = steadily(from, from + 800 * 900, 900, (index) =>
    index % 100 < 7 ? { value: 250, quality: 8 } : { value: 250, quality: 0 },
  );
  await openMeter(program, steady('Estimates', LOS_ANGELES, readings));
  await expect(statistic(program, 'Estimated')).toHaveText('7 %');
  await expect(page.locator('[data-quality="estimated"]')).toHaveCount(8);
  await page.keyboard.press('2');
  await expect(page.getByRole('grid', { name: 'periods' }).getByRole('row').nth(1)).toContainText('7 %');
  await page.keyboard.press('7');
  await expect(page.getByRole('region', { name: 'Coverage by month' }).getByRole('button')).toContainText('7 % est.');
});

const ADELAIDE: MadeZone = {
  tzOffset: 9.5 * hour,
  dstOffset: hour,
  dstStartRule: sundayRule(10, 1, 2),
  dstEndRule: sundayRule(4, 1, 3),
};
const LORD_HOWE: MadeZone = {
  tzOffset: 10.5 * hour,
  dstOffset: hour / 2,
  dstStartRule: sundayRule(10, 1, 2),
  dstEndRule: sundayRule(4, 1, 2),
};
const changes = [
  { place: 'Los Angeles', zone: LOS_ANGELES, spring: '2025-03-09', autumn: '2025-11-02', moved: 1 },
  { place: 'Adelaide', zone: ADELAIDE, spring: '2025-10-05', autumn: '2025-04-06', moved: 1 },
  { place: 'Lord Howe', zone: LORD_HOWE, spring: '2025-10-05', autumn: '2025-04-06', moved: 0.5 },
] as const;

for (const { place, zone, spring, autumn, moved } of changes) {
  test(`in ${place} the clock changes make days of ${24 - moved} and ${24 + moved} hours`, async ({ program }) => {
    const { page } = program;
    for (const { name, date, hours } of [
      { name: 'spring', date: spring, hours: 24 - moved },
      { name: 'autumn', date: autumn, hours: 24 + moved },
    ]) {
      // Two days on either side; before the change the clock is the other one than after it.
      const offset = zone.tzOffset + (name === 'autumn' ? zone.dstOffset : 0);
      const from = midnight(date, offset) - 2 * day;
      const readings = steadily(from, from + 4 * day + hours * hour, 900, () => ({ value: 250 }));
      await openMeter(program, steady(`${place} ${name}`, zone, readings));
      await page.keyboard.press('4');
      const heat = page.getByRole('application', { name: /^Heat map/ });
      await expect(heat).toHaveAttribute('data-days', '5');
      await expect(heat).toHaveAttribute('data-missing', '0');
      await expect(heat).toHaveAttribute(name === 'spring' ? 'data-skipped' : 'data-repeated', String(moved * 4));
      await page.keyboard.press('2');
      await page.getByRole('radiogroup', { name: 'Period' }).getByText('Days').click();
      const rows = page.getByRole('grid', { name: 'periods' }).getByRole('row');
      await expect(rows).toHaveCount(6);
      const cells = rows.filter({ hasText: date }).getByRole('gridcell');
      // 1 kWh an hour: the total and the hours are the same number, and all of the day is there.
      await expect(cells.filter({ hasText: new RegExp(`^${hours}$`) })).toHaveCount(2);
      await expect(cells.filter({ hasText: new RegExp(`^${hours * 4}$`) })).toHaveCount(1);
      await expect(cells.filter({ hasText: /^100 %$/ })).toHaveCount(1);
      await expect(rows.getByRole('gridcell').filter({ hasText: /^24$/ })).toHaveCount(8);
    }
  });
}

test('a bill that lacks three days differs by them and names them', async ({ program }) => {
  const { page } = program;
  const from = midnight('2025-06-01', LOS_ANGELES.tzOffset + LOS_ANGELES.dstOffset);
  const missing = [9, 10, 19];
  const readings = steadily(from, from + 30 * day, 900, (_, start) =>
    missing.includes(Math.floor((start - from) / day)) ? undefined : { value: 250 },
  );
  await openMeter(program, {
    ...steady('Billed', LOS_ANGELES, readings),
    bill: { start: from, duration: 30 * day, wattHours: 720_000, total: 144 },
  });
  await page.keyboard.press('3');
  const reconciliation = page.getByTestId('reconciliation');
  const line = (name: string) => reconciliation.locator(`[data-line^="${name}"] td`);
  await expect(line('Billed')).toHaveText('720 kWh');
  await expect(line('Readings')).toHaveText('648 kWh');
  await expect(line('Difference')).toHaveText('-72 kWh (-10.0 %)');
  await expect(line('Coverage')).toHaveText('90 %');
  await expect(line('If the missing time')).toHaveText('720 kWh');
  await expect(reconciliation).toContainText(
    'Incomplete: Tue 10 Jun 2025 – Wed 11 Jun 2025 (nothing), Fri 20 Jun 2025 (nothing).',
  );
});

test('gas in therms, water in cubic metres and a net meter have their unit and sign', async ({ program }) => {
  const { page } = program;
  const from = midnight('2025-01-06', LOS_ANGELES.tzOffset);
  const hourly = { intervalLength: hour };
  const meters: { meter: MadeMeter; unit: string; total: string; lowest: string }[] = [
    {
      meter: {
        title: 'Gas',
        service: 1,
        zone: LOS_ANGELES,
        series: [
          {
            readingType: quarterHours({ ...hourly, commodity: 7, uom: 169, powerOfTenMultiplier: -2 }),
            length: hour,
            readings: steadily(from, from + 2 * day, hour, () => ({ value: 12 })),
          },
        ],
      },
      unit: 'therm',
      total: '5.76 therm',
      lowest: '0.12',
    },
    {
      meter: {
        title: 'Water',
        service: 2,
        zone: LOS_ANGELES,
        series: [
          {
            readingType: quarterHours({ ...hourly, commodity: 9, uom: 42, powerOfTenMultiplier: -3, kind: 58 }),
            length: hour,
            readings: steadily(from, from + 2 * day, hour, () => ({ value: 125 })),
          },
        ],
      },
      unit: 'm3',
      total: '6 m³',
      lowest: '0.125',
    },
    {
      meter: {
        title: 'Net',
        service: 0,
        zone: LOS_ANGELES,
        series: [
          {
            readingType: quarterHours({ ...hourly, flowDirection: 4 }),
            length: hour,
            readings: steadily(from, from + 2 * day, hour, (index) => ({ value: index % 24 < 12 ? 500 : -1500 })),
          },
        ],
      },
      unit: 'kWh',
      total: '-24 kWh',
      lowest: '-1.5',
    },
  ];
  for (const { meter, unit, total, lowest } of meters) {
    await openMeter(program, meter);
    await expect(drawn(program)).toHaveAttribute('data-unit', unit);
    await expect(drawn(program)).toHaveAttribute('data-lowest', lowest);
    await expect(statistic(program, 'Total')).toHaveText(total);
    await page.keyboard.press('2');
    await expect(page.getByRole('grid', { name: 'periods' }).getByRole('row').nth(1)).toContainText(
      total.split(' ')[0] ?? '',
    );
  }
});

test('readings are coloured by their time of use, and the split adds up', async ({ program }) => {
  const { page } = program;
  const from = midnight('2025-01-06', LOS_ANGELES.tzOffset);
  const readings = steadily(from, from + 2 * day, 900, (index) => ({ value: 250, tou: index % 96 < 72 ? 1 : 2 }));
  await openMeter(program, steady('Tariff', LOS_ANGELES, readings));
  await expect(drawn(program).locator('[data-rate]')).toHaveCount(2);
  await expect(page.locator('[data-legend="tou-1"]')).toContainText('TOU 1');
  await expect(page.locator('[data-legend="tou-2"]')).toContainText('TOU 2');
  const split = page.getByRole('region', { name: 'Split by rate' });
  await expect(split).toContainText('36 kWh');
  await expect(split).toContainText('12 kWh');
});

test('a temperature is drawn below the load, in its own unit whatever the load is shown in', async ({ program }) => {
  const { page } = program;
  const from = midnight('2025-01-06', LOS_ANGELES.tzOffset);
  const load = steadily(from, from + 2 * day, 900, () => ({ value: 250 }));
  const degrees = steadily(from, from + 2 * day, hour, (index) => ({ value: (index % 24) - 5 }));
  const meter = steady('Weather', LOS_ANGELES, load);
  const type = { accumulationBehaviour: 12, intervalLength: hour, kind: 46, powerOfTenMultiplier: 0, uom: 23 };
  await openMeter(program, {
    ...meter,
    series: [...meter.series, { readingType: type, length: hour, readings: degrees }],
  });
  const temperature = drawn(program).and(page.locator('[data-unit="degC"]'));
  await expect(temperature).toHaveAttribute('data-highest', '18');
  await page.getByRole('radiogroup', { name: 'What is measured' }).getByText('kW', { exact: true }).click();
  await expect(drawn(program).and(page.locator('[data-unit="kW"]'))).toHaveAttribute('data-highest', '1');
  await expect(temperature).toHaveAttribute('data-lowest', '-5');
});
