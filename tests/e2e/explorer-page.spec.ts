/** The page of a meter: what is in view without scrolling, what marks and tooltips say, and that damaged settings do no harm. */
import type { Locator, Page } from '@playwright/test';
import { drawn, LOS_ANGELES, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

const day = 86_400;
const monday = Date.parse('2025-01-06T00:00:00Z') / 1000 - LOS_ANGELES.tzOffset;

interface Box {
  top: number;
  bottom: number;
}

/** Where something is in the window as it stands; asking does not scroll. */
async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { top: box.y, bottom: box.y + box.height };
}

/** Texts whose style makes capitals of them. */
function inCapitals(within: Locator): Promise<string[]> {
  return within
    .locator('*')
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).textTransform === 'uppercase').map((one) => one.textContent ?? ''),
    );
}

/** A meter with costs, two rates and a gap, so that every card and mark is there. */
async function openRichMeter(program: Program): Promise<void> {
  const readings = steadily(monday, monday + 21 * day, 900, (index) =>
    index > 1800 && index < 1850 ? undefined : { value: 200 + (index % 50), cost: 4000, tou: index % 96 < 72 ? 1 : 2 },
  );
  await openMeter(program, {
    title: 'Page',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours({ currency: 840 }), length: 900, readings }],
  });
}

