import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { linkOfRoute, type Route, routeOfLink, routes } from '../../shared/routes.ts';

// The page's modules take the preload bridge when they are loaded.
vi.stubGlobal('window', { meterscope: {} });
const { routeTree } = await import('../../renderer/routes/router.ts');

/** The page's own route of an address; undefined where it has none. */
function screenOf(address: string): string | undefined {
  // As the page does it: an address without a workspace belongs to the one that was shown last.
  const [path = ''] = address.split('?');
  const full = path.startsWith('/w/') ? path : `/w/demo${path}`;
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [full] }) });
  const [, , foundRoute] = router.getMatchedRoutes(full);
  // The router also finds the nearest route above an address that nothing answers.
  return foundRoute?.fullPath.split('/').length === full.split('/').length ? foundRoute.fullPath : undefined;
}

describe('an address that the main side leads to', () => {
  const leads: Record<keyof typeof routes, Route> = {
    about: routes.about(),
    settings: routes.settings(),
    files: routes.files('files'),
    jobs: routes.jobs('demo'),
    authorization: routes.authorization('demo', '438131'),
    meter: routes.meter('demo', '438131~1068234'),
    event: routes.event('demo', '0042'),
    delivery: routes.delivery('demo', 7),
    request: routes.request('demo', 'r-1'),
    entry: routes.entry('demo', '438131~1068234'),
    run: routes.run('demo', 'r-1'),
    batch: routes.batch('demo', 'b-1'),
    collection: routes.collection('demo', 'c-1'),
  };

  it.each(Object.entries(leads))('%s is a screen of the page', (_name, address) => {
    expect(screenOf(address)).toBeDefined();
  });

  it('keeps what an id holds in one piece', () => {
    expect(routes.run('demo', 'a/b?c')).toBe('/w/demo/support/runs/a%2Fb%3Fc');
  });

  it('opens one thing of a list, whose id stays a text', () => {
    const searchOf = (address: string) => {
      const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
      return router.matchRoutes(router.latestLocation).at(-1)?.search;
    };
    expect(searchOf(routes.event('demo', '0042'))).toEqual({ event: '0042' });
    expect(searchOf(routes.request('demo', 'a&b=1'))).toEqual({ request: 'a&b=1' });
    expect(searchOf(routes.delivery('demo', 7))).toEqual({ tab: 'deliveries', delivery: 7 });
    for (const address of [routes.event('demo', '0042'), routes.request('demo', 'a&b=1')])
      expect(routeOfLink(linkOfRoute(address) ?? '')).toBe(address);
  });

  it('is told from one that no screen answers', () => {
    expect(screenOf('/w/demo/support/collections/c-1')).toBeUndefined();
  });
});

describe('the link of a view', () => {
  it.each([
    '/w/demo/meters',
    '/w/demo/meters/438131~1068234?tab=totals&from=1768521600',
    '/w/demo/events?object=%22a%22',
    `/w/demo/sum?meters=${'438131%7E1068234%2C'.repeat(300)}`,
  ])('%s is opened again as it was', (address) => {
    expect(routeOfLink(linkOfRoute(address) ?? '')).toBe(address);
  });
});

describe('an address that no link can hold', () => {
  it.each([
    ['it is too long', `/w/demo/sum?meters=${'a'.repeat(8_000)}`],
    ['it is in no workspace', '/settings'],
  ])('has none: %s', (_why, address) => {
    expect(linkOfRoute(address)).toBeUndefined();
  });
});

describe('a deep link', () => {
  it.each([
    ['meterscope://w/demo/meters/438131~1068234', '/w/demo/meters/438131~1068234'],
    ['meterscope:/w/demo', '/w/demo'],
    ['METERSCOPE:///w/demo/entries/a%2Fb', '/w/demo/entries/a%2Fb'],
    ['meterscope://w/demo/meters/x?tab=totals&from=1768521600', '/w/demo/meters/x?tab=totals&from=1768521600'],
    ['meterscope://w/demo/events?object=%22438131%22', '/w/demo/events?object=%22438131%22'],
  ])('%s leads to %s', (link, route) => {
    expect(routeOfLink(link)).toBe(route);
  });

  it.each([
    'meterscope://settings',
    'meterscope://w/demo/../../etc',
    'meterscope://w/demo/%2e%2e/x',
    'meterscope://w/demo?x=<script>',
    'https://w/demo',
    'meterscope://w/demo#x',
    'meterscope://w/demo/javascript:alert(1)',
    'meterscope://w/demo\\..\\x',
    `meterscope://w/${'a'.repeat(8_100)}`,
    'meterscope://w/demo/%',
  ])('%s leads nowhere', (link) => {
    expect(routeOfLink(link)).toBeUndefined();
  });

  it('never leads out of a workspace, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const route = routeOfLink(`meterscope:${text}`);
        return route === undefined || /^\/w\/[a-z0-9-]+(\/[\w~.%-]+)*(\?[^<>"\\#]*)?$/i.test(route);
      }),
    );
  });
});
