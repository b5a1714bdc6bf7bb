/** Meters are told apart: by the file that they are from, and by the authorizations that give the same one. */
import { LOS_ANGELES, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

const from = Date.parse('2025-01-06T08:00:00Z') / 1000;

test('a house that was authorised twice is one meter @page', async ({ program }) => {
  const { page } = program;
  await goTo(program, '/w/demo/meters');
  await expect(page.getByText(/^\d+ meters \(1 under two or more authorizations\)$/)).toBeVisible({ timeout: 90_000 });
  const twins = page.getByLabel(/^also under authorization \d+$/);
  await expect(twins).toHaveCount(2);
  await twins.first().click();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^also under authorization \d+$/)).toBeVisible();
});

test('a meter of a file says which file, in its heading, in the list and in the palette @page', async ({ program }) => {
  const { page } = program;
  const readings = steadily(from, from + 86_400, 900, () => ({ value: 100 }));
  const meter = { service: 0, zone: LOS_ANGELES, series: [{ readingType: quarterHours(), length: 900, readings }] };
  await openMeter(program, { ...meter, title: 'North wing' });
  await openMeter(program, { ...meter, title: 'South wing' });
  await expect(page.getByText('South-wing.xml', { exact: true })).toBeVisible();
  await goTo(program, '/w/files/meters');
  await expect(page.getByRole('gridcell', { name: 'North-wing.xml' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'South-wing.xml' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page
    .getByPlaceholder(/Search/)
    .last()
    .fill('North-wing');
  await expect(page.getByRole('dialog').getByText(/North-wing\.xml/)).toBeVisible();
});