for (const size of [
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
]) {
  test.describe(`in a window of ${size.width} x ${size.height}`, () => {
    test.use({ launch: { size } });

    test('chart and key figures are in view at once, and charts use the height', async ({ program }) => {
      const { page } = program;
      await openRichMeter(program);
      const inner = await page.evaluate(() => innerHeight);
      const figures = page.getByRole('region', { name: 'Key figures of the shown span' });
      await expect(figures.locator('[data-stat="Total"] dd').first()).toContainText('kWh');
      // One name for a rate: on its card and in the legend of the picture.
      const split = page.getByRole('region', { name: 'Split by rate' });
      await expect(split.locator('[data-rate="tou"] dt')).toHaveText(['TOU 1', 'TOU 2']);
      await expect(split).toContainText('Time of use (TOU)');
      await expect(page.locator('[data-legend^="tou-"]')).toHaveText(['TOU 1', 'TOU 2']);
      const status = await boxOf(page.locator('.ms-status-line'));
      const chart = await boxOf(page.locator('.ms-usage-chart'));
      expect(chart.top).toBeLessThanOrEqual(145);
      for (const name of ['Total', 'Cost', 'Peak', 'Coverage']) {
        const card = await boxOf(figures.locator(`[data-stat="${name}"]`));
        expect(card.top, name).toBeGreaterThan(chart.top);
        expect(card.bottom, name).toBeLessThanOrEqual(status.top);
      }
      const profile = await boxOf(page.getByRole('application', { name: /^Load profile/ }));
      expect(profile.bottom - profile.top).toBeGreaterThanOrEqual(inner * 0.3);

      // The pictures reach down to the last fifth of the window.
      const pictures: [string, Locator][] = [
        ['heat-map', page.getByRole('application', { name: /^Heat map/ })],
        ['compare', page.locator('[data-bars]')],
        ['patterns', page.locator('figure[data-points] [role="img"]').first()],
      ];
      const hash = (await page.evaluate(() => location.hash)).replace(/^#/, '').replace(/\?.*/, '');
      for (const [tab, picture] of pictures) {
        await goTo(program, `${hash}?tab=${tab}&from=${monday}&to=${monday + 7 * day}`);
        await expect(picture).toBeVisible();
        await expect.poll(async () => (await boxOf(picture)).bottom, tab).toBeGreaterThan(inner * 0.8);
        const { top, bottom } = await boxOf(picture);
        expect(bottom, tab).toBeLessThanOrEqual(status.top);
        expect(bottom - top, tab).toBeGreaterThan(inner * 0.4);
        // Dates and names stand as they are written, never in capitals.
        expect(await inCapitals(page.getByRole('main')), tab).toEqual([]);
      }
      await expect(page.getByText('Band: 10th to 90th percentile of the days.')).toBeVisible();
    });
  });
}

test('the highest readings are listed, and a click shows one @page', async ({ program }) => {
  const { page } = program;
  const spikes = [700, 1200, 300];
  const readings = steadily(monday, monday + 14 * day, 900, (index) => ({
    value: spikes.includes(index) ? 5000 + index : 200,
  }));
  await openMeter(program, {
    title: 'Peaks',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  });
  await page.keyboard.press('a');
  await expect(page.locator('[data-stat="Peak"] dd').first()).toHaveText('6.2 kWh');
  await page.getByRole('button', { name: 'top 10' }).click();
  const peaks = page.getByRole('list', { name: 'Highest readings' }).getByRole('listitem');
  await expect(peaks).toHaveCount(10);
  await expect(peaks.nth(0)).toContainText('6.2 kWh');
  await expect(peaks.nth(1)).toContainText('5.7 kWh');
  await expect(peaks.nth(2)).toContainText('5.3 kWh');
  await expect(peaks.nth(2)).toContainText('Thu 9 Jan 2025, 03:00');
  await peaks.nth(2).getByRole('button').click();
  await expect(page.locator('[data-stat="Peak"] dd').first()).toHaveText('5.3 kWh');
});

test('the axis shows the hour that comes twice, and says which one is skipped @page', async ({ program }) => {
  const { page } = program;
  const autumn = Date.parse('2025-11-02T07:00:00Z') / 1000;
  for (const { title, from, hours, ticks } of [
    { title: 'Autumn', from: autumn, hours: 25, ticks: ['01:00UTC−7', '01:00UTC−8'] },
    { title: 'Spring', from: Date.parse('2025-03-09T08:00:00Z') / 1000, hours: 23, ticks: ['03:00no 02:00'] },
  ]) {
    const readings = steadily(from, from + hours * 3600, 900, () => ({ value: 250 }));
    await openMeter(program, {
      title,
      service: 0,
      zone: LOS_ANGELES,
      series: [{ readingType: quarterHours(), length: 900, readings }],
    });
    const marked = page.locator('[data-tick]:has(tspan)');
    await expect(marked).toHaveText(ticks);
    // No two marks touch.
    const boxes = await page.locator('[data-tick]').evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .map(({ left, right }) => ({ left, right }))
        .sort((a, b) => a.left - b.left),
    );
    for (const [index, box] of boxes.entries()) {
      expect(box.left, `${title}, mark ${index}`).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
    }
  }
});

test('the tooltip stands above the plot, and names rate and cost @page', async ({ program }) => {
  const { page } = program;
  await openRichMeter(program);
  await expect(page.getByRole('region', { name: 'Split by rate' })).toContainText('TOU 2');
  const profile = page.getByRole('application', { name: /^Load profile/ });
  const plot = await profile.locator('.ms-plot-grid').boundingBox();
  if (!plot) throw new Error('There is no plot.');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + plot.height / 2);
  const tooltip = profile.getByRole('status');
  await expect(tooltip).toContainText(/TOU [12] · \$0\.04/);
  expect((await boxOf(tooltip)).bottom).toBeLessThanOrEqual(plot.y + 1);

  // What an axis is called stays in its picture, with the unit.
  await page.getByRole('switch', { name: 'Cost' }).check();
  await expect(profile.locator('svg.ms-plot')).toHaveCount(2);
  const texts = await profile.locator('svg.ms-plot text').evaluateAll((all) =>
    all.map((one) => {
      const [box, frame] = [one.getBoundingClientRect(), one.closest('svg')?.getBoundingClientRect()];
      if (!frame) throw new Error('Outside of a picture.');
      // The width of the last day's name is estimated where it is placed.
      const inside = box.left >= frame.left && box.right <= frame.right + 3 && box.top >= frame.top;
      return { text: one.textContent ?? '', inside: inside && box.bottom <= frame.bottom };
    }),
  );
  expect(texts.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Cost, /));
  expect(texts.filter(({ inside }) => !inside)).toEqual([]);
});

