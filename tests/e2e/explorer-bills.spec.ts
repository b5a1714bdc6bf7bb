/** Bills with their suppliers and files, the state of a token, what is there and what is missing, colours by rate. */
import { customerDecides, startAuthorization } from './connection-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

/** The demo is fetched. */
async function demoFetched(program: Program): Promise<void> {
  await goTo(program, '/w/demo/jobs');
  await expect(program.page.locator('[data-job][data-state="done"]').first()).toBeVisible({ timeout: 90_000 });
}

test.describe('community choice', () => {
  // Simulated minutes of a collection pass in a moment.
  test.use({ launch: { service: ['--clock', '600', '--portfolio', '1'] } });

  test('a bill says who delivers and who supplies, and leads to its file; the token tells its state', async ({
    program,
    simulator,
  }) => {
    test.setTimeout(240_000);
    const { page } = program;
    await demoFetched(program);
    await goTo(program, '/w/demo/connection');
    const user = `${simulator.bootstrap.test_prefix}_TEST_DEMO_cca_service`;
    await customerDecides(await startAuthorization(program), user, 'allow');
    const ready = page.getByText(/Authorization \S+ can be synced now/);
    await expect(ready).toBeVisible();
    const uid = /Authorization (\S+) can/.exec((await ready.textContent()) ?? '')?.[1] ?? '';
    await simulator.control('POST', 'clock', { advance_s: 6 * 3600 });

    // A new authorization is listed by the next sync of all; its own page fetches it again.
    await goTo(program, '/w/demo/authorizations');
    await page
      .getByRole('button', { name: /^(Sync|Fetch)/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Search authorizations' }).fill(uid);
    await expect(page.getByTestId('count')).toHaveText(/^1 of/, { timeout: 60_000 });
    await page.getByRole('grid', { name: 'authorizations' }).getByRole('row').nth(1).click();
    await expect(page.getByTestId('token-state')).toHaveText('there');
    await expect(page.getByText(/^Got .*, expires in .*\. Last accepted .*, last refused never\.$/)).toBeVisible();
    const meters = page.getByRole('grid', { name: 'meters' });
    await expect(meters.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
    await accessible(program);
    await meters.getByRole('row').nth(1).click();

    await page.getByRole('tab', { name: /^Bills \(\d+\)/ }).click({ timeout: 60_000 });
    const suppliers = page.getByTestId('suppliers');
    await expect(suppliers).toContainText(
      /^SuppliersDelivery by .+, generation supplied by Bayside Community Energy\./,
    );
    await expect(suppliers.locator('[data-supplier]')).toHaveCount(3);
    await expect(suppliers.locator('[data-supplier="generation"]')).toContainText('Bayside Community Energy');
    await expect(suppliers.locator('[data-supplier="generation"]')).toContainText(/\$\d/);
    await expect(suppliers.locator('[data-supplier="delivery"]')).not.toContainText('the utility');
    await expect(page.getByRole('columnheader', { name: 'Charged by' }).first()).toBeVisible();
    await expect(page.getByTestId('reconciliation')).toContainText('Coverage of the period');
    await accessible(program);

    await page.getByRole('link', { name: 'Bill file' }).click();
    await expect(page.getByTestId('status')).toHaveText('200', { timeout: 30_000 });
    await expect(page.getByRole('link', { name: /^Save .+\.pdf$/ })).toHaveAttribute('href', /base64,JVBERi0/);
    await page.goBack();
    await page.getByTestId('bill').getByRole('link', { name: 'Raw XML' }).click();
    await expect(page.getByText('Bayside Community Energy').first()).toBeVisible();

    // What the service thinks of the token afterwards is told on the authorization's page.
    await simulator.control('POST', `authorizations/${uid}/revoke`);
    await goTo(program, `/w/demo/authorizations/${uid}`);
    await page
      .getByRole('button', { name: /^(Sync|Fetch)/ })
      .first()
      .click();
    await expect(page.getByText(/last refused (just now|\d+ s ago)/)).toBeVisible({ timeout: 60_000 });
  });
});
