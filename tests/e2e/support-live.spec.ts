/** A live workspace asks before anything acts on it, and a read-only one sends nothing. */
import { changeSettings, makeLiveWorkspace } from './connection-steps.ts';
import { expect, test } from './fixtures.ts';
import { accessible } from './support-steps.ts';

test.use({ launch: { service: ['--clock', '600'] } });

test('LIVE says what is at stake and waits for an answer; read-only has nothing to press @page', async ({
  program,
  simulator,
}) => {
  test.setTimeout(300_000);
  const { page } = program;
  await makeLiveWorkspace(program, simulator, 'North Power');

  const submissions = async () => {
    const { requests } = (await simulator.control('GET', 'requests')) as {
      requests: { method: string; path: string }[];
    };
    return requests.filter(({ method, path }) => method === 'POST' && path.includes('test-submit')).length;
  };
  await page.getByRole('link', { name: 'Test submissions', exact: true }).click();
  await page.getByRole('button', { name: 'Run all 28' }).click();
  const question = page.getByRole('dialog', { name: 'Run all 28 on LIVE?' });
  await expect(question).toContainText('28 test submissions will be sent');
  await expect(question).toContainText('meters');
  await expect(question).toContainText('No price');
  await accessible(program);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await submissions()).toBe(0);

  await page.getByRole('button', { name: 'Fire residential' }).click();
  await page.getByRole('button', { name: 'Fire residential on LIVE' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'residential' })).toBeVisible();
  await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 90_000 });
  expect(await submissions()).toBe(1);
  // Again asks again.
  await page.getByRole('button', { name: 'Fire again' }).click();
  await page.getByRole('dialog', { name: 'Fire again on LIVE?' }).getByRole('button', { name: 'Cancel' }).click();

  await changeSettings(program, () => page.getByRole('switch', { name: 'Read-only' }).press('Space'));
  await expect(page.getByRole('button', { name: 'Workspace North Power, live, read-only; switch' })).toBeVisible();
  await page.getByRole('link', { name: 'Test submissions', exact: true }).click();
  await expect(page.getByText('This workspace is read-only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run all 28' })).toBeDisabled();
  await accessible(program);
  expect(await submissions()).toBe(1);
});
