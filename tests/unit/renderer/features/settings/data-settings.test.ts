/** What the page says of the folder that the data leaves. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DataSettings as DataSettingsOf } from '../../../../../renderer/features/settings/data-settings.tsx';

let DataSettings: typeof DataSettingsOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ DataSettings } = await import('../../../../../renderer/features/settings/data-settings.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const KEEP =
  'Keep its file “Local State”, where there is one: without it your saved tokens and passwords cannot be opened.';

function page(host: string, platform: string): string {
  const client = new QueryClient();
  client.setQueryData(['app.info'], { host, platform });
  const use = { folder: 'C:\\data', total: 0, logs: 0, uploads: 0, warnings: [], workspaces: [] };
  client.setQueryData(['data.use'], use);
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, createElement(DataSettings))),
  ).replaceAll(/<!-- -->/g, '');
}

it('names the file of the old folder that saved secrets need, on the desktop of Windows', () => {
  expect(page('desktop', 'win32 x64')).toContain(`stay in the old folder. ${KEEP}`);
});

it.each([
  ['desktop', 'darwin arm64'],
  ['desktop', 'linux x64'],
  // Its key is a file that moves along.
  ['browser', 'win32 x64'],
])('names none where no such file is: %s, %s', (host, platform) => {
  const words = page(host, platform);
  expect(words).toContain('left for you to delete.');
  expect(words).not.toContain('Local State');
});
