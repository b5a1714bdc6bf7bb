import { describe, expect, it } from 'vitest';
import { readLaunchRequest } from '../../../electron/desktop/launch-request.ts';

const resolve = (file: string) => `/cwd/${file}`;

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