test('a kept setting that is damaged does not keep the window from opening', async ({ program }) => {
  const { page } = program;
  await expect(drawn(program).first()).toHaveAttribute('data-points', /[1-9]/, { timeout: 90_000 });
  await page.evaluate(() => {
    // The key of the session is no setting: without it the tab is rightly turned away.
    for (const key of Object.keys(localStorage).filter((one) => !one.includes('session')))
      localStorage.setItem(key, key.includes('chart') ? '"{"' : '{');
    for (const key of ['keys', 'table.meters', 'views.meters', 'jobs-panel', 'contrast'])
      localStorage.setItem(`meterscope.${key}`, '"["');
  });
  await page.reload();
  await expect(drawn(program).first()).toHaveAttribute('data-points', /[1-9]/, { timeout: 60_000 });
  await goTo(program, '/w/demo/meters');
  await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toBeVisible();
});

test('pictures of two things say which is which: legends, axes with units, names of compared meters @page', async ({
  program,
}) => {
  const { page } = program;
  const meter = (title: string, value: number) => ({
    title,
    service: 0,
    zone: LOS_ANGELES,
    series: [1, 19].map((flowDirection) => ({
      readingType: quarterHours({ flowDirection }),
      length: 900,
      readings: steadily(monday, monday + 28 * day, 900, () => ({ value: value / flowDirection })),
    })),
  });
  await openMeter(program, meter('First', 100));
  await openMeter(program, meter('Second', 200));
  await page.getByRole('tab', { name: 'Totals' }).click();
  const legend = page.getByTestId('bar-legend');
  await expect(legend).toContainText(/delivered/i);
  await expect(legend).toContainText(/received/i);
  await page.getByRole('tab', { name: 'Patterns' }).click();
  await expect(page.getByRole('img', { name: /day/i }).first()).toContainText('kWh');
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByText('Another meter', { exact: true }).click();
  const other = page.getByRole('combobox', { name: 'Other meter' });
  await other.fill('no such meter');
  await expect(page.getByText('No meter with readings matches')).toBeVisible();
  // Its title is not in the words of the choice: the store has found it.
  await other.fill('first');
  await page.getByRole('option').click();
  await expect(legend).toContainText(/Meter .+: .*delivered.*Meter .+: .*delivered/is);
});

test('all places of the program are in view beside it, in a window of 1280 x 800 @page', async ({ program, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await goTo(program, '/w/demo/meters');
  const places = page.getByRole('navigation').getByRole('link');
  await expect(places.last()).toHaveText('About');
  for (const place of await places.all()) await expect(place).toBeInViewport({ ratio: 1 });
});

test('at rest nothing is drawn, on any place and in any tab of a meter @page', async ({ page }) => {
  await expect(page.locator('.ms-profile')).toBeVisible();
  const tabs = await page.getByRole('tab').allInnerTexts();
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect.poll(() => framesMeanwhile(page), { message: tab }).toBe(0);
  }
  const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
  const addresses = await places.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of new Set(addresses)) {
    await page.locator(`nav a[href="${address}"]`).first().click();
    await expect.poll(() => framesMeanwhile(page), { message: address }).toBe(0);
  }
});

/** How often the page asks to draw within a third of a second. */
async function framesMeanwhile(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const ask = window.requestAnimationFrame;
    let frames = 0;
    window.requestAnimationFrame = (draw) => {
      frames += 1;
      return ask.call(window, draw);
    };
    await new Promise((resolve) => setTimeout(resolve, 333));
    window.requestAnimationFrame = ask;
    return frames;
  });
}
