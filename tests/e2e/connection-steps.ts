/** Steps that several specs share: a live workspace against the test's simulator, and a customer in a browser. */
import { chromium, expect } from '@playwright/test';
import type { Simulator } from '../fixtures/simulator.ts';
import type { Program } from './fixtures.ts';

/** Makes a test workspace through the form and lands on its connection page. */
export async function makeWorkspace(program: Program, { bootstrap }: Simulator, name: string): Promise<void> {
  const { page } = program;
  await page.getByRole('button', { name: /Workspace .*; switch/ }).click();
  await page.getByRole('menuitem', { name: 'New workspace …' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Base URL' }).fill(bootstrap.base_url);
  await page.getByRole('textbox', { name: 'Application uid' }).fill(bootstrap.app_uid);
  await expect(page.getByText('A Green Button API answers and asks for a token.')).toBeVisible();
  await page.getByRole('textbox', { name: 'client_id' }).fill(bootstrap.client_id);
  await page.getByText('Test: made-up customers').click();
  await page.getByRole('button', { name: 'Create the workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Connection', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: `Workspace ${name}, test; switch` })).toBeVisible();
}

/** Changes settings of a workspace on its connection page, and saves them. */
export async function changeSettings({ page }: Program, change: () => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: 'Connection', exact: true }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await change();
  await page.getByRole('button', { name: 'Save the changes' }).click();
}

/** Makes a live workspace that has its API token. */
export async function makeLiveWorkspace(program: Program, simulator: Simulator, name: string): Promise<void> {
  const { page } = program;
  await makeWorkspace(program, simulator, name);
  if (program.kind === 'browser') await page.getByRole('button', { name: /this session/i }).click();
  await giveSecret(program, 'API token', simulator.bootstrap.api_token);
  await changeSettings(program, () => page.getByText('Live: real customers').click());
  await expect(page.getByRole('button', { name: `Workspace ${name}, live; switch` })).toBeVisible();
}

/**
 * Does something, and waits until the corner of the window tells of it. The same words may still stand there from before,
 * which says nothing.
 */
export async function told({ page }: Program, words: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    for (const notice of document.querySelectorAll<HTMLElement>('[role="alert"]')) notice.dataset.seen = 'true';
  });
  await act();
  const fresh = page.locator('[role="alert"]:not([data-seen])').filter({ hasText: words });
  await expect(fresh.first()).toBeVisible();
}

/** Gives a secret the way the host offers: by the clipboard on the desktop, typed in a browser tab. */
export async function giveSecret(program: Program, label: string, value: string): Promise<void> {
  const card = program.page.getByRole('article', { name: label, exact: true });
  await told(program, `The ${label} was saved.`, async () => {
    if (program.electron) {
      await program.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), value);
      await card.getByRole('button', { name: `Paste the copied ${label}` }).click();
    } else {
      await card.getByLabel(label, { exact: true }).last().fill(value);
      await card.getByRole('button', { name: 'Save', exact: true }).click();
    }
  });
}

/** Everything that the simulator's line knows of secrets, entered by hand. */
export async function giveAllSecrets(program: Program, { bootstrap }: Simulator): Promise<void> {
  await giveSecret(program, 'API token', bootstrap.api_token);
  await giveSecret(program, 'registration_access_token', bootstrap.registration_access_token);
  await giveSecret(program, 'client_secret', bootstrap.client_secret);
  await giveSecret(program, 'Webhook secret', bootstrap.webhook_secret);
}

/** Presses "Authorize": on the desktop the system's browser is asked, in a tab the address is shown. */
export async function startAuthorization(program: Program): Promise<string> {
  const { page } = program;
  if (program.electron) {
    await program.electron.evaluate(({ shell }) => {
      const holder = globalThis as { openedOutside?: string };
      // The test stands in for the system's browser.
      shell.openExternal = async (url) => {
        holder.openedOutside = url;
      };
    });
    await page.getByRole('button', { name: 'Authorize in the browser' }).click();
  } else {
    await page.getByRole('button', { name: 'Only create the link' }).click();
  }
  const shown = (await page.getByTestId('oauth-url').textContent()) ?? '';
  if (program.electron) {
    const opened = () => program.electron?.evaluate(() => (globalThis as { openedOutside?: string }).openedOutside);
    await expect.poll(opened).toBe(shown.trim());
  }
  return shown.trim();
}

/**
 * A customer in a browser of their own. Answers what the tab says in the end, and its address.
 * @param before is called with the consent page open, before the button is pressed
 */
export async function customerDecides(
  url: string,
  username: string,
  decision: 'allow' | 'deny',
  before: () => Promise<unknown> = async () => undefined,
): Promise<{ text: string; address: string }> {
  const browser = await chromium.launch({
    ...(process.env.METERSCOPE_CHROMIUM ? { executablePath: process.env.METERSCOPE_CHROMIUM } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(url);
    await tab.locator('[name=username]').fill(username);
    await before();
    await tab.locator(`[name=decision][value=${decision}]`).click();
    await tab.waitForURL(/127\.0\.0\.1:\d+\/callback/);
    return { text: (await tab.locator('body').textContent()) ?? '', address: tab.url() };
  } finally {
    await browser.close();
  }
}
