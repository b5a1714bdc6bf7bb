import { describe, expect, it } from 'vitest';
import { askedDataFolder, readLaunchRequest } from '../../../electron/desktop/launch-request.ts';

const resolve = (file: string) => `/cwd/${file}`;

it('a data folder is named with or without =, else not at all', () => {
  expect(askedDataFolder(['program', '--data', 'here', 'a.xml'], resolve)).toBe('/cwd/here');
  expect(askedDataFolder(['program', '--data=a b'], resolve)).toBe('/cwd/a b');
  for (const args of [[], ['a.xml'], ['--data'], ['--data=', 'x'], ['--database', 'x']]) {
    expect(askedDataFolder(args, resolve)).toBeUndefined();
  }
});

describe('what a command line asks for', () => {
  it('files, a link, and nothing of switches', () => {
    const args = [
      '--no-sandbox',
      'a.xml',
      '--inspect',
      'b.XML',
      'c.greenbutton',
      'notes.txt',
      'meterscope://w/demo/meters/',
      'meterscope://w/other',
    ];
    expect(readLaunchRequest(args, resolve)).toEqual({
      files: ['/cwd/a.xml', '/cwd/b.XML', '/cwd/c.greenbutton'],
      route: '/w/demo/meters',
    });
  });
});
