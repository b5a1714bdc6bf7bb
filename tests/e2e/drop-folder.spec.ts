/** A folder that is dropped anywhere on the window: its feeds are read, and what was left out is said. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { chart } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';
import { dropFile } from './support-steps.ts';

test('the feeds of a folder are opened, whatever lies below what it is dropped on', async ({ program }) => {
  const { page } = program;
  await chart(program);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dropped-'));
  await mkdir(path.join(folder, 'older'));
  await writeFile(path.join(folder, 'a.xml'), batchFeed());
  await writeFile(path.join(folder, 'older', 'b.XML'), 'no feed either');
  await writeFile(path.join(folder, 'notes.txt'), 'no feed');
  // On the list of places: outside of the screen.
  const places = await page.getByRole('navigation', { name: 'Places' }).boundingBox();
  await dropFile(program, folder, places ?? undefined);
  await expect(page.getByText('Left out of the folder: 1 file that is not Green Button by name.')).toBeInViewport();
  const grid = page.getByRole('grid', { name: 'files' });
  await expect(grid.getByText('a.xml')).toBeInViewport();
  await expect(grid.getByText('b.XML')).toBeInViewport();
  await expect(page.getByText('Opened 1 of 2 files.')).toBeVisible();
  const refused = page.getByRole('alert').filter({ hasText: 'This is not an XML document.' });
  await expect(refused).toContainText('b.XML');
  await expect(refused).toContainText('Choose a Green Button file');
  await expect(refused).toBeInViewport({ ratio: 1 });
});
