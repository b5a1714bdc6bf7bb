/** What tests with a team server share. */
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { test as base, expect, type Program } from './fixtures.ts';

/** With a real PostgreSQL for each test that asks for it; such a test is left out where none is installed. */
export const test = base.extend<{ server: PostgresServer }>({
  server: async ({ program: _started }, use) => {
    base.skip(POSTGRES_BIN === undefined, 'PostgreSQL is not installed');
    const server = await startPostgres();
    await use(server);
    await server.dispose();
  },
});

/** Enters address and password, by keyboard alone. */
export async function enterServer(
  program: Program,
  server: Pick<PostgresServer, 'port'>,
  password: string,
  user = 'owner',
): Promise<void> {
  const { page } = program;
  await page.getByRole('textbox', { name: 'Host' }).focus();
  for (const text of ['127.0.0.1', String(server.port), 'postgres', user]) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
  }
  // The list of ways there has the focus: the last one.
  await page.keyboard.press('Enter');
  // From the first entry or from the second one, by whether the list knows already which is chosen.
  await page.getByRole('option', { name: 'Not encrypted' }).waitFor();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-combobox-selected]')).toHaveText('Not encrypted', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save the team server' }).press('Enter');
  await expect(page.getByText(`${user}@127.0.0.1`)).toBeVisible();
  await givePassword(program, password);
  await expect(page.getByText('The password of the team server was saved.')).toBeVisible();
}

/** Gives the password the way the host offers: by the clipboard on the desktop, typed in a browser tab. */
export async function givePassword({ page, electron }: Program, password: string): Promise<void> {
  if (electron) {
    await electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), password);
    await page.getByRole('button', { name: 'Paste the copied password' }).press('Enter');
  } else {
    await page.getByLabel('password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }
}
