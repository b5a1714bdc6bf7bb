/** The menu of the right mouse button and of the menu key on rows and pictures, in both hosts. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { chart, firstChart } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { startAgain } from './second-start.ts';
import { accessible, dropFile, goTo } from './support-steps.ts';

const menu = ({ page }: Program) => page.getByRole('menu');
const words = (program: Program) => menu(program).getByRole('menuitem').allTextContents();

async function choose(program: Program, item: string): Promise<void> {
  await expect(menu(program).getByRole('menuitem', { name: item, exact: true })).toBeInViewport();
  await menu(program).getByRole('menuitem', { name: item, exact: true }).click();
  await expect(menu(program)).toHaveCount(0);
}

/** What is copied, once it is there. */
async function copied({ page, electron }: Program, done: string): Promise<string> {
  await expect(page.getByText(done, { exact: true }).last()).toBeVisible();
  return electron
    ? await electron.evaluate(({ clipboard }) => clipboard.readText())
    : await page.evaluate(() => navigator.clipboard.readText());
}

/** The entry of this kind is shown as it was received. */
async function expectRaw({ page }: Program, kind: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Entry as received' })).toBeInViewport();
  await expect(page.getByLabel(`${kind} entry as received`).first()).toContainText(kind);
}

const rowOf = (grid: Locator, index: number) => grid.locator(`[role=row][aria-rowindex="${index + 2}"]`);

test('a row is copied, linked to and shown as it was received, by mouse and by keyboard', async ({ program }) => {
  const { page } = program;
  test.setTimeout(180_000);
  const profile = await firstChart(program);

  // The picture of a meter.
  await profile.click({ button: 'right' });
  await expect.poll(() => words(program)).toEqual(['Open in a new window', 'Copy link', 'Open raw']);
  await choose(program, 'Open raw');
  await expectRaw(program, 'UsagePoint');

  // A cell of the row below the pointer.
  await goTo(program, '/w/demo/meters');
  const meters = page.getByRole('grid', { name: 'meters' });
  const row = rowOf(meters, 1);
  const cell = row.getByRole('gridcell').nth(1);
  await expect(cell).not.toHaveText('…');
  const text = (await cell.textContent()) ?? '';
  await cell.click({ button: 'right' });
  await accessible(program);
  const [, , first = ''] = await words(program);
  expect(first).toMatch(/^Copy /);
  await choose(program, first);
  expect(await copied(program, `Copied ${first.slice('Copy '.length)}.`)).toBe(text);

  // The row, for a spreadsheet and for a program.
  await cell.click({ button: 'right' });
  await choose(program, 'Copy the row (TSV)');
  const [heads = '', values = ''] = (await copied(program, 'Copied the row.')).split('\n');
  expect(heads.split('\t')).toContain(first.slice('Copy '.length));
  expect(values.split('\t')).toContain(text);
  await cell.click({ button: 'right' });
  await choose(program, 'Copy the row as JSON, all columns');
  const [json] = JSON.parse(await copied(program, 'Copied the row as JSON.')) as Record<string, unknown>[];
  expect(Object.values(json ?? {})).toContain(text);

  // Its link opens it, from outside as well.
  await cell.click({ button: 'right' });
  await choose(program, 'Copy link');
  const link = await copied(program, 'Copied the link.');
  expect(link).toMatch(
    program.kind === 'desktop' ? /^meterscope:\/\/w\/demo\/meters\/\S+$/ : /^http:.*#\/w\/demo\/meters\/\S+$/,
  );
  await cell.click();
  await expect(page).toHaveURL(new RegExp(`/w/demo/meters/${link.split('/').at(-1)}`));

  // The row that the cursor is on; the focus comes back to the list.
  for (const key of ['ContextMenu', 'Shift+F10']) {
    await goTo(program, '/w/demo/authorizations');
    const grid = page.getByRole('grid', { name: 'authorizations' });
    await expect(rowOf(grid, 1).getByRole('gridcell').nth(1)).not.toHaveText('…');
    await grid.focus();
    await page.keyboard.press('j');
    await expect(grid.locator('[data-cursor]')).toHaveAttribute('aria-rowindex', '3');
    await page.keyboard.press(key);
    await expect(menu(program)).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(menu(program)).toHaveCount(0);
    await expect(grid).toBeFocused();
    await page.keyboard.press(key);
    await expect(menu(program).getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expectRaw(program, 'Authorization');
  }
});

test('a reading and an event lead to what they were received as', async ({ program }) => {
  const { page } = program;
  test.setTimeout(180_000);
  await firstChart(program);
  await page.getByRole('tab', { name: 'Readings' }).click();
  const readings = page.getByRole('grid', { name: 'readings' });
  await expect(rowOf(readings, 2).getByRole('gridcell').first()).not.toHaveText('…');
  await rowOf(readings, 2).getByRole('gridcell').first().click({ button: 'right' });
  await expect.poll(() => words(program)).toContain('Copy a link to this view');
  await choose(program, 'Open raw');
  await expectRaw(program, 'IntervalBlock');

  await goTo(program, '/w/demo/events');
  const events = page.getByRole('grid', { name: 'Events' });
  await expect(rowOf(events, 1).getByRole('gridcell').nth(2)).not.toHaveText('');
  await rowOf(events, 1).getByRole('gridcell').nth(2).click({ button: 'right' });
  await choose(program, 'Copy the event’s JSON');
  const { type } = JSON.parse(await copied(program, 'Copied the event’s JSON.')) as { type: string };
  await rowOf(events, 1).getByRole('gridcell').nth(2).click({ button: 'right' });
  await choose(program, 'Open raw');
  await expect(page.getByLabel('Raw JSON of the event')).toContainText(type);
  await expect(page).toHaveURL(/event=/);
});

test('a problem leads to the text of the entry that could not be read', async ({ program }) => {
  const { page } = program;
  await chart(program);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'problem-'));
  const broken =
    '<entry><content><UsagePoint xmlns="http://naesb.org/espi"><roleFlags>7a</UsagePoint></content></entry>';
  await writeFile(path.join(folder, 'broken.xml'), batchFeed().replace('</feed>', `${broken}</feed>`));
  await dropFile(program, path.join(folder, 'broken.xml'));
  await expect(page.getByText('Opened 1 of 1 file.')).toBeVisible();
  await goTo(program, '/w/files/problems');
  const problems = page.getByRole('grid', { name: 'problems' });
  const cell = problems.getByRole('gridcell', { name: 'malformed_xml' });
  await expect(cell).toBeInViewport();
  await cell.click({ button: 'right' });
  await expect.poll(() => words(program)).toContain('Copy a link to this view');
  await choose(program, 'Open raw');
  await expect(page.getByRole('dialog', { name: 'Problem' })).toBeInViewport();
  await expect(page.getByLabel('The entry as it was received')).toContainText('<roleFlags>7a</UsagePoint>');
});

