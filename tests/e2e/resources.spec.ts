/** The resource browser: entities beside their XML, links, refusals, and what must never be seen. */
import { expect, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

test('an authorization list is read, linked and marked on both sides; refusals are answers', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await goTo(program, '/w/demo/resources');
  await expect(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible({ timeout: 60_000 });
  const path = page.getByRole('textbox', { name: 'Path', exact: true });
  const send = page.getByRole('button', { name: 'Send', exact: true });

  await path.fill('/ReadServiceStatus');
  await send.click();
  await expect(page.getByTestId('status')).toHaveText('200', { timeout: 30_000 });
  await expect(page.getByRole('button', { name: /ServiceStatus/ })).toBeVisible();

  await path.fill('/Authorization');
  await send.click();
  await expect(page.getByRole('button', { name: /^Authorization/ }).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Authorization/ })
    .first()
    .click();
  await expect(page.locator('.ms-xml-line[data-marked="true"]').first()).toBeVisible();
  await accessible(program);

  // A link, and back.
  await page
    .getByRole('list', { name: 'Parsed entities' })
    .getByText(/^\/Authorization\/[^/]+$/)
    .first()
    .click();
  await expect(page.getByTestId('entity-count')).toHaveText('1 of 1 entities');
  await page.goBack();
  await expect(path).toHaveValue('/Authorization');

  // The wrong class is an answer that says what is needed.
  const uid = simulator.bootstrap.app_uid;
  await goTo(program, `/w/demo/resources?path=${encodeURIComponent(`/ApplicationInformation/${uid}`)}&token=client`);
  await expect(page.getByTestId('status')).toHaveText('403');
  await expect(page.getByTestId('token-class')).toContainText('needs registration_access_token');
  await accessible(program);

  // The right one: its secrets are masked.
  await goTo(program, `/w/demo/resources?path=${encodeURIComponent(`/ApplicationInformation/${uid}`)}`);
  await expect(page.getByRole('button', { name: /ApplicationInformation/ }).first()).toBeVisible();
  const shown = await page.content();
  expect(shown).not.toContain(simulator.bootstrap.client_secret);
  expect(shown).not.toContain(simulator.bootstrap.registration_access_token);

  // Another origin is never asked.
  await goTo(program, '/w/demo/resources?path=https%3A%2F%2Fexample.com%2F');
  await expect(page.getByText('foreign_origin')).toBeVisible();
});
