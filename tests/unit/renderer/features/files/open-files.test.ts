/** Files that are dropped together are judged one by one. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { openEach as OpenEach } from '../../../../../renderer/features/files/open-files.ts';
import { uploadTooLarge } from '../../../../../shared/browser-session.ts';

const asked: unknown[] = [];

vi.mock('../../../../../renderer/api/index.ts', async (original) => ({
  ...(await original()),
  fileHandle: ({ name }: File) =>
    name.startsWith('large') ? Promise.reject(uploadTooLarge) : Promise.resolve(`handle of ${name}`),
  call: async (_name: string, { handles }: { handles: string[] }) => {
    asked.push(handles);
    return handles.map((handle) => ({ name: handle, ok: true }));
  },
}));

let openEach: typeof OpenEach;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ openEach } = await import('../../../../../renderer/features/files/open-files.ts'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const file = (name: string) => new File(['<feed/>'], name);

it('one that cannot be handed over is named, and the others are opened', async () => {
  const opened = await openEach([file('a.xml'), file('large.xml'), file('b.xml')]);
  expect(asked).toEqual([['handle of a.xml', 'handle of b.xml']]);
  expect(opened.map(({ name, ok, error }) => [name, ok, error?.message])).toEqual([
    ['handle of a.xml', true, undefined],
    ['handle of b.xml', true, undefined],
    ['large.xml', false, uploadTooLarge.message],
  ]);
});

it('nothing is opened where none could be handed over', async () => {
  asked.length = 0;
  expect(await openEach([file('large.xml')])).toMatchObject([
    { name: 'large.xml', ok: false, error: { code: 'upload_too_large', action: uploadTooLarge.action } },
  ]);
  expect(asked).toEqual([]);
});
