/** What is saved from the window is read back: readings as CSV, JSON and Parquet, charts as SVG and PNG, rows of a table. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { query } from '../fixtures/duckdb-query.ts';
import { LOS_ANGELES, openMeter, quarterHours, steadily } from './explorer-files.ts';
import { expect, type Program, test } from './fixtures.ts';
import { accessible, clipboardText, goTo } from './support-steps.ts';

const day = 86_400;
const from = Date.parse('2025-01-06T08:00:00Z') / 1000;
const READINGS = 2 * 96 - 8;

/** Two days of quarter hours; one in ten is estimated, two hours are missing. */
async function openSample(program: Program): Promise<void> {
  const readings = steadily(from, from + 2 * day, 900, (index) =>
    index >= 40 && index < 48 ? undefined : { value: 250, quality: index % 10 === 0 ? 8 : 0 },
  );
  await openMeter(program, {
    title: 'Sample',
    service: 0,
    zone: LOS_ANGELES,
    series: [{ readingType: quarterHours(), length: 900, readings }],
  });
}

/** Does something that saves a file, and answers what was saved. */
async function savedBy(program: Program, name: string, act: () => Promise<void>): Promise<Buffer> {
  const { page } = program;
  const file = path.join(program.data, `saved-${name}`);
  if (!program.electron) {
    const download = page.waitForEvent('download');
    await act();
    await (await download).saveAs(file);
    expect((await download).suggestedFilename()).toContain(name);
    return await readFile(file);
  }
  await answerSaveDialog(program, file);
  await act();
  await expect(page.getByText(`Saved ${file}`)).toBeVisible();
  return await readFile(file);
}

/** A native dialog cannot be clicked by a test; what it answers is all that is replaced. */
async function answerSaveDialog(program: Program, filePath: string): Promise<void> {
  await program.electron?.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, filePath);
}

/** Exports all readings of the meter in a format; answers the folder. */
async function exportAs(program: Program, format: Format): Promise<string> {
  const { page } = program;
  await answerSaveDialog(program, path.join(program.data, `exported-${format}`));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export readings' });
  await dialog.getByRole('radio', { name: 'This meter', exact: true }).check();
  await dialog.getByRole('radio', { name: format, exact: true }).check();
  if (format === 'CSV') await accessible(program);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  // The demo is still being fetched beside it.
  await expect(dialog.locator('[data-job]')).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  if (format === 'CSV') await accessible(program);
  const folder = (await dialog.locator('code').textContent()) ?? '';
  await expect(dialog.getByRole('status')).toContainText(`${READINGS} readings of 1 meter in `);
  if (program.electron && format === 'CSV') await showsInFolder(program, folder);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  return folder;
}

/** The file manager is asked for what was written, and for nothing else. */
async function showsInFolder(program: Program, folder: string): Promise<void> {
  const { page, electron } = program;
  await electron?.evaluate(({ shell }) => {
    shell.showItemInFolder = (file) => {
      process.env.SHOWN_IN_FOLDER = file;
    };
  });
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => electron?.evaluate(() => process.env.SHOWN_IN_FOLDER)).toBe(folder);
  const refused = await page.evaluate(() => window.meterscope?.calls['export.show']?.({ path: '/etc/hosts' }));
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_written_here' } });
}

type Format = 'CSV' | 'JSON' | 'Parquet';

/** A table of an export, as DuckDB reads it. */
function tableIn(folder: string, format: Format, table = 'readings'): string {
  if (format === 'Parquet' && table === 'readings')
    return `read_parquet('${folder}/readings/**/*.parquet', hive_partitioning = true)`;
  return `'${folder}/${table}.${format.toLowerCase()}'`;
}

const expected = {
  count: READINGS,
  sum: expect.closeTo(READINGS * 0.25),
  estimated: 20 - 1,
  units: 'kWh',
  zones: 'America/Los_Angeles',
  without_local_time: 0,
  sources: 1,
};

