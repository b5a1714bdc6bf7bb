/** The screen "Team server": what a real PostgreSQL answers of a published demo. `explorer-scale.spec.ts` has it at 200 %. */
import { chart, synced } from './demo-steps.ts';
import { expect, type Program, screenshot, screenshotForReadme } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';
import { enterServer, test } from './team-server-steps.ts';

const grid = ({ page }: Program) => page.getByRole('grid', { name: 'meters' });
const count = ({ page }: Program) => page.getByTestId('count');

const shoot = (program: Program, name: string) => screenshot(program, `team-${name}`);

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

test('shows what the team server answers of its meters and their totals @page', async ({ program, page, server }) => {
  test.setTimeout(600_000);
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
  await shoot(program, 'meters');

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
  await shoot(program, 'totals');
  await screenshotForReadme(program, 'team-server');

  await page.getByRole('tab', { name: 'Coverage' }).click();
  await expect(page.getByRole('table', { name: 'Coverage by month, all meters of the server' })).toBeInViewport();
  await shoot(program, 'coverage');
});

test('says that the team server is away and what to do, and goes on when it is back @page', async ({
  program,
  page,
  server,
}) => {
  test.setTimeout(600_000);
  await synced(program);
  await goTo(program, '/w/demo/share');
  await enterServer(program, server, server.password);
  await publishDemo(program);
  await goTo(program, '/w/demo/team');
  await expect(grid(program).getByRole('row').nth(1)).toBeInViewport();

  const away = page.getByRole('alert').filter({ hasText: 'cannot be reached' });
  const again = away.getByRole('button', { name: 'Try again' });
  const saysSo = async () => {
    await expect(away).toBeInViewport();
    await expect(away).toContainText(`127.0.0.1:${server.port}`);
    await expect(away).toContainText('Check that it runs');
    await expect(again).toBeInViewport();
  };
  await server.kill();
  // A question that was not asked before; the list that is here stays until then.
  await page.getByRole('tab', { name: 'Totals' }).click();
  await saysSo();
  await accessible(program);
  await shoot(program, 'away');
  await again.click();
  await saysSo();
  await page.getByRole('tab', { name: 'Meters' }).click();
  await expect(grid(program).getByRole('row').nth(1)).toBeInViewport();
  await searchMeters(program, 'E');
  await saysSo();

  await server.start();
  // Something that changes here meanwhile asks again, too, and then there is nothing left to click.
  await again.or(count(program)).first().waitFor();
  if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => expect(again).toHaveCount(0));
  await expect(count(program)).toHaveText(/^[1-9]\d* of /);
  await page.getByRole('tab', { name: 'Totals' }).click();
  await expect(page.locator('.ms-measure[aria-pressed=true]')).toBeInViewport();
  await expect(away).toHaveCount(0);
});

/** Amounts by meter of a month of its own calendar ($1: "Jan 2024"), from the readings as they lie there. */
const CONSUMED = `SELECT coalesce(m.meter_number, m.uid) AS name, t.total FROM v1.meters m JOIN
  (SELECT r.usage_point, sum(r.value) AS total FROM v1.readings r JOIN v1.series s USING (series_id)
   WHERE s.unit = 'kWh' AND s.name LIKE 'Electricity delivered%' AND to_char(r.start_local, 'Mon YYYY') = $1
     AND s.readings = (SELECT max(o.readings) FROM v1.series o WHERE o.usage_point = s.usage_point AND o.name LIKE 'Electricity delivered%' AND o.unit = s.unit)
   GROUP BY 1) t USING (usage_point) WHERE m.twin_of IS NULL ORDER BY t.total DESC LIMIT 1`;

/** One with a hole in it; a copy has no readings that others displaced. */
const METER_WITH_A_HOLE = `SELECT m.usage_point AS id, coalesce(m.meter_number, m.uid) AS name FROM v1.meters m JOIN v1.coverage c USING (usage_point)
  WHERE c.gaps > 0 AND c.duplicates = 0 AND m.twin_of IS NULL AND m.service = 'electricity' ORDER BY 1 LIMIT 1`;

