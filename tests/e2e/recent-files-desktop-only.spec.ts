/** File, Open recent: what was opened in any way is in the menu, opens from there, and leaves it when it is gone. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { chart } from './demo-steps.ts';
import { expect, type Program, test } from './fixtures.ts';
import { startAgain } from './second-start.ts';
import { dropFile, goTo } from './support-steps.ts';

/** The items of the menu; undefined where it cannot be opened. */
const items = ({ electron }: Program) =>
  electron?.evaluate(({ Menu }) => {
    const recent = Menu.getApplicationMenu()?.getMenuItemById('recent');
    return recent?.enabled ? recent.submenu?.items.map(({ label }) => label) : undefined;
  });
const choose = ({ electron }: Program, id: string) =>
  electron?.evaluate(({ Menu }, one) => Menu.getApplicationMenu()?.getMenuItemById(one)?.click(), id);

test('files that were opened are listed, open again, and are taken off the list when they are gone', async ({
  program,
}) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'recent-'));
  const file = (name: string) => path.join(folder, name);
  const [first, second, third] = ['first.xml', 'second.xml', 'third.xml'].map((name) => `${name} in ${folder}`);
  for (const [at, name] of ['first.xml', 'second.xml', 'third.xml'].entries()) {
    await writeFile(file(name), batchFeed({ meter: `300${at}` }));
  }
  await writeFile(file('broken.xml'), 'no feed');
  await chart(program);
  expect(await items(program)).toBeUndefined();

  // Dropped on the window, chosen in the dialog of the menu, named to a second start; what is refused is not listed.
  await dropFile(program, file('first.xml'));
  await expect.poll(() => items(program)).toEqual([first, '', '&Clear the list']);
  await program.electron?.evaluate(
    ({ dialog, Menu }, filePaths) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
      const menu = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File')?.submenu;
      menu?.items.find(({ label }) => label.startsWith('&Open Green Button'))?.click();
    },
    [file('broken.xml'), file('second.xml')],
  );
  await expect.poll(() => items(program)).toEqual([second, first, '', '&Clear the list']);
  expect(await startAgain(program, file('third.xml'))).toBe(0);
  await expect.poll(() => items(program)).toEqual([third, second, first, '', '&Clear the list']);

  // The next start has it, and opens from it.
  await program.restart();
  await chart(program);
  await expect.poll(() => items(program)).toEqual([third, second, first, '', '&Clear the list']);
  await goTo(program, '/w/demo/jobs');
  await choose(program, 'recent-2');
  await expect(program.page.getByRole('heading', { level: 1, name: 'Files' })).toBeInViewport();
  await expect(program.page.getByRole('grid', { name: 'files' }).getByText('first.xml')).toBeInViewport();
  await expect.poll(() => items(program)).toEqual([first, third, second, '', '&Clear the list']);

  // The box is the system's: what it says is noted.
  await program.electron?.evaluate(({ dialog }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = (async (_window: unknown, { message, detail }: Electron.MessageBoxOptions) => {
      said.push(`${message} ${detail}`);
    }) as unknown as typeof dialog.showMessageBox; // as much of it as is used
  });
  const said = () => program.electron?.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  await rm(file('third.xml'));
  await choose(program, 'recent-1');
  await expect.poll(said).toEqual([`There is no file third.xml. ${file('third.xml')}\n\nCheck its name and folder.`]);
  await expect.poll(() => items(program)).toEqual([first, second, '', '&Clear the list']);
  expect(JSON.parse(await readFile(path.join(program.data, 'recent-files.json'), 'utf8'))).toEqual([
    file('first.xml'),
    file('second.xml'),
  ]);

  await choose(program, 'recent-clear');
  await expect.poll(() => items(program)).toBeUndefined();
  await program.restart();
  await chart(program);
  expect(await items(program)).toBeUndefined();
});
