/** Bills with their suppliers and files, the state of a token, what is there and what is missing, colours by rate. */
import { customerDecides, startAuthorization } from './connection-steps.ts';
import { chart, synced } from './demo-steps.ts';
import { drawn, LOS_ANGELES, type MadeMeter, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, test } from './fixtures.ts';
import { accessible, goTo } from './support-steps.ts';

test.describe('community choice', () => {
  // Simulated minutes of a collection pass in a moment.
  test.use({ launch: { service: ['--clock', '600'] } });

  test('a bill says who delivers and who supplies, and leads to its file; the token tells its state @page', async ({
    program,
    simulator,
  }) => {
    test.setTimeout(360_000);
    const { page } = program;
    await chart(program);
    await synced(program);
    await goTo(program, '/w/demo/connection');
    const user = `${simulator.bootstrap.test_prefix}_TEST_DEMO_cca_service`;
    await customerDecides(await startAuthorization(program), user, 'allow');
    const ready = page.getByText(/Authorization \S+ can be synced now/);
    await expect(ready).toBeVisible();
    const uid = /Authorization (\S+) can/.exec((await ready.textContent()) ?? '')?.[1] ?? '';
    await simulator.control('POST', 'clock', { advance_s: 6 * 3600 });

    // A new authorization is listed by the next sync of all; its own page fetches it again.
    await goTo(program, '/w/demo/authorizations');
    await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
    await page.getByRole('textbox', { name: 'Search authorizations' }).fill(uid);
    await expect(page.getByTestId('count')).toHaveText(/^1 of/, { timeout: 60_000 });
    // Not the one that stood there before: it goes while the answer comes.
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell', { name: uid, exact: true }) })
      .click();
    await expect(page.getByTestId('token-state')).toHaveText('present');
    await expect(page.getByText(/^Got .*, expires in .*\. Last accepted .*, last refused .*\.$/)).toBeVisible();
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
    // Saving it, and that it is a PDF, is in resources.spec.ts.
    await expect(page.getByRole('button', { name: /^Save .+\.pdf$/ })).toBeVisible();
    await page.goBack();
    await page.getByTestId('bill').getByRole('link', { name: 'Raw XML' }).click();
    await expect(page.getByText('Bayside Community Energy').first()).toBeVisible();

    // What the service thinks of the token afterwards is told on the authorization's page.
    await simulator.control('POST', `authorizations/${uid}/revoke`);
    await goTo(program, `/w/demo/authorizations/${uid}`);
    await expect(page.getByTestId('token-state')).toBeVisible();
    await page.getByRole('button', { name: 'Fetch what is new' }).first().click();
    await expect(page.getByText(/last refused (just now|\d+ s ago)/)).toBeVisible({ timeout: 60_000 });
  });
});

const day = 86_400;
/** 2023-01-01 00:00 in Los Angeles. */
const from = Date.UTC(2023, 0, 1, 8) / 1000;

/** Time of use 2 from 16 to 21 o'clock of standard time, else 1. */
const tou = (start: number) => {
  const hour = ((start - from) % day) / 3600;
  return hour >= 16 && hour < 21 ? 2 : 1;
};

function meterOfTwoYears(): MadeMeter {
  const [hole, holeEnd] = [from + 100 * day - 3600, from + 103 * day - 3600];
  const readings = steadily(from, from + 730 * day, 900, (_, start) =>
    start >= hole && start < holeEnd
      ? undefined
      : { value: tou(start) === 2 ? 500 : 250, tou: tou(start), quality: start < from + 2 * day ? 8 : 17 },
  );
  return {
    title: 'Two years',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  };
}

