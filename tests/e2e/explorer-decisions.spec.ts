/** What the program decided about a meter's data is shown with its reason, can be decided otherwise, and taken back. */
import { drawn, LOS_ANGELES, type MadeMeter, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible } from './support-steps.ts';

const hour = 3600;
const day = 24 * hour;
const FIRST = Date.parse('2025-01-06T00:00:00Z') / 1000 - LOS_ANGELES.tzOffset;

/** A solar system that says nothing at night, with a bill. */
const SOLAR: MadeMeter = {
  title: 'Solar roof',
  service: 0,
  zone: LOS_ANGELES,
  series: [
    {
      readingType: quarterHours({ flowDirection: 19 }),
      length: 900,
      readings: steadily(FIRST, FIRST + 10 * day, 900, (_index, start) => {
        const clock = ((start - FIRST) % day) / hour;
        return clock < 8 || clock >= 18 ? undefined : { value: clock === 12 ? 500 : 250 };
      }),
    },
  ],
  bill: { start: FIRST, duration: 10 * day, wattHours: 100_000, total: 25 },
};

const statistic = (program: Program, name: string) => program.page.locator(`[data-stat="${name}"]`).first();

async function openDecisions(program: Program) {
  await program.page.getByRole('button', { name: /^Decisions/ }).click();
  const decisions = program.page.getByTestId('decisions');
  await expect(decisions).toBeVisible();
  return decisions;
}

test('holes that seem to be zeros are gaps until the user says otherwise @page', async ({ program }) => {
  const { page } = program;
  await openMeter(program, SOLAR);
  await page.keyboard.press('a');
  await expect(page.locator('[data-hole]')).toHaveCount(9);
  await expect(drawn(program)).toHaveAttribute('data-lowest', '0.25');
  await expect(page.getByTitle('Something here needs your decision')).toHaveText('1');

  const decisions = await openDecisions(program);
  await expect(decisions).toContainText('as a solar system feeds nothing in at night');
  await accessible(program);
  const holes = decisions.getByLabel(/^Gaps/);
  await holes.selectOption('zeros');
  await expect(page.locator('[data-hole]')).toHaveCount(0);
  await expect(drawn(program)).toHaveAttribute('data-lowest', '0');
  await expect(statistic(program, 'Coverage')).toContainText('100 %');
  await expect(statistic(program, 'Coverage')).toContainText('504 zeros implied');
  await expect(decisions.getByText('your choice')).toHaveCount(1);
  await expect(page.getByTitle('Something here needs your decision')).toHaveCount(0);
  await accessible(program);

  await holes.selectOption('Undecided: shown as gaps');
  await expect(page.locator('[data-hole]')).toHaveCount(9);
  await expect(drawn(program)).toHaveAttribute('data-lowest', '0.25');
  await expect(decisions.getByText('your choice')).toHaveCount(0);
});

test('amounts read as a register are differenced, and summed again when that is taken back @page', async ({
  program,
}) => {
  const { page } = program;
  await openMeter(program, SOLAR);
  await page.keyboard.press('a');
  await expect(statistic(program, 'Total')).toContainText('102.5 kWh');
  const decisions = await openDecisions(program);
  await decisions.getByLabel('Values are').selectOption('register');
  await expect(statistic(program, 'Total')).toContainText('0 kWh');
  await expect(statistic(program, 'Total')).not.toContainText('102.5');
  await decisions.getByLabel('Values are').selectOption('As the data say: amounts per interval (added up)');
  await expect(statistic(program, 'Total')).toContainText('102.5 kWh');
  await page.keyboard.press('Escape');
  await expect(decisions).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Decisions/ })).toBeFocused();
});

test('another zone moves the clock of the meter, and clearing it brings its own back @page', async ({ program }) => {
  const { page } = program;
  await openMeter(program, SOLAR);
  await page.keyboard.press('a');
  await expect(page.getByTitle('Show the peak')).toContainText('12:00');
  const decisions = await openDecisions(program);
  const zone = decisions.getByRole('combobox', { name: 'Local time' });
  await zone.fill('Australia/Adel');
  await page.getByRole('option', { name: 'Australia/Adelaide' }).click();
  // Noon in California is half past six in the morning of the next day in Adelaide's summer.
  await expect(page.getByTitle('Show the peak')).toContainText('06:30');
  await accessible(program);
  await decisions.getByRole('button', { name: 'Clear the zone' }).click();
  await expect(page.getByTitle('Show the peak')).toContainText('12:00');
});

test('the scale of money changes the bills, and what the data say comes back @page', async ({ program }) => {
  const { page } = program;
  await openMeter(program, SOLAR);
  await page.keyboard.press('3');
  const bills = page.getByRole('grid', { name: 'bills' });
  await expect(bills).toContainText('25.00');
  const decisions = await openDecisions(program);
  await expect(decisions).toContainText('The price is plausible');
  await decisions.getByLabel('Money of the bills').selectOption('1000');
  await expect(bills).toContainText('2,500.00');
  await decisions.getByLabel('Money of the bills').selectOption({ index: 0 });
  await expect(bills).not.toContainText('2,500.00');
  await expect(bills).toContainText('25.00');
});
