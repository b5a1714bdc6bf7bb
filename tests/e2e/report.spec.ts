/** The page of a meter as a report: on the screen, on paper with what must stand on each page, and as CSV. */
import { readFile } from 'node:fs/promises';
import { readCsv } from '#shared/read-csv.ts';
import { pdfPages } from '../fixtures/pdf-text.ts';
import { LOS_ANGELES, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { printed } from './report-steps.ts';
import { accessible, saveAs } from './support-steps.ts';

const day = 86_400;
const monday = Date.parse('2025-01-06T00:00:00Z') / 1000 - LOS_ANGELES.tzOffset;
const DAYS = 60;
/** Six hours of the second day are missing. */
const isMissing = (index: number) => index >= 120 && index < 144;
const wattHours = (index: number) => 200 + (index % 50);

/** Sixty days of quarter hours with costs: two pages or more by day. */
async function openReport(program: Program): Promise<void> {
  const { page } = program;
  await openMeter(program, {
    title: 'Reported',
    service: 0,
    zone: LOS_ANGELES,
    series: [
      {
        readingType: quarterHours({ currency: 840 }),
        length: 900,
        readings: steadily(monday, monday + DAYS * day, 900, (index) =>
          isMissing(index) ? undefined : { value: wattHours(index), cost: 4000 },
        ),
      },
    ],
  });
  await page.keyboard.press('a');
  await expect(page).toHaveURL(new RegExp(`from=${monday}`));
  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('article', { name: 'Report' })).toHaveAttribute('data-ready', 'true');
}

test('a report says the same on the screen, on each page and as CSV', async ({ program }) => {
  test.setTimeout(180_000);
  const { page } = program;
  await openReport(program);
  const report = page.getByRole('article', { name: 'Report' });
  await expect(report).toContainText('Mon 6 Jan 2025 – Thu 6 Mar 2025');
  await expect(report.getByRole('img', { name: /^Load profile of / })).toBeVisible();
  const periods = report.getByRole('table', { name: /^Periods of / });
  await expect(periods.getByRole('row')).toHaveCount(DAYS + 2);
  await expect(periods.getByRole('row', { name: /^2025-01-07/ })).toContainText('75 %');
  await accessible(program);

  // The same numbers, by a plain recomputation of what was sent.
  const file = await saveAs(program, 'Save as CSV', 'report.csv', /-report\.csv$/);
  const [heads = [], ...lines] = readCsv(await readFile(file, 'utf8')).rows.map(({ cells }) => cells);
  const number = (line: readonly string[], name: string) => Number(line[heads.indexOf(name)]);
  const sent = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, place) => from + place).filter((index) => !isMissing(index));
  const total = (indexes: readonly number[]) => indexes.reduce((sum, index) => sum + wattHours(index), 0) / 1000;
  expect(lines).toHaveLength(DAYS + 1);
  for (const [index, line] of lines.entries()) {
    const whole = index === DAYS;
    const expected = whole ? sent(0, DAYS * 96) : sent(index * 96, (index + 1) * 96);
    expect(number(line, 'total'), line[2] ?? '').toBeCloseTo(total(expected), 6);
    expect(number(line, 'readings')).toBe(expected.length);
    expect(number(line, 'coverage')).toBeCloseTo(expected.length / (whole ? DAYS * 96 : 96), 9);
    expect(number(line, 'cost')).toBeCloseTo(expected.length * 0.04, 6);
  }

  // In the dark, too, paper is white, and each page has the frame.
  await page.emulateMedia({ colorScheme: 'dark' });
  const pages = pdfPages(await printed(program));
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, { text, ground }] of pages.entries()) {
    expect(ground, `page ${index + 1}`).toBe('1 1 1');
    for (const part of [
      'Reported',
      'Mon 6 Jan 2025 – Thu 6 Mar 2025',
      'Pacific time (meter)',
      '99.6 % of the period is covered',
      'totals lack the rest',
      'Reported.xml',
      'by Meterscope',
    ]) {
      expect(text, `page ${index + 1}`).toContain(part.replaceAll(' ', ''));
    }
    // What is of the screen only is not printed.
    for (const part of ['Authorizations', 'Save as CSV']) expect(text).not.toContain(part.replaceAll(' ', ''));
    if (program.electron) expect(text).toContain(`Page${index + 1}of${pages.length}`);
  }
  expect(pages.at(-1)?.text).toContain('Wholeperiod');
});
