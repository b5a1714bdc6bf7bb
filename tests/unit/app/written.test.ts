import path from 'node:path';
import { expect, test } from 'vitest';
import { Written } from '../../../electron/app/written.ts';

test('only what was written is shown, whatever way its path is put', () => {
  const written = new Written();
  written.add('/tmp/exports/../exports/a.svg');
  expect(written.require('/tmp/exports/a.svg')).toBe(path.resolve('/tmp/exports/a.svg'));
  for (const other of ['/tmp/exports', '/tmp/exports/b.svg', '/tmp/exports/a.svg/../b.svg']) {
    expect(() => written.require(other), other).toThrow(expect.objectContaining({ code: 'not_written_here' }));
  }
});
