import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLaunchRequest, routeOfLink } from '../../../electron/host/launch-request.ts';

const resolve = (file: string) => `/cwd/${file}`;

describe('what a command line asks for', () => {
  it('files, a link, and nothing of switches', () => {
    const args = [
      '--no-sandbox',
      'a.xml',
      '--inspect',
      'b.XML',
      'notes.txt',
      'meterscope://w/demo/meters/',
      'meterscope://w/other',
    ];
    expect(readLaunchRequest(args, resolve)).toEqual({ files: ['/cwd/a.xml', '/cwd/b.XML'], route: '/w/demo/meters' });
  });
});

describe('a deep link', () => {
  it.each([
    ['meterscope://w/demo/meters/438131~1068234', '/w/demo/meters/438131~1068234'],
    ['meterscope:/w/demo', '/w/demo'],
    ['METERSCOPE:///w/demo/entries/a%2Fb', '/w/demo/entries/a%2Fb'],
  ])('%s leads to %s', (link, route) => {
    expect(routeOfLink(link)).toBe(route);
  });

  it.each([
    'meterscope://settings',
    'meterscope://w/demo/../../etc',
    'meterscope://w/demo/%2e%2e/x',
    'meterscope://w/demo?run=1',
    'meterscope://w/demo#x',
    'meterscope://w/demo/javascript:alert(1)',
    'meterscope://w/demo\\..\\x',
    `meterscope://w/${'a'.repeat(600)}`,
    'meterscope://w/demo/%',
  ])('%s leads nowhere', (link) => {
    expect(routeOfLink(link)).toBeUndefined();
  });

  it('never leads out of a workspace, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const route = routeOfLink(`meterscope:${text}`);
        return route === undefined || /^\/w\/[a-z0-9-]+(\/[\w~.%-]+)*$/i.test(route);
      }),
    );
  });
});
