/** The main job: from the first start to a chart, over waits, cancels and restarts, and out of a file. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chart, newestJob, synced } from './demo-steps.ts';
import { expect, type Program, projectRoot, screenshotForReadme, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

const SAMPLES = path.join(projectRoot, '..', 'shared', 'samples');

/** What `authorizations.list` counts, read off the screen: readings of all authorizations. */
async function readingsOnScreen(program: Program): Promise<string[]> {
  await goTo(program, '/w/demo/authorizations');
  const rows = program.page.getByRole('grid', { name: 'authorizations' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const texts = await rows.allInnerTexts();
  return texts.slice(1).map((text) => text.match(/\d{1,3}(,\d{3})+/)?.[0] ?? '');
}

test.describe('from nothing', () => {
  test.use({ beginsWith: 'nothing' });

  test('a first start ends in a chart, without a click', async ({ program }) => {
    const { page } = program;
    await expect(page.getByText('Setting up the demo utility').or(page.getByRole('application').first())).toBeVisible();
    const profile = await chart(program);
    await expect(page.locator('[data-mode="test"]')).toBeVisible();
    await expect(page.getByTestId('zone')).toHaveText(/ time \(meter\)$/);
    await screenshotForReadme(program, 'usage');

    // Zoom in by keys until single readings are drawn, and pan back.
    await profile.focus();
    const from = Number(await profile.getAttribute('data-from'));
    const to = Number(await profile.getAttribute('data-to'));
    for (let press = 0; press < 6; press += 1) await page.keyboard.press('+');
    await expect(async () => {
      const width = Number(await profile.getAttribute('data-to')) - Number(await profile.getAttribute('data-from'));
      expect(width).toBeLessThan((to - from) / 4);
    }).toPass();
    const zoomedFrom = Number(await profile.getAttribute('data-from'));
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(async () => expect(Number(await profile.getAttribute('data-from'))).toBeLessThan(zoomedFrom)).toPass();

    // The blocks behind it, with their raw XML.
    await page.getByRole('tab', { name: 'Blocks', exact: true }).click();
    await expect(page.getByText('IntervalBlock').first()).toBeVisible();
    await expect(page.getByText('IntervalReading').first()).toBeVisible();
  });
});

test.describe('from nothing, with a year of readings', () => {
  test.use({ beginsWith: 'nothing', launch: { service: ['--months', '12'] } });

  test('killed in the middle of a sync, it loses nothing and doubles nothing', async ({ program, simulator }) => {
    const { page } = program;
    const last = simulator.bootstrap.authorizations.at(-1)?.auth_uid;
    await simulator.control('POST', 'faults', { path: `*/Batch/Subscription/${last}`, status: 503, retry_after_s: 2 });
    await goTo(program, '/w/demo/jobs');
    // Some authorizations are here, one keeps the job waiting.
    await expect(page.locator('[data-job][data-state="waiting"]').first()).toBeVisible({ timeout: 90_000 });
    await program.killAndRestart();
    await simulator.control('DELETE', 'faults');
    const first = await synced(program);
    const afterKill = await readingsOnScreen(program);
    expect(afterKill.filter((count) => count !== '').length).toBeGreaterThan(3);
    // A whole second sync of the same service must count the same.
    await program.restart();
    await synced(program, first);
    expect(await readingsOnScreen(program)).toEqual(afterKill);
  });
});

test('authorization, usage points, chart: one leads to the other @page', async ({ program }) => {
  const { page } = program;
  await chart(program);
  await synced(program);
  await goTo(program, '/w/demo/authorizations');
  const grid = page.getByRole('grid', { name: 'authorizations' });
  await grid.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'meters' })).toBeVisible();
  await page.getByRole('grid', { name: 'meters' }).focus();
  await page.keyboard.press('Enter');
  await chart(program);

  // In the request log every request has its class of token, and none shows a token.
  await goTo(program, '/w/demo/requests');
  const log = page.getByRole('grid', { name: 'requests' });
  await expect(log.getByText('/Batch/Subscription/').first()).toBeVisible();
  await expect(log.getByText('access', { exact: true }).first()).toBeVisible();
  await screenshotForReadme(program, 'requests');

  // Dark, as light.
  await page.emulateMedia({ colorScheme: 'dark' });
  await goTo(program, '/w/demo');
  await chart(program);
  await screenshotForReadme(program, 'usage-dark');
});

test('a 202 and a 429 are countdowns that can be asked now or given up @page', async ({ program, simulator }) => {
  const { page } = program;
  await chart(program);
  await synced(program);
  const [first, second] = simulator.bootstrap.authorizations;
  await simulator.control('POST', 'faults', {
    path: `*/Batch/Subscription/${first?.auth_uid}`,
    status: 202,
    retry_after_s: 90,
    times: 1,
  });
  await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
  const building = page.locator('[data-reason="building"]').first();
  await expect(building.getByRole('timer')).toHaveText(/1:\d\d/);
  await screenshotForReadme(program, 'waiting');
  await building.getByRole('button', { name: 'Ask now' }).click();
  await expect(newestJob(program)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });

  await simulator.control('POST', 'faults', {
    path: `*/Batch/Subscription/${second?.auth_uid}`,
    status: 429,
    retry_after_s: 120,
    body: 'html',
  });
  await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
  const limited = page.locator('[data-reason="rate_limited"]').first();
  await expect(limited.getByRole('timer')).toHaveText(/[12]:\d\d/);
  await limited.getByRole('button', { name: 'Give up' }).click();
  await expect(limited).toBeHidden();
  await simulator.control('DELETE', 'faults');
});

