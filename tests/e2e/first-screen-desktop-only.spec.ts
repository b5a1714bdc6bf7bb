/** What the window shows first is what was kept of it: a start of its own, which a tab of the browser host does not have. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chart, synced } from './demo-steps.ts';
import { expect, test } from './fixtures.ts';

test('a start shows what was kept of the last screen, before the store is asked', async ({ program, simulator }) => {
  await chart(program);
  await synced(program);
  await program.page.goBack();
  await chart(program);
  const heading = () => program.page.getByRole('heading', { level: 1 });
  const meter = (await heading().textContent())?.replace('Meter ', '') ?? '';
  const kept = path.join(program.data, 'workspaces', 'demo', 'first-screen.json');
  // Nothing new comes, by fetches or as events, so nothing is asked again.
  await simulator.control('POST', 'faults', { path: '*', status: 503, retry_after_s: 600 });
  await program.page.evaluate(async () => {
    const { calls } = window.meterscope ?? {};
    const reply = await calls?.['events.settings']({ workspace: 'demo' });
    if (!reply?.ok) throw new Error('The desktop answers its page.');
    const { receiver, poll, rules } = reply.value.settings;
    const settings = { receiver: { ...receiver, enabled: false }, poll: { ...poll, enabled: false }, rules };
    await calls?.['events.setSettings']({ workspace: 'demo', settings });
  });
  await program.restart(async () => {
    await writeFile(kept, (await readFile(kept, 'utf8')).replaceAll(meter, '</script>1'));
  });
  await chart(program);
  await expect(heading()).toHaveText('Meter </script>1');
});
