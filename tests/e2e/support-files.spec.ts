/** A run as a scenario file: saved, edited, opened again, run, and judged by what the file expects beside the catalogue. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, fire, openDesk, saveAs } from './support-steps.ts';

test.use({ launch: { service: ['--clock', '600'], env: { METERSCOPE_VERDICT_QUIET_MS: '1500' } } });

async function openFile({ page }: Program, file: string): Promise<void> {
  await page.locator('input[type="file"][accept*="json"]').setInputFiles(file);
}

test('a run is saved as a scenario file, edited, and rerun with expectations of its own', async ({ program }) => {
  test.slow();
  const { page } = program;
  await fire(program, 'residential');
  await expect(page.getByTestId('verdict')).toHaveText('pass', { timeout: 60_000 });
  const file = await saveAs(program, 'Save as scenario file', 'mine.json', /^residential\.scenario\.json$/);
  const content = JSON.parse(await readFile(file, 'utf8'));
  expect(content).toMatchObject({
    meterscope: 'scenario',
    steps: [{ submit: { scenario: 'residential' } }, { collect: {} }],
    waits: { quietSeconds: 1.5 },
  });

  content.name = 'two years of bills';
  content.steps[1] = { collect: { months: 24 } };
  content.expectations.own = [
    { name: 'the login is valid', notes: { of: 'authorization', types: ['access_valid'] } },
    { name: 'ten years', bills: { count: { atLeast: 120 } } },
  ];
  await writeFile(file, JSON.stringify(content));
  await openDesk(program);
  await openFile(program, file);
  const dialog = page.getByRole('dialog', { name: 'mine.json' });
  await expect(dialog.getByText('Collect the history of all meters for 24 months')).toBeVisible();
  await expect(dialog.getByText('at least 120 bills, of each meter')).toBeVisible();
  await accessible(program);
  await dialog.getByRole('button', { name: 'Run this file' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'two years of bills' })).toBeVisible();
  await expect(page.getByTestId('verdict')).toHaveText('fail', { timeout: 60_000 });
  // What failed is named, and stands first, marked as the file's own.
  await expect(
    page.getByRole('main').getByText('own expectation "ten years": expected at least 120 bills').first(),
  ).toBeInViewport();
  const own = page.locator('[data-group="Own expectations"]');
  await expect(own.locator('[data-check="own.ten years"]')).toHaveAttribute('data-state', 'fail');
  await expect(own.locator('[data-check="own.the login is valid"]')).toHaveAttribute('data-state', 'pass');
  await expect(page.locator('[data-check="meters.count"]')).toHaveAttribute('data-state', 'pass');
  await expect(page.locator('[data-group="Steps of the scenario file"]')).toContainText('for 24 months');
  await accessible(program);

  // The run keeps its file: it is saved as it was, and fired again with it.
  const again = await saveAs(program, 'Save as scenario file', 'again.json', /^residential\.scenario\.json$/);
  expect(JSON.parse(await readFile(again, 'utf8'))).toEqual(content);
  await page.getByRole('button', { name: 'Fire again' }).click();
  await expect(page.getByRole('columnheader', { name: 'Earlier' })).toBeVisible();
  await expect(page.locator('[data-check="own.ten years"]')).toHaveAttribute('data-state', 'fail', { timeout: 60_000 });
});

test('a file that is wrong says which member, and sends nothing @page', async ({ program, simulator }) => {
  const { page } = program;
  const file = `${program.data}/wrong.json`;
  await writeFile(
    file,
    '{"meterscope":"scenario","version":1,"name":"x","steps":[{"submit":{"scenario":"residental"}}]}',
  );
  await openDesk(program);
  await openFile(program, file);
  const dialog = page.getByRole('dialog', { name: 'wrong.json' });
  await expect(dialog).toContainText(
    'steps[0].submit.scenario: "residental" is no scenario; did you mean residential?',
  );
  await expect(dialog.getByRole('button', { name: 'Run this file' })).toHaveCount(0);
  await accessible(program);
  const { requests } = (await simulator.control('GET', 'requests')) as { requests: { path: string }[] };
  expect(requests.filter(({ path }) => path.includes('test-submit'))).toEqual([]);
});
