/** The proxy of the system, as Chromium knows it: a PAC file leads the requests of the main process. */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { startProxy, startTlsEnd } from '../integration/company-network.ts';
import { told } from './connection-steps.ts';
import { expect, projectRoot, test } from './fixtures.ts';

const certificate = (name: string) => path.join(projectRoot, 'tests', 'fixtures', 'certificates', `${name}.pem`);

test('a PAC file says which proxy a service is asked through', async ({ program, simulator }) => {
  const { page, electron } = program;
  const port = Number(new URL(simulator.bootstrap.base_url).port);
  const end = await startTlsEnd(readFileSync(certificate('network')), () => net.connect(port, '127.0.0.1'));
  const proxy = await startProxy({ 'utility.example:443': end.port });
  try {
    const script = `function FindProxyForURL(url, host) {
      return host === 'utility.example' ? 'PROXY 127.0.0.1:${proxy.port}' : 'DIRECT';
    }`;
    await electron?.evaluate(
      ({ session }, pacScript) => session.defaultSession.setProxy({ mode: 'pac_script', pacScript }),
      `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`,
    );
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Network' }).click();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a PEM file…' }).click();
    await told(program, 'Added: Meterscope network authority.', async () =>
      (await chosen).setFiles(certificate('network-ca')),
    );
    await page.getByRole('button', { name: /Workspace .*; switch/ }).click();
    await page.getByRole('menuitem', { name: 'New workspace …' }).click();
    const address = page.getByRole('textbox', { name: 'Base URL' });
    const { pathname } = new URL(simulator.bootstrap.base_url);
    await address.fill(`https://utility.example${pathname === '/' ? '' : pathname}`);
    await address.blur();
    await expect(page.getByText(`through the proxy 127.0.0.1:${proxy.port}`, { exact: false })).toBeVisible();
    await expect(page.getByText('A Green Button API answers and asks for a token.')).toBeVisible();
    expect(proxy.asked.map(({ place }) => place)).toContain('utility.example:443');
  } finally {
    await proxy.close();
    await end.close();
  }
});
