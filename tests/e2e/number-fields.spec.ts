/** Fields for numbers: what is typed stays while it is typed, key by key, and is written as in the region. */
import type { Locator } from '@playwright/test';
import { synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { goTo, openDesk } from './support-steps.ts';

/** Types into an emptied field as a person does. */
async function type(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
}

test.describe('in the own way of writing', () => {
  test('a negative amount, a part of a second and a share are typed digit by digit @page', async ({
    program,
    page,
  }) => {
    test.setTimeout(120_000);
    await synced(program);
    await goTo(program, '/w/demo/demo');
    const balance = page.getByRole('textbox', { name: 'Balance' });
    await type(balance, '-12.5');
    await expect(balance).toHaveValue('-12.5');
    await page.getByRole('button', { name: 'Set the balance' }).click();
    await expect(page.getByTestId('balance')).toHaveText('-12.5');

    await openDesk(program);
    const pace = page.getByLabel('Seconds between two submissions');
    await type(pace, '0.05');
    await expect(pace).toHaveValue('0.05');
    await type(pace, '9999');
    await pace.blur();
    await expect(pace).toHaveValue('600');
    // Without a number it goes back to what counts.
    await pace.fill('');
    await pace.blur();
    await expect(pace).toHaveValue('600');

    await goTo(program, '/w/demo/ranking');
    const least = page.getByRole('textbox', { name: 'At least, kWh' });
    await type(least, '0.05');
    await expect(least).toHaveValue('0.05');
    await expect(page).toHaveURL(/least=0\.05(&|$)/);
    await least.fill('');
    await expect(page).not.toHaveURL(/least=/);
  });
});

test.describe('on a French Canadian desktop', () => {
  test.use({ launch: { locale: 'fr-CA' } });

  test('the decimal sign is a comma, and a typed point is taken for it @page', async ({ program, page }) => {
    test.setTimeout(120_000);
    await synced(program);
    await goTo(program, '/w/demo/demo');
    const balance = page.getByRole('textbox', { name: 'Balance' });
    for (const typed of ['-0,05', '-0.05']) {
      await type(balance, typed);
      await expect(balance).toHaveValue('-0,05');
    }
    await page.getByRole('button', { name: 'Set the balance' }).click();
    await expect(page.getByTestId('balance')).toContainText('0.05');
    await goTo(program, '/w/demo/ranking');
    const least = page.getByRole('textbox', { name: 'At least, kWh' });
    await type(least, '1,5');
    await expect(page).toHaveURL(/least=1\.5(&|$)/);
    await expect(least).toHaveValue('1,5');
  });
});
