/** The screen "Team server": what a real PostgreSQL answers of a published demo. `explorer-scale.spec.ts` has it at 200 %. */
import { POSTGRES_BIN, startPostgres } from '../fixtures/postgres-server.ts';
import { synced } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';
import { enterServer } from './team-server-steps.ts';

const grid = ({ page }: Program) => page.getByRole('grid', { name: 'meters' });
const count = ({ page }: Program) => page.getByTestId('count');

/** Publishes the demo, from its Share screen. */
async function publishDemo(program: Program): Promise<void> {
  const { page } = program;
  await goTo(program, '/w/demo/share');
  const publishing = page.getByRole('region', { name: 'Publish', exact: true });
  await publishing.getByRole('button', { name: 'Prepare the server' }).click();
  await expect(page.getByText('The server has its tables and roles.')).toBeVisible({ timeout: 60_000 });
  await publishing.getByRole('button', { name: 'Publish now' }).click();
  await expect(publishing.getByRole('row', { name: /^Readings of the workspace [0-9,]+$/ })).toBeVisible({
    timeout: 120_000,
  });
}

test('shows what the team server answers of its meters and their totals @page', async ({ program, page }) => {
  test.skip(POSTGRES_BIN === undefined, 'PostgreSQL is not installed');
  test.setTimeout(600_000);
  const server = await startPostgres();
  try {
    await synced(program);
    await goTo(program, '/w/demo/team');
    await expect(page.getByText('No team server yet')).toBeInViewport();
    await page.getByRole('link', { name: 'Enter the team server' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Share' })).toBeVisible();
    await enterServer(program, server, server.password);
    await publishDemo(program);
    const [{ meters } = {}] = await server.query('SELECT count(*)::int AS meters FROM v1.meters');

    // By keyboard; the workspace's own meters are not taken.
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(page.getByRole('heading', { level: 1, name: 'Team server' })).toBeInViewport();
    await expect(count(program)).toHaveText(`${meters} of ${meters} meters`);
    await expect(grid(program).getByRole('row').nth(1)).toContainText('its own');
    await accessible(program);

    // Totals: the number of the server itself.
    await page.getByRole('tab', { name: 'Totals' }).click();
    const card = page.locator('.ms-measure[aria-pressed=true]');
    await expect(card).toBeInViewport();
    await expect(card).toContainText('covered');
    const table = page.locator('[data-figure="By month"]');
    await expect(table.getByRole('row')).toHaveCount(13);
    const newest = await table.locator('tbody tr').last().getAttribute('data-row');
    const month = Number(newest);
    const [{ total } = {}] = await server.query(
      `SELECT sum(d.value) AS total FROM v1.monthly d JOIN v1.series s USING (series_id) JOIN v1.meters m ON m.usage_point = d.usage_point
       WHERE m.twin_of IS NULL AND s.name LIKE 'Electricity delivered%' AND s.unit = 'kWh' AND d.month = make_date($1, $2, 1)
         AND s.readings = (SELECT max(o.readings) FROM v1.series o WHERE o.usage_point = s.usage_point AND o.name LIKE 'Electricity delivered%' AND o.unit = s.unit)`,
      [Math.floor(month / 12), (month % 12) + 1],
    );
    const shown = await table.locator('tbody tr').last().locator('[data-total]').getAttribute('data-total');
    expect(Number(shown)).toBeCloseTo(Number(total), 6);
    await accessible(program);

    await page.getByRole('tab', { name: 'Coverage' }).click();
    await expect(page.getByRole('table', { name: 'Coverage by month, all meters of the server' })).toBeInViewport();
  } finally {
    await server.dispose();
  }
});
