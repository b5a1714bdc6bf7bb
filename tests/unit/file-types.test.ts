import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDialog } from '../../shared/file-types.ts';

it('the dialogs offer every ending that the system opens with the program, and none that the reader refuses', () => {
  const builder = readFileSync(new URL('../../electron-builder.yml', import.meta.url), 'utf8');
  const registered = [...builder.matchAll(/^ +- ext: (\S+)$/gm)].map(([, ending]) => ending);
  expect(new Set(registered)).toEqual(new Set(openDialog.extensions));
  expect(openDialog.extensions).not.toContain('zip');
  expect(openDialog.extensions).not.toContain('gz');
});
