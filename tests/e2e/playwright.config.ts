import { defineConfig } from '@playwright/test';
import type { HostOption } from './fixtures.ts';
import { hasVirtualScreens } from './screens.ts';

/** Every spec runs in both hosts: `desktop` is real Electron, `browser` is Chromium on the browser host. */
export default defineConfig<object, HostOption>({
  testDir: '.',
  globalSetup: './fetched-demo.ts',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  projects: [
    { name: 'browser', use: { host: 'browser' }, testIgnore: /desktop-only/ },
    {
      name: 'desktop',
      use: { host: 'desktop' },
      testIgnore: /browser-only/,
      // On one screen the windows share its clipboard.
      ...(hasVirtualScreens() ? {} : { workers: 1 }),
    },
  ],
});
