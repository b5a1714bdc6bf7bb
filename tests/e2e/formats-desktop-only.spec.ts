/** Numbers, dates, hours and weeks follow the region of the system in the desktop program, whose own language is English. */
import { synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

test.use({ launch: { locale: 'fr-CA' } });

test('on a French Canadian system formats are those of it until others are chosen', async ({ program }) => {
  test.setTimeout(150_000);
  const { page } = program;
  await synced(program);
  await goTo(program, '/w/demo/settings');
  await page.getByRole('tab', { name: 'Formats' }).click();
  const region = page.getByRole('combobox', { name: 'Numbers and dates as in' });
  const example = page.getByRole('status', { name: 'Example' });
  await expect(region).toHaveValue('Match the system');
  await expect(example).toBeInViewport();
  await expect(example).toContainText(/1\s234,5 kWh/);
  await expect(example).toContainText('2026-03-23 14:05');
  await expect(example).toContainText('weeks from Sun');

  await region.click();
  await page.getByRole('option', { name: 'Canada (English)' }).click();
  await expect(example).toContainText('1,234.5 kWh');
  await expect(example).toContainText('2:05 PM');
  await program.restart();
  await goTo(program, '/w/demo/settings');
  await program.page.getByRole('tab', { name: 'Formats' }).click();
  await expect(program.page.getByRole('status', { name: 'Example' })).toContainText('2:05 PM');
});