test('a sync can be cancelled and goes on where it stopped', async ({ program, simulator }) => {
  const { page } = program;
  await chart(program);
  await synced(program);
  const before = await readingsOnScreen(program);
  const last = simulator.bootstrap.authorizations.at(-1)?.auth_uid;
  await simulator.control('POST', 'faults', { path: `*/Batch/Subscription/${last}`, status: 503, retry_after_s: 300 });
  await goTo(program, '/w/demo/jobs');
  await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
  const job = newestJob(program);
  await expect(job).toHaveAttribute('data-state', 'waiting', { timeout: 60_000 });
  await job.getByRole('button', { name: 'Cancel' }).click();
  await expect(job).toHaveAttribute('data-state', 'cancelled');
  await simulator.control('DELETE', 'faults');
  await job.getByRole('button', { name: 'Resume' }).click();
  await expect(newestJob(program)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  expect(await readingsOnScreen(program)).toEqual(before);
});

test('a fetch with a failed part does not read done, and tries only that part again @page', async ({
  program,
  simulator,
}) => {
  const { page } = program;
  await chart(program);
  await synced(program);
  const [, broken] = simulator.bootstrap.authorizations;
  await simulator.control('POST', 'faults', { path: `*/Batch/Subscription/${broken?.auth_uid}`, status: 404 });
  await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
  const job = newestJob(program);
  await expect(job).toHaveAttribute('data-state', 'incomplete', { timeout: 60_000 });
  await expect(job).toContainText('Finished with 1 failure. Trying again fetches only what failed.');
  await expect(page.getByRole('link', { name: 'Last fetch: 1 failure' })).toBeVisible();
  await job.getByRole('button', { name: 'Show 1 failure' }).click();
  await expect(job).toContainText(`authorization ${broken?.auth_uid}`);
  await simulator.control('DELETE', 'faults');
  await simulator.control('DELETE', 'requests');
  await job.getByRole('button', { name: 'Try again' }).click();
  await expect(newestJob(program)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  await expect(page.getByRole('link', { name: /Last fetch/ })).toBeHidden();
  const { requests } = (await simulator.control('GET', 'requests')) as { requests: { path: string }[] };
  const fetched = requests.flatMap(({ path: where }) => /\/Batch\/Subscription\/(\w+)/.exec(where)?.[1] ?? []);
  expect(fetched).toEqual([broken?.auth_uid]);
});

test('the next start shows the same chart, after an end in good order and after a crash', async ({ program }) => {
  // A tab of the browser host has no start of its own: it opens the bare address.
  const bare = () => program.page.goto(new URL('/', program.page.url()).href);
  const startAgain = () => (program.electron ? program.restart() : bare());
  const crashAndStart = () => (program.electron ? program.killAndRestart() : bare());
  const opened = async () => {
    await chart(program);
    const { page } = program;
    return { meter: await page.getByRole('heading', { level: 1 }).textContent(), address: page.url().split('?')[0] };
  };
  await chart(program);
  await synced(program);
  // Another one than opens by itself.
  await goTo(program, '/w/demo/meters');
  const grid = program.page.getByRole('grid', { name: 'meters' });
  await expect(grid.getByRole('row').nth(3)).toBeVisible();
  await grid.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await program.page.keyboard.press(key);
  const before = await opened();
  await startAgain();
  // What was kept is shown first, and what the store says of the meter a moment later.
  await expect.poll(opened, { timeout: 90_000 }).toEqual(before);
  // What was kept is the picture only: the rest comes from the store.
  await program.page.getByRole('application').first().focus();
  await program.page.keyboard.press('+');
  await expect(program.page.getByRole('application').first()).toHaveAttribute('data-busy', 'false');
  await expect(program.page.locator('[data-stat]').first()).toBeVisible();
  await crashAndStart();
  await expect.poll(opened, { timeout: 90_000 }).toEqual(before);
});

test.describe('files', () => {
  test.skip(!existsSync(SAMPLES), '../shared/samples is missing');

  async function open(program: Program, ...names: string[]): Promise<void> {
    const files = names.map((name) => path.join(SAMPLES, name));
    await goTo(program, '/w/files/files');
    if (program.electron) {
      await program.electron.evaluate(({ dialog }, filePaths) => {
        // A native dialog cannot be clicked by a test; what it answers is all that is replaced.
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
      }, files);
      await program.page.getByRole('button', { name: 'Open files' }).first().click();
      return;
    }
    const chooser = program.page.waitForEvent('filechooser');
    await program.page.getByRole('button', { name: 'Open files' }).first().click();
    await (await chooser).setFiles(files);
  }

  test('a Green Button file is charted', async ({ program }) => {
    const { page } = program;
    await expect(page.locator('[data-mode]').first()).toBeVisible();
    await open(program, 'service_batch_electric_reverse_15min.xml');
    await chart(program);
    await expect(page.locator('[data-mode="files"]')).toBeVisible();
    await expect(page.getByText(/received/i).first()).toBeVisible();
    await screenshotForReadme(program, 'file');
  });

  test('a broken file says what is wrong', async ({ program }) => {
    const { page } = program;
    await expect(page.locator('[data-mode]').first()).toBeVisible();
    await open(program, 'bad_not_xml.xml');
    await expect(page.getByText('refused').first()).toBeVisible();
  });
});
