import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './ui/tokens.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { KEPT_ANSWERS_ID } from '#shared/kept-answers.ts';
import { bridge, call, followTopics, seedCache } from './api/index.ts';
import { openLastMeter } from './features/start/last-meter.ts';
import { createAppRouter } from './routes/router.ts';
import { readPreference } from './ui/preferences.ts';
import { applyFormats, chosenFormats } from './ui/region.ts';
import { styleNonce } from './ui/style-nonce.ts';
import { theme } from './ui/theme.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
if (bridge.locked === undefined) start(container);
else showLocked(container, bridge.locked);

/** Nothing of the program can be shown to this tab, so there is nothing here but the way in. */
function showLocked(root: HTMLElement, why: string): void {
  root.style.cssText = 'max-width: 40rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif';
  root.textContent = why;
}

function start(root: HTMLElement): void {
  // Retries and waiting belong to the main side; the page makes a call once, and again when a topic says so.
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 60_000, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  followTopics(client);
  reportStrays();

  seedCache(client, keptAnswers());
  const meter = openLastMeter(client);
  const router = createAppRouter();
  void meter?.then((there) => there || router.history.replace('/'));
  bridge.onRoute((route) => router.history.push(inWorkspace(route)));
  // Another window chose another way of writing; this one follows from its next screen on.
  window.addEventListener('storage', () => applyFormats(chosenFormats()));
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
          <Notifications position="bottom-right" limit={4} className="ms-toasts" />
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** What the document carries of the last screen, as JSON; whoever looks at the document later does not find it there. */
function keptAnswers(): string {
  const element = document.getElementById(KEPT_ANSWERS_ID);
  element?.remove();
  return element?.textContent ?? '[]';
}

/** The menu does not know which workspace is open: addresses that name none are of the one that was shown last. */
function inWorkspace(route: string): string {
  return route.startsWith('/w/') ? route : `/w/${readPreference('workspace') ?? 'demo'}${route}`;
}

/** What nobody caught goes to the log of the main side, each message once. */
function reportStrays(): void {
  const seen = new Set<string>();
  const report = (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (seen.has(error.message)) return;
    seen.add(error.message);
    call('app.reportError', {
      message: error.message.slice(0, 10_000),
      ...(error.stack ? { stack: error.stack.slice(0, 50_000) } : {}),
    }).catch(() => {
      // The main side is gone as well; the screen already says so.
    });
  };
  window.addEventListener('error', (event) => report(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
}
