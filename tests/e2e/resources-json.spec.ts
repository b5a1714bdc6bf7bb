/** The JSON API in the resource browser: its answers, where they lead, and the history of what was asked. */
import { expect, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

test('the JSON API is walked from a list to its objects and their screens; what was asked is asked again @page', async ({
  program,
}) => {
  const { page } = program;
  const path = page
    .getByRole('form', { name: 'Request' })
    .getByLabel('Path', { exact: true })
    .and(page.locator('input'));
  await goTo(program, '/w/demo/resources');
  await page.getByText('JSON', { exact: true }).click({ timeout: 60_000 });
  await path.fill('/authorizations');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 30_000 });
  await expect(page.getByTestId('token-class')).toHaveText('sent API token');
  const text = page.getByRole('region', { name: 'Body as received' });
  await expect(text).toContainText('"authorizations": [');
  await page.getByRole('textbox', { name: 'Find in the JSON' }).fill('is_revoked');
  await expect(text.locator('mark').first()).toHaveText('is_revoked');
  await accessible(program);

  // To one of its objects, and to its screen.
  const objects = page.getByRole('list', { name: 'Objects of the answer' });
  const uid = (await objects.getByRole('listitem').first().getByRole('button').first().textContent()) ?? '';
  await objects.getByRole('button', { name: uid }).first().click();
  await expect(page.getByTestId('entity-count')).toHaveText('1 of 1 objects with a uid');
  await page.getByRole('link', { name: 'Show the authorization' }).click();
  await expect(page).toHaveURL(new RegExp(`/authorizations/${uid}`));

  // A refusal is an answer, and stands in the history with its status.
  await goTo(program, '/w/demo/resources?api=json&path=%2Fmeters%2Fno-such-meter');
  await expect(page.getByTestId('status')).toHaveText('404');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const asked = page.getByRole('list', { name: 'Asked before' }).getByRole('listitem');
  await expect(asked).toHaveCount(3);
  await expect(asked.first()).toContainText('404');
  await expect(asked.first()).toContainText('/meters/no-such-meter (JSON)');
  await accessible(program);
  await asked.last().getByRole('button').click();
  await expect(page.getByTestId('status')).toHaveText('200');
  await expect(path).toHaveValue('/authorizations');

  // The pages of a list follow each other.
  await goTo(program, '/w/demo/resources?api=json&path=%2Fmeters%3Flimit%3D1');
  await page.getByRole('button', { name: 'Next page', exact: true }).click();
  await expect(page).toHaveURL(/after/);
  await expect(page.getByTestId('status')).toHaveText('200');
});

test('an answer is compared by meaning with an earlier one @page', async ({ program, simulator }) => {
  const { page } = program;
  const [first, second] = simulator.bootstrap.authorizations.map((one) => one.auth_uid);
  const head = page.locator('.ms-resource-head').filter({ has: page.getByTestId('status') });
  const ask = async (uid: string | undefined) => {
    await goTo(program, `/w/demo/resources?api=json&path=%2Fauthorizations%2F${uid}`);
    await expect(head).toContainText(`/authorizations/${uid}`, { timeout: 60_000 });
  };
  const comparison = page.getByRole('region', { name: 'Comparison' });

  await ask(first);
  await ask(second);
  // Another object.
  await comparison.locator('input').first().click();
  await page.getByRole('option', { name: new RegExp(`/authorizations/${first}$`) }).click();
  await expect(comparison.getByRole('status')).toContainText('Entities: 1 added, 1 gone, 0 changed');
  await expect(comparison.getByRole('listitem').first()).toContainText(`added answer ${second}`);
  await accessible(program);
});