/** The cells of the first row, by the words of their heads. */
async function firstRow(program: Program): Promise<Record<string, string>> {
  const heads = await grid(program).getByRole('columnheader').allTextContents();
  const cells = await grid(program).getByRole('row').nth(1).getByRole('gridcell').allTextContents();
  return Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']));
}

async function searchMeters({ page }: Program, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search meters' }).fill(words);
}

/** What a meter's page says of its readings: key figures of the span that it begins with, and the coverage of all. */
async function figuresOf(program: Program, address: string): Promise<string[]> {
  const { page } = program;
  await goTo(program, address);
  await chart(program);
  const figures = page.locator('[data-stat]');
  await expect(figures.first()).toContainText(/\d/);
  const shown = await figures.allTextContents();
  await goTo(program, `${address}?tab=coverage`);
  await expect(page.getByTestId('coverage')).toContainText('%');
  return [...shown, ...(await page.locator('.ms-usage-toolbar', { hasText: 'reading' }).allTextContents())];
}

test('ranks the meters of the team server, and opens one as a copy with the numbers of its publisher @page', async ({
  program,
  server,
}) => {
  test.setTimeout(600_000);
  const { page } = program;
  await synced(program);
  await goTo(program, '/w/demo/share');
  await enterServer(program, server, server.password);
  await publishDemo(program);
  await server.query("CREATE ROLE bob LOGIN PASSWORD 'bob-reads' IN ROLE meterscope_reader");
  const [meter] = await server.query(METER_WITH_A_HOLE);
  const [id, name] = [String(meter?.id), String(meter?.name)];

  // What the publisher's own screens say.
  await goTo(program, '/w/demo/coverage');
  await searchMeters(program, name);
  await expect(grid(program).getByRole('row')).toHaveCount(2);
  const strip = grid(program).locator('.ms-strip').first();
  await expect(strip).toHaveAttribute('data-cells', /[^.]/);
  const cells = (await strip.getAttribute('data-cells')) ?? '';
  const published = await figuresOf(program, `/w/demo/meters/${id}`);

  // Another workspace reads it, as a user who may only read.
  await goTo(program, '/w/files/share');
  await enterServer(program, server, 'bob-reads', 'bob');
  await goTo(program, '/w/files/team?tab=coverage');
  await expect(page.getByRole('table', { name: 'Coverage by month, all meters of the server' })).toBeInViewport();
  await expect(strip).toHaveAttribute('data-cells', /[^.]/);
  await searchMeters(program, name);
  await expect(grid(program).getByRole('row')).toHaveCount(2);
  await expect(strip).toHaveAttribute('data-cells', cells);
  await expect(strip).toBeInViewport();
  await accessible(program);

  await page.getByRole('tab', { name: 'Ranking' }).click();
  await expect(grid(program).getByRole('row').nth(2)).toBeInViewport();
  const month = await page.getByRole('combobox', { name: 'Month' }).inputValue();
  const [best] = await server.query(CONSUMED, [month]);
  const first = await firstRow(program);
  expect([first.Place, first.Meter]).toEqual(['1', best?.name]);
  await shoot(program, 'ranking');
  const consumed = Object.entries(first).find(([head]) => head.startsWith('Consumption'))?.[1] ?? '';
  expect(Number(consumed.replaceAll(',', ''))).toBeCloseTo(Number(best?.total), 0);
  await accessible(program);

  // A row opens as a copy, once that was taken.
  await page.getByRole('tab', { name: 'Meters' }).click();
  await searchMeters(program, name);
  await expect(count(program)).toHaveText(/^1 of /);
  await grid(program).getByRole('gridcell', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/w\/files\/meters\//, { timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const address = (await page.evaluate(() => location.hash)).replace(/^#|\?.*/g, '');
  expect(await figuresOf(program, address)).toEqual(published);

  await goTo(program, '/w/files/team');
  await expect(grid(program).getByRole('row').nth(1)).toContainText('here');
});