test('readings are exported with zone, unit, quality, source and time, in three formats', async ({ program }) => {
  await openSample(program);
  for (const format of ['CSV', 'JSON', 'Parquet'] as const) {
    const folder = await exportAs(program, format);
    expect(
      (await readdir(folder)).filter((name) => name.startsWith('.')),
      format,
    ).toEqual([]);
    const rows = await query(
      `SELECT count(*)::INTEGER AS count, sum(value) AS sum, (count(*) FILTER (quality = 'estimated'))::INTEGER AS estimated,
         string_agg(DISTINCT unit) AS units, string_agg(DISTINCT zone) AS zones,
         (count(*) FILTER (start_local IS NULL))::INTEGER AS without_local_time,
         (SELECT count(*)::INTEGER FROM ${tableIn(folder, format, 'sources')} s WHERE s.source_id IN (SELECT source_id FROM ${tableIn(folder, format)})
           AND fetched_at IS NOT NULL) AS sources
       FROM ${tableIn(folder, format)}`,
    );
    expect(rows, format).toEqual([expected]);
  }
});

test('charts are saved as SVG and PNG that say what they show', async ({ program }) => {
  const { page } = program;
  await openSample(program);
  const save = (kind: 'SVG' | 'PNG', title: string, name: string) =>
    savedBy(program, name, async () => {
      await page.getByRole('button', { name: `Save the picture: ${title}` }).click();
      await page.getByRole('menuitem', { name: `As ${kind}` }).click();
    });
  const profile = await save('SVG', 'Load profile', '-load-profile.svg');
  const facts = factsOf(profile);
  expect(facts).toMatchObject({
    zone: 'UTC-08:00, with daylight saving',
    series: [
      {
        unit: 'kWh',
        readings: READINGS,
        coverage: expect.closeTo(READINGS / 192),
        estimated: expect.closeTo(19 / READINGS),
        source_href: expect.stringContaining('/IntervalBlock/1'),
        fetched_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ],
  });
  // The hole and the estimates are in the picture, not only in its words.
  expect(profile.toString()).toContain('data-hole');
  expect(profile.toString()).toContain('data-quality="estimated"');
  // Who sees only the picture reads what it is, when, in which zone, how sure and from where.
  const { drawn, words } = captionOf(profile);
  expect(words).toEqual([
    expect.stringMatching(/^Load profile, meter .+: Electricity delivered.* \(kWh\)$/),
    'Mon 6 Jan 2025 – Tue 7 Jan 2025 (UTC-08:00, with daylight saving, UTC−8 at its start), workspace files',
    `${READINGS} readings, 10.3 % estimated, coverage 95.8 %`,
    expect.stringMatching(/^Source .*\/IntervalBlock\/1, fetched /),
  ]);
  expect(drawn).toHaveLength(words.length);
  for (const [index, line] of drawn.entries()) expect(words[index]).toContain(line.replace(/…$/, ''));
  // It is looked at where the page's style sheets are not.
  expect(profile.toString()).not.toContain('var(');

  const png = await save('PNG', 'Load profile', '-load-profile.png');
  const { width, height } = sizeOf(png);
  expect(width).toBeGreaterThan(1000);
  expect(height).toBeGreaterThan(400);
  const box = /^<svg[^>]* width="(\d+)" height="(\d+)"/.exec(profile.toString());
  expect([width, height]).toEqual([2 * Number(box?.[1]), 2 * Number(box?.[2])]);
  // The words and the line are there, in the colours of the screen.
  const ink = /<text [^>]*fill="rgb\(([^)]+)\)/.exec(profile.toString())?.[1] ?? '';
  const stroke = /data-series[\s\S]*?<path [^>]*stroke="rgb\(([^)]+)\)/.exec(profile.toString())?.[1] ?? '';
  expect([ink, stroke]).not.toContain('');
  const caption = 2 * (words.length * 16 + 4);
  expect(await pixelsOf(program, png, ink, 0, caption)).toBeGreaterThan(500);
  expect(await pixelsOf(program, png, stroke, 0, caption)).toBe(0);
  expect(await pixelsOf(program, png, stroke, caption, height)).toBeGreaterThan(500);

  await page.keyboard.press('4');
  await expect(page.getByRole('application', { name: /^Heat map/ })).toHaveAttribute('data-days', '2');
  const heat = await save('SVG', 'Heat map', '-heat-map.svg');
  expect(factsOf(heat)).toMatchObject({ series: [{ readings: READINGS }] });
  expect(heat.toString()).toContain('data:image/png;base64,');
  expect(sizeOf(await save('PNG', 'Heat map', '-heat-map.png')).width).toBeGreaterThan(1000);

  await page.keyboard.press('2');
  await expect(page.locator('[data-bars]')).toHaveAttribute('data-bars', '1');
  expect(factsOf(await save('SVG', 'Totals by month', '-totals-by-month.svg'))).toMatchObject({
    series: [{ readings: READINGS }],
  });
});

test('chosen rows of a table are copied, saved and exported by keyboard', async ({ program }) => {
  const { page } = program;
  await openSample(program);
  await goTo(program, '/w/demo/meters');
  const grid = page.getByRole('grid', { name: 'meters' });
  await expect(grid.getByRole('row').nth(3)).toBeVisible({ timeout: 90_000 });
  await grid.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByTestId('selected')).toHaveText('2 selected');
  await page.keyboard.press('Control+c');
  const copied = async () => (await clipboardText(program)).split('\n');
  await expect(async () => expect(await copied()).toHaveLength(3)).toPass();
  // What tells so stands above the line that says what is going on.
  const told = await page.locator('.ms-toasts .mantine-Notification-root').last().boundingBox();
  const statusLine = await page.locator('.ms-status-line').boundingBox();
  expect((told?.y ?? Number.NaN) + (told?.height ?? 0)).toBeLessThanOrEqual(statusLine?.y ?? 0);
  expect((await copied())[0]?.split('\t')).toContain('Meter');

  const csv = await savedBy(program, 'meterscope-meters.csv', async () => {
    await page.getByRole('button', { name: 'Copy the selection' }).click();
    await page.getByRole('menuitem', { name: 'Save as CSV, all columns' }).click();
  });
  const file = path.join(program.data, 'saved-meterscope-meters.csv');
  expect(csv.length).toBeGreaterThan(100);
  expect(await query(`SELECT count(*)::INTEGER AS count, count("Uid")::INTEGER AS uids FROM '${file}'`)).toEqual([
    { count: 2, uids: 2 },
  ]);
  await page.getByRole('button', { name: 'Export readings' }).click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'The 2 selected meters' })).toBeChecked();
});

