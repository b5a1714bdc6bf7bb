import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import type { HostOption } from './fixtures.ts';
import { hasVirtualScreens } from './screens.ts';

// Each test starts programs from the same built files: only the first of them compiles these.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/**
 * A test runs in both hosts, `desktop` (real Electron) and `browser` (Chromium on the browser host), unless the name of its file
 * says that it is of one of them. One whose title ends with `@page` is of what the page, the core and the engine do, which is the
 * same in both, and needs nothing of a host (no dialog, file of the system, secret, window): it runs in the browser. Only where
 * pictures for the docs are taken, which are of the desktop, does it run there, too.
 */
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
      ...(process.env.METERSCOPE_SCREENSHOTS ? {} : { grepInvert: /@page/ }),
      // On one screen the windows share its clipboard.
      ...(hasVirtualScreens() ? {} : { workers: 1 }),
    },
  ],
});
