import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileBelow } from '../../../electron/rpc/renderer-files.ts';

const WINDOWS = String.raw`C:\Program Files\Meterscope\renderer`;

describe('a file of the page', () => {
  it.each([
    ['/assets/app.js', 'assets/app.js'],
    ['/assets/%61pp.js', 'assets/app.js'],
    ['/assets/../icon.svg', 'icon.svg'],
    ['/', 'index.html'],
    ['/w/demo/meters', 'index.html'],
  ])('%s is %s on every system', (url, file) => {
    expect(fileBelow('/srv/renderer', url, path.posix)).toBe(`/srv/renderer/${file}`);
    expect(fileBelow(WINDOWS, url, path.win32)).toBe(path.win32.join(WINDOWS, file));
  });

  it.each([
    '/assets%5C..%5C..%5C..%5C..%5CRoaming%5CMeterscope%5Csecrets.json',
    '/..%5C..%5Csecrets.json',
    '/%5C..%5C..%5Csecrets.json',
    '/%5C%5Cserver%5Cshare%5C..%5C..%5C..%5Cx.json',
    '/..%5Crenderer-of-another%5Cx.json',
    '/C:%5CUsers%5Cx.json',
    '/C:x.json',
    '/index.html::$DATA.json',
    '/..%2F..%2Fsecrets.json',
    '/%2e%2e/%2e%2e/secrets.json',
    '/a%00.json',
    '/%zz.json',
  ])('%s does not leave the folder on Windows', (url) => {
    const file = fileBelow(WINDOWS, url, path.win32);
    if (file !== undefined) expect(file.startsWith(`${WINDOWS}\\`)).toBe(true);
    expect(file ?? '').not.toMatch(/secrets|Users|another/);
  });

  it.each(['/../x.json', '/..%2F..%2Fx.json', '/%2e%2e/renderer-of-another/x.json', '/..%2f'])(
    '%s does not leave the folder elsewhere',
    (url) => {
      const file = fileBelow('/srv/renderer', url, path.posix);
      expect(file === undefined || file.startsWith('/srv/renderer/')).toBe(true);
      expect(file ?? '').not.toContain('another');
    },
  );
});