/** What the metadata of a well-formed SVG says. */
function factsOf(svg: Buffer): Record<string, unknown> & { coverage: number; estimated: number } {
  expect(XMLValidator.validate(svg.toString())).toBe(true);
  const { svg: root } = new XMLParser().parse(svg);
  return JSON.parse(root.metadata);
}

/** What stands above the charts of an SVG, cut to its width, and the whole of it. */
function captionOf(svg: Buffer): { drawn: string[]; words: string[] } {
  const { svg: root } = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(svg);
  const words: string[] = root.desc.split('\n');
  expect(root.title).toBe(words[0]);
  return { drawn: root.text.map((line: { '#text': string }) => line['#text']), words };
}

/** How many pixels of a PNG have a colour (`29, 35, 43`), from one row to another: drawn by a browser, as who opens it does. */
async function pixelsOf({ page }: Program, png: Buffer, color: string, top: number, bottom: number): Promise<number> {
  return await page.evaluate(
    async ({ base64, wanted, from, to }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, from, image.width, to - from).data ?? [];
      let count = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (wanted.every((value, channel) => Math.abs(value - (pixels[at + channel] ?? 0)) < 3)) count += 1;
      }
      return count;
    },
    { base64: png.toString('base64'), wanted: color.split(',').map(Number), from: top, to: bottom },
  );
}

/** Of a PNG, from its first chunk. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(png.subarray(12, 16).toString('latin1')).toBe('IHDR');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
