import path from 'node:path';
import { expect, it } from 'vitest';
import { HandedOut } from '../../../electron/app/handed-out.ts';

it('opens what the program was given, by a handle that says nothing of where it lies', () => {
  const files = new HandedOut();
  const handle = files.give('usage.xml');
  expect(handle).not.toContain('usage');
  expect(files.require(handle)).toBe(path.resolve('usage.xml'));
  expect(files.require(files.give('/elsewhere/b.xml'))).toBe('/elsewhere/b.xml');
});

it.each(['/etc/passwd', path.resolve('usage.xml'), '', 'x'])('refuses %s, which it was not given', (handle) => {
  const files = new HandedOut();
  files.give('usage.xml');
  expect(() => files.require(handle)).toThrow(expect.objectContaining({ code: 'not_handed_out' }));
});

it('refuses what is not a file of this computer', () => {
  expect(() => new HandedOut().give('')).toThrow(expect.objectContaining({ code: 'no_file' }));
});