/** Opens a copied link as the system does on the desktop, and in another tab of the browser. @returns the page that shows it */
async function openLink(program: Program, link: string): Promise<Page> {
  if (program.electron) {
    expect(link).toMatch(/^meterscope:\/\/w\/demo\//);
    await goTo(program, '/w/demo/jobs');
    await expect(program.page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeInViewport();
    expect(await startAgain(program, link)).toBe(0);
    return program.page;
  }
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/w\/demo\//);
  const tab = await program.page.context().newPage();
  await tab.goto(link);
  return tab;
}

const hashOf = (page: Page) => new URL(page.url()).hash;

test('a copied link opens the very same view: of a row, of a list as it stands, of an event', async ({ program }) => {
  const { page } = program;
  test.setTimeout(180_000);
  await firstChart(program);

  // A row of the meters, which has a screen of its own.
  await goTo(program, '/w/demo/meters');
  const meters = page.getByRole('grid', { name: 'meters' });
  const meter = rowOf(meters, 1).getByRole('gridcell').nth(1);
  await expect(meter).not.toHaveText('…');
  await meter.click({ button: 'right' });
  await choose(program, 'Copy link');
  const ofMeter = await copied(program, 'Copied the link.');
  await meter.click();
  await chart(program);
  const meterName = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const meterShown = await openLink(program, ofMeter);
  await expect(meterShown.getByRole('heading', { level: 1, name: meterName, exact: true })).toBeInViewport();
  await expect(meterShown).toHaveURL(new RegExp(`#/w/demo/meters/${ofMeter.split('/').at(-1)}`));

  // A reading has none: the list with its range.
  await goTo(program, hashOf(meterShown).slice(1));
  await page.getByRole('tab', { name: 'Readings' }).click();
  const readings = page.getByRole('grid', { name: 'readings' });
  const reading = rowOf(readings, 2).getByRole('gridcell').first();
  await expect(reading).not.toHaveText('…');
  const [address, text] = [hashOf(page), (await reading.textContent()) ?? ''];
  expect(address).toContain('tab=readings');
  await reading.click({ button: 'right' });
  await choose(program, 'Copy a link to this view');
  const list = await openLink(program, await copied(program, 'Copied a link to this view.'));
  await expect(list.getByRole('tab', { name: 'Readings' })).toHaveAttribute('aria-selected', 'true');
  await expect(
    rowOf(list.getByRole('grid', { name: 'readings' }), 2)
      .getByRole('gridcell')
      .first(),
  ).toHaveText(text);
  expect(hashOf(list)).toBe(address);

  // An event is opened in its log.
  await goTo(program, '/w/demo/events');
  const event = rowOf(page.getByRole('grid', { name: 'Events' }), 1)
    .getByRole('gridcell')
    .nth(2);
  await expect(event).not.toHaveText('');
  await event.click({ button: 'right' });
  await choose(program, 'Copy link');
  const ofEvent = await copied(program, 'Copied the link.');
  await event.click();
  const json = (one: Page) => one.getByLabel('Raw JSON of the event');
  await expect(json(page)).toContainText('"uid"');
  const received = (await json(page).textContent()) ?? '';
  const log = await openLink(program, ofEvent);
  await expect(log.getByRole('heading', { level: 1, name: 'Events' })).toBeInViewport();
  await expect(json(log)).toBeInViewport();
  await expect(json(log)).toHaveText(received);
});
