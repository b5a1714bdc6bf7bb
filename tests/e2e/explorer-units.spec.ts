/**
 * Numbers are named as what they are: levels are never summed, one readable unit a picture, currencies by their own sign,
 * and what a file does not state is said. Each test makes a Green Button file of its own.
 */
import { LOS_ANGELES, type MadeMeter, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';

const day = 86_400;
const from = Date.parse('2025-01-06T08:00:00Z') / 1000;

function meter(title: string, readingType: Record<string, number>, make: (index: number) => number): MadeMeter {
  const readings = steadily(from, from + 3 * day, 900, (index) => ({ value: make(index), cost: 1000 }));
  return { title, service: 0, zone: LOS_ANGELES, series: [{ readingType, length: 900, readings }] };
}

const statistic = (program: Program, name: string) => program.page.locator(`[data-stat="${name}"] dd`).first();
const axis = (program: Program) => program.page.getByRole('application', { name: /^Load profile/ }).locator('svg text');

test('a temperature has a mean and extremes, and nothing that sums @page', async ({ program }) => {
  const { page } = program;
  const type = quarterHours({ uom: 23, powerOfTenMultiplier: -1, accumulationBehaviour: 4, currency: 840 });
  await openMeter(
    program,
    meter('Thermometer', type, (index) => 180 + (index % 96)),
  );
  await expect(page.getByText('Temperature, °C, 15 min').first()).toBeVisible();
  await expect(statistic(program, 'Mean')).toHaveText('22.75 °C');
  await expect(statistic(program, 'Minimum')).toHaveText('18 °C');
  await expect(statistic(program, 'Maximum')).toHaveText('27.5 °C');
  for (const name of ['Total', 'Cost', 'Base load', 'Load factor'])
    await expect(statistic(program, name)).toHaveCount(0);
  await page.getByRole('tab', { name: 'Totals' }).click();
  await expect(page.getByRole('columnheader', { name: 'Minimum, °C' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /^Cost/ })).toHaveCount(0);
});

test('a few tenths of a watt hour are read as such, on the axis and beside it @page', async ({ program }) => {
  const { page } = program;
  await openMeter(
    program,
    meter('Standby', quarterHours({ powerOfTenMultiplier: -1 }), (index) => 2 + (index % 4)),
  );
  await expect(statistic(program, 'Peak')).toHaveText('0.5 Wh');
  await expect(statistic(program, 'Mean')).toHaveText('0.35 Wh');
  await expect(statistic(program, 'Total')).toHaveText('100.8 Wh');
  await expect(axis(program).getByText('Wh', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Readings' }).click();
  await expect(page.getByRole('columnheader', { name: 'Value, Wh' })).toBeVisible();
});

test('amounts without a unit say so where they are drawn, and costs without a currency @page', async ({ program }) => {
  const { uom: _, ...unitless } = quarterHours();
  await openMeter(
    program,
    meter('Unitless', unitless, () => 13_000),
  );
  await expect(axis(program).getByText('unit not stated')).toBeVisible();
  await expect(statistic(program, 'Cost')).toHaveText('2.88');
  await expect(program.page.locator('[data-stat="Cost"]')).toContainText('currency not stated');
});

test('Canadian dollars are not taken for others @page', async ({ program }) => {
  await openMeter(
    program,
    meter('Ontario', quarterHours({ currency: 124 }), () => 100),
  );
  await expect(statistic(program, 'Cost')).toHaveText('CA$2.88');
});