test('zoomed out, the colours by rate are columns that sum to the split; what is missing shows month by month @page', async ({
  program,
}) => {
  test.setTimeout(360_000);
  const { page } = program;
  await openMeter(program, meterOfTwoYears());
  const rate = (code: number) => drawn(program).locator(`[data-rate="${code}"]`);
  const days = 730 - 3;

  // Two years: a selection of the readings, a column a day, and what each rate has in them.
  await page.keyboard.press('a');
  await expect(page.getByText(/Columns: mean reading of each day, split by rate/)).toBeVisible();
  await expect(rate(1)).toHaveAttribute('data-columns', String(days));
  const split = page.locator('[data-rate="tou"]');
  await expect(split).toContainText('7,270 kWh');
  expect(Number(await rate(2).getAttribute('data-total'))).toBeCloseTo(days * 5 * 2, 6);
  expect(Number(await rate(1).getAttribute('data-total'))).toBeCloseTo(days * 19, 6);
  await expect(page.locator('[data-legend="tou-2"]')).toBeVisible();
  await expect(drawn(program)).toHaveAttribute('data-highest', '0.5');
  await accessible(program);

  // A month: a column an hour. Single readings: each has the colour of its own rate.
  await page.keyboard.press('m');
  await expect(page.getByText(/Columns: mean reading of each hour, split by rate/)).toBeVisible();
  await expect(rate(2)).toHaveAttribute('data-columns', /^7[0-4]\d$/);
  await page.keyboard.press('w');
  await expect(page.getByText(/Columns: mean reading/)).toHaveCount(0);
  await expect(rate(2)).not.toHaveAttribute('data-columns');
  await expect(rate(2)).toHaveAttribute('d', /Z/);

  // The same hole in the meter's own picture, in the table of meters, and over the portfolio.
  await page.keyboard.press('7');
  const months = page.getByRole('table', { name: 'Coverage by month' });
  await expect(months.getByRole('button', { name: '90 %', exact: true })).toHaveCount(1);
  await expect(page.getByTestId('collecting')).toContainText('Nothing is being collected');
  await accessible(program);
  await goTo(program, '/w/files/meters');
  const strip = page.getByRole('img', { name: /months until Dec 2024/ });
  await expect(strip).toHaveAttribute('data-cells', 'effpffffffffffffffffffff');
  await expect(strip).toHaveAccessibleName('24 months until Dec 2024: 1 with estimates, 22 without gaps, 1 with gaps');
  await accessible(program);
  await goTo(program, '/w/files/coverage');
  const portfolio = page.getByRole('table', { name: 'Coverage by month, all meters' });
  await expect(portfolio.getByTitle(/^Apr 2023, 1 meter: 0 without gaps, .*1 with gaps/)).toContainText('90 %');
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toContainText('3.0');
  await expect(page.getByTestId('shown-months')).toHaveText('All months with data: Jan 2023 to Dec 2024.');
  await accessible(program);

  // A month with gaps leads to its meters, and they to their month; so does a month of a strip.
  await portfolio.getByTitle(/^Apr 2023/).click();
  await expect(page.getByTestId('chosen-month')).toContainText('Meters with gaps in Apr 2023');
  await page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
  await expect(page.getByRole('tab', { name: 'Load profile', selected: true })).toBeVisible();
  await expect(page.locator('[data-stat="Coverage"]')).toContainText('90 %of Sat 1 Apr 2023 – Sun 30 Apr 2023');
  await goTo(program, '/w/files/coverage');
  await expect(strip).toHaveAttribute('data-cells', /^effp/);
  const box = await strip.boundingBox();
  await strip.click({ position: { x: ((box?.width ?? 0) * 3.5) / 24, y: 8 } });
  await expect(page.getByRole('tab', { name: 'Load profile', selected: true })).toBeVisible();
  await expect(page.locator('[data-stat="Coverage"]')).toContainText('90 %of Sat 1 Apr 2023 – Sun 30 Apr 2023');
});

/** Beside what stands in a cell of a table, px. */
const PADDING = 5;

test.describe('the service’s meters', () => {
  // Time creeps until the test moves it, so that a collection stays under way.
  test.use({ launch: { service: ['--clock', '0.2'] } });

  test('the table of meters sorts by coverage, and says what is being collected @page', async ({
    program,
    simulator,
  }) => {
    test.setTimeout(360_000);
    const { page } = program;
    await chart(program);
    await synced(program);
    await simulator.control('PUT', 'balance', { balance: 100 });
    await goTo(program, '/w/demo/meters');
    const grid = page.getByRole('grid', { name: 'meters' });
    await expect(grid.locator('.ms-strip[data-cells]').first()).toHaveAttribute('data-cells', /^[.efpm]{38}$/);
    // The arrow of the order is seen whole, however narrow the column.
    for (const head of await grid
      .getByRole('columnheader')
      .filter({ has: page.getByRole('button') })
      .all()) {
      await head.getByRole('button').click();
      const [cell, arrow] = [await head.boundingBox(), await head.locator('button svg').boundingBox()];
      if (!cell || !arrow) throw new Error('There is no arrow.');
      expect(arrow.x + arrow.width, (await head.textContent()) ?? '').toBeLessThanOrEqual(
        cell.x + cell.width - PADDING,
      );
    }
    await grid.getByRole('button', { name: 'Coverage' }).click();
    const cells = grid.locator('.ms-strip-cell .ms-num');
    await expect(grid.getByRole('columnheader', { name: 'Coverage' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(cells.first()).toBeVisible();
    const shares = (await cells.allTextContents()).map(Number.parseFloat);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));

    await grid.focus();
    await page.keyboard.press('Space');
    // The row where the keys are does not look chosen.
    await page.keyboard.press('ArrowDown');
    await expect(grid.locator('.ms-grid-row[data-cursor]')).toHaveAttribute('aria-selected', 'false');
    const colours = await grid
      .locator('.ms-grid-row')
      .evaluateAll((rows) => rows.slice(0, 3).map((row) => getComputedStyle(row).backgroundColor));
    expect(colours[1]).toBe(colours[2]);
    expect(colours[1]).not.toBe(colours[0]);
    await page.getByRole('button', { name: 'Collect history' }).click();
    await page.getByRole('button', { name: /^Collect 1 meter/ }).click();
    await expect(page.getByTestId('collection-state')).toHaveText('following');
    await goTo(program, '/w/demo/coverage');
    await expect(page.getByTestId('collecting')).toContainText('History of 1 meter');
    await expect(page.locator('.ms-strip[data-collecting="true"]')).toHaveCount(1);
    await accessible(program);
    await simulator.control('POST', 'clock', { advance_s: 3600 });
    await expect(page.locator('.ms-strip[data-collecting="true"]')).toHaveCount(0, { timeout: 60_000 });

    // A month leads to what was measured in it.
    const strip = await page.locator('.ms-strip[data-cells]').first().boundingBox();
    if (!strip) throw new Error('There is no strip.');
    await page.mouse.click(strip.x + strip.width / 2, strip.y + strip.height / 2);
    const profile = await chart(program);
    const [from, to] = [await profile.getAttribute('data-from'), await profile.getAttribute('data-to')].map(Number);
    expect((Number(to) - Number(from)) / 86_400).toBeGreaterThan(27);
    expect((Number(to) - Number(from)) / 86_400).toBeLessThan(32);
  });
});
