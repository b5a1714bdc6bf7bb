/** The proxy of the system, as Chromium knows it: a PAC file leads the requests of the main process. */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { startOwnEndpoint } from '../fixtures/own-endpoint.ts';
import type { Simulator } from '../fixtures/simulator.ts';
import { startProxy, startTlsEnd } from '../integration/company-network.ts';
import { told } from './connection-steps.ts';
import { newestJob } from './demo-steps.ts';
import { expect, type Program, projectRoot, test } from './fixtures.ts';
import { goTo } from './support-steps.ts';

const certificate = (name: string) => path.join(projectRoot, 'tests', 'fixtures', 'certificates', `${name}.pem`);

/** @param body of the function that a PAC file is */
async function setPac({ electron }: Program, body: string): Promise<void> {
  const script = `function FindProxyForURL(url, host) { ${body} }`;
  await electron?.evaluate(
    ({ session }, pacScript) => session.defaultSession.setProxy({ mode: 'pac_script', pacScript }),
    `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`,
  );
}

test('a PAC file says which proxy a service is asked through', async ({ program, simulator }) => {
  const { page } = program;
  const port = Number(new URL(simulator.bootstrap.base_url).port);
  const end = await startTlsEnd(readFileSync(certificate('network')), () => net.connect(port, '127.0.0.1'));
  const proxy = await startProxy({ 'utility.example:443': end.port });
  try {
    await setPac(program, `return host === 'utility.example' ? 'PROXY 127.0.0.1:${proxy.port}' : 'DIRECT';`);
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

/** A live workspace of the simulator under another origin; customers sign in where its registration says. @returns its id */
async function connect({ page }: Program, { bootstrap }: Simulator, origin: string): Promise<string> {
  const there = (address: string) => `${origin}${new URL(address).pathname}`;
  const { base_url, token_endpoint, app_uid, client_id, authorizations } = bootstrap;
  const [first] = authorizations;
  return await page.evaluate(
    async ({ settings, secrets, grant }) => {
      const calls = window.meterscope?.calls;
      if (!calls) throw new Error('There is no bridge.');
      const made = await calls['workspaces.create'](settings);
      if (!made.ok) throw new Error(made.error.message);
      const { workspace } = made.value;
      await calls['secrets.decide']({ keep: 'session' });
      for (const { which, value } of secrets) {
        await calls['connections.setSecret']({ workspace, which, secret: { value } });
      }
      await calls['connections.importToken']({ workspace, what: 'access', ...grant });
      return workspace;
    },
    {
      settings: {
        name: 'Far away',
        baseUrl: there(base_url),
        mode: 'test' as const,
        appUid: app_uid,
        oauth: { clientId: client_id, tokenEndpoint: there(token_endpoint) },
      },
      secrets: [
        { which: 'api' as const, value: bootstrap.api_token },
        { which: 'registration' as const, value: bootstrap.registration_access_token },
        { which: 'clientSecret' as const, value: bootstrap.client_secret },
        { which: 'webhookSecret' as const, value: bootstrap.webhook_secret },
      ],
      grant: { authorization: first?.auth_uid ?? '', secret: { value: first?.access_token ?? '' } },
    },
  );
}

test('every kind of request goes by the PAC file: a sync, tokens, a bulk download, versions, deliveries', async ({
  program,
  simulator,
}) => {
  test.setTimeout(180_000);
  const { page } = program;
  const pem = readFileSync(certificate('network'));
  const port = Number(new URL(simulator.bootstrap.base_url).port);
  const own = await startOwnEndpoint();
  const service = await startTlsEnd(pem, () => net.connect(port, '127.0.0.1'));
  const others = await startTlsEnd(pem, () => net.connect(Number(new URL(own.url).port), '127.0.0.1'));
  const proxy = await startProxy({ 'utility.example:443': service.port, 'updates.example:443': others.port });
  try {
    await setPac(program, `return /\\.example$/.test(host) ? 'PROXY 127.0.0.1:${proxy.port}' : 'DIRECT';`);
    const ca = readFileSync(certificate('network-ca'), 'utf8');
    await page.evaluate((text) => window.meterscope?.calls['network.addAuthorities']({ pem: text }), ca);
    const workspace = await connect(program, simulator, 'https://utility.example');
    const answers = await page.evaluate(
      async ({ id, bulk }) => {
        const calls = window.meterscope?.calls;
        if (!calls) throw new Error('There is no bridge.');
        return {
          checks: await calls['connections.check']({ workspace: id }),
          registration: await calls['connections.takeRegistration']({ workspace: id }),
          bulk: await calls['resources.fetch']({ workspace: id, path: bulk, tokenClass: 'client' }),
          feed: await calls['settings.change']({ updates: true, updateFeed: 'https://updates.example/newest.json' }),
          updates: await calls['updates.ask'](undefined),
          delivery: await calls['rehearsal.endpoint']({
            workspace: id,
            url: 'https://updates.example/hook',
            type: 'authorization_created',
            faults: ['good'],
          }),
          job: await calls['sync.start']({ workspace: id }),
        };
      },
      { id: workspace, bulk: `/Bulk/${simulator.bootstrap.bulk_uid}` },
    );
    for (const [kind, answer] of Object.entries(answers)) expect(answer, kind).toMatchObject({ ok: true });
    const states = answers.checks.ok ? answers.checks.value : [];
    for (const kind of ['name', 'connection', 'certificate', 'status', 'api', 'registration', 'client', 'oauth']) {
      expect(states.find(({ id }) => id === kind)?.state, kind).toBe('ok');
    }
    // It says no version, which is an answer.
    expect(answers.updates).toMatchObject({ value: { error: { code: 'update_answer_bad' } } });
    expect(answers.delivery).toMatchObject({ value: { results: [{ answers: [{ status: 200 }] }] } });
    expect(own.received).toHaveLength(2);

    await goTo(program, `/w/${workspace}/jobs`);
    await expect(newestJob(program)).toHaveAttribute('data-state', 'done', { timeout: 90_000 });
    await goTo(program, `/w/${workspace}/meters`);
    await expect(page.getByRole('grid', { name: 'meters' }).getByRole('row').nth(1)).toBeInViewport();
    // Whoever came to the service came out of the proxy.
    const through = (host: string) => proxy.asked.filter(({ place }) => place === `${host}:443`).length;
    await expect.poll(() => service.connections() - through('utility.example')).toBe(0);
    await expect.poll(() => others.connections() - through('updates.example')).toBe(0);
  } finally {
    await proxy.close();
    await service.close();
    await others.close();
    await own.stop();
  }
});
