import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { sealersWords as sealersWordsOf } from '../../../../../renderer/features/connections/secrets-notice.tsx';

let sealersWords: typeof sealersWordsOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ sealersWords } = await import('../../../../../renderer/features/connections/secrets-notice.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const sealedBy = (...names: string[]) => names.map((backend) => ({ workspace: 'w', backend }));

it.each([
  ['the one in use', ['keychain'], 'another key of “keychain”'],
  ['another', ['dpapi'], '“dpapi”, which is not what keeps secrets now'],
  [
    'both',
    ['keychain', 'dpapi', 'dpapi'],
    'another key of “keychain”, and by “dpapi”, which is not what keeps secrets now',
  ],
])('secrets that cannot be opened here name what sealed them: %s', (_case, names, words) => {
  expect(sealersWords({ unreadable: sealedBy(...names), backend: 'keychain' })).toBe(words);
});
