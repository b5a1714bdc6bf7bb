import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const REFUSAL = { code: 'run_unknown', message: 'There is no such run.', action: 'Look at the list.' };
const refused = async () => ({ ok: false, error: REFUSAL });

/** The client on a desktop whose main side answers like this. */
async function clientOn(desktop: object) {
  vi.stubGlobal('window', { meterscope: desktop });
  vi.resetModules();
  return await import('../../../../renderer/api/client.ts');
}

beforeEach(() => void vi.unstubAllGlobals());
afterEach(() => void vi.unstubAllGlobals());

describe('a call', () => {
  it('resolves with the value of its answer, made of the very input', async () => {
    const get = vi.fn(async () => ({ ok: true, value: { id: 'r' } }));
    const { call } = await clientOn({ calls: { 'runs.get': get } });
    const input = { workspace: 'w', id: 'r' };
    expect(await call('runs.get', input)).toEqual({ id: 'r' });
    expect(get.mock.calls).toEqual([[input]]);
  });

  it('that is refused rejects with what happened and what to do', async () => {
    const { asErrorValue, call } = await clientOn({ calls: { 'runs.get': refused } });
    const thrown = await call('runs.get', { workspace: 'w', id: 'r' }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    expect(asErrorValue(thrown)).toEqual(REFUSAL);
  });

  it('of a file is refused as others are', async () => {
    const { asErrorValue, fileHandle } = await clientOn({ fileHandle: refused });
    const thrown = await fileHandle(new File(['a'], 'a.xml')).catch((error: unknown) => error);
    expect(asErrorValue(thrown)).toEqual(REFUSAL);
  });

  it('of a file answers its handle', async () => {
    const { fileHandle } = await clientOn({ fileHandle: async () => ({ ok: true, value: { handle: 'h1' } }) });
    expect(await fileHandle(new File(['a'], 'a.xml'))).toBe('h1');
  });
});

describe('whatever is thrown can be shown', () => {
  it.each([
    ['an error value inside an answer', REFUSAL, REFUSAL],
    [
      'a fault of the page',
      new TypeError('x is not a function'),
      { code: 'unexpected', message: 'x is not a function' },
    ],
    // Errors of Node have a code as well, which is none of the contract.
    [
      'an error with a code',
      Object.assign(new Error('gone'), { code: 'ENOENT' }),
      { code: 'unexpected', message: 'gone' },
    ],
    ['a text', 'no', { code: 'unexpected', message: 'no' }],
    ['nothing', undefined, { code: 'unexpected', message: 'undefined' }],
    ['null', null, { code: 'unexpected', message: 'null' }],
  ])('%s', async (_name, thrown, shown) => {
    const { asErrorValue } = await clientOn({});
    expect(asErrorValue(thrown)).toMatchObject(shown);
    expect(asErrorValue(thrown).action).toMatch(/\.$/);
  });
});
