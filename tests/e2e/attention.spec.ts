/** The attention list: its lines and its badge, what moves when thresholds do, and the way on from a line. */
import { synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

const badge = (program: Program) =>
  program.page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: /^Attention/ });
const tab = (program: Program, name: string) => program.page.getByRole('tab', { name: new RegExp(`^${name} \\(`) });

/** The number behind the name of a tab. */
async function lines(program: Program, name: string): Promise<number> {
  return Number(/\(([\d,]+)\)/.exec((await tab(program, name).textContent()) ?? '')?.[1]?.replaceAll(',', ''));
}

async function threshold(program: Program, name: string, value: string): Promise<void> {
  const { page } = program;
  await page.getByRole('button', { name: 'Thresholds' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is worth a line' });
  await dialog.getByRole('textbox', { name }).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('lists what is wrong with the portfolio, counts it beside its name, and leads on @page', async ({
  program,
  page,
}) => {
  test.setTimeout(150_000);
  await synced(program);
  await badge(program).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Attention' })).toBeVisible();
  // Data come daily in the demo, and nothing was fetched late.
  await expect(tab(program, 'Data stopped')).toHaveText('Data stopped (0)');
  await threshold(program, 'Long gap, days', '1');
  await expect(tab(program, 'Long gap')).not.toHaveText('Long gap (0)');
  const all = await lines(program, 'All');
  expect(all).toBeGreaterThan(0);
  await expect(badge(program).getByTestId('nav-count')).toHaveText(String(all));
  const grid = page.getByRole('grid', { name: 'lines' });
  await expect(grid.getByRole('row').nth(1)).toContainText(/gap/i);
  await accessible(program);

  // Fewer with a higher threshold, kept with the workspace.
  await threshold(program, 'Long gap, days', '3650');
  await expect(tab(program, 'Long gap')).toHaveText('Long gap (0)');
  await threshold(program, 'Much estimated, percent', '0.5');
  await expect(tab(program, 'Much estimated')).not.toHaveText('Much estimated (0)');
  const estimated = await lines(program, 'Much estimated');
  await tab(program, 'Much estimated').click();
  await expect(page).toHaveURL(/kind=estimated/);
  await expect(grid.getByText(/% of [\d,]+ readings are estimated/)).toHaveCount(estimated);
  await accessible(program);
  await program.restart();
  await synced(program);
  await goTo(program, '/w/demo/attention?kind=estimated');
  await expect(tab(program, 'Much estimated')).toHaveText(`Much estimated (${estimated})`);

  // By keyboard alone: the first line opens what it is about.
  await program.page.getByRole('grid', { name: 'lines' }).focus();
  await program.page.keyboard.press('j');
  await program.page.keyboard.press('Enter');
  await expect(program.page).toHaveURL(/\/meters\/.*tab=readings/);
  await program.page.goBack();
  await program.page.getByRole('link', { name: 'Look at the readings' }).first().click();
  await expect(program.page).toHaveURL(/\/meters\/.*tab=readings/);
});

test('is narrowed down to a group @page', async ({ program, page }) => {
  test.setTimeout(150_000);
  await synced(program);
  await goTo(program, '/w/demo/groups');
  await page.getByRole('button', { name: 'New group' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Water');
  await dialog.getByRole('combobox', { name: 'What condition 1 is about' }).click();
  await page.getByRole('option', { name: 'Service' }).click();
  await dialog.getByRole('combobox', { name: 'Value of condition 1' }).click();
  await page.getByRole('option', { name: 'water' }).click();
  await expect(dialog.getByTestId('rule-count')).toHaveText('1 meter now');
  await dialog.getByRole('textbox', { name: 'Name' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await goTo(program, '/w/demo/attention');
  await threshold(program, 'Much estimated, percent', '0.1');
  await expect(tab(program, 'Much estimated')).not.toHaveText('Much estimated (0)');
  expect(await lines(program, 'Much estimated')).toBeGreaterThan(1);
  await page.getByRole('combobox', { name: 'Group', exact: true }).click();
  await page.getByRole('option', { name: 'Water' }).click();
  await expect(page).toHaveURL(/group=/);
  await expect(tab(program, 'Much estimated')).toHaveText('Much estimated (1)');
  await accessible(program);
});
