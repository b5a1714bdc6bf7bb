import { describe, expect, it } from 'vitest';
import { addressFinding, checkAddress } from '../../../electron/connections/check-address.ts';
import { HttpError, type HttpRequest } from '../../../electron/http/index.ts';
import { abortError } from '../../../shared/errors.ts';

const never = new AbortController().signal;

/** Looks at an address of a host whose bases answer with a text, a status, or not at all. */
function look(text: string, answers: Record<string, string | number | 'silent'>, lookMs = 5_000) {
  const http = {
    hops: async () => [],
    send: async ({ url, signal }: HttpRequest) => {
      const answer = answers[url.replace('/DataCustodian/espi/1_1/resource/ReadServiceStatus', '')] ?? 404;
      if (answer === 'silent') {
        return await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(abortError()));
        });
      }
      if (typeof answer === 'string') return { text: () => answer };
      const head = { requestId: 'r', status: answer, headers: {}, url, text: '', carriedToken: false };
      throw new HttpError({ code: `s${answer}`, message: 'x' }, head, { type: undefined, description: undefined });
    },
  };
  // Only these two are used.
  return checkAddress(http as never, text, never, lookMs);
}

const STATUS = '<ServiceStatus><currentStatus>1</currentStatus></ServiceStatus>';
const api = async (...asked: Parameters<typeof look>) => {
  const { suggestion, checks } = await look(...asked);
  const check = checks.find(({ id }) => id === 'status');
  return { state: check?.state, message: check?.message, suggestion };
};

describe('the look at an address', () => {
  it('finds an API, or one that wants a token', async () => {
    expect(await api('https://u.example', { 'https://u.example': STATUS })).toMatchObject({ state: 'ok' });
    for (const status of [401, 403]) {
      expect(await api('https://u.example', { 'https://u.example': status })).toMatchObject({
        state: 'ok',
        message: expect.stringContaining('asks for a token'),
      });
    }
  });

  it('tells a page from an API, and nothing from both', async () => {
    expect((await api('https://u.example', { 'https://u.example': '<html>' })).state).toBe('warning');
    expect((await api('https://u.example', {})).state).toBe('failed');
  });

  it('suggests the address above where the API is there', async () => {
    const found = await api('https://u.example/docs', { 'https://u.example': STATUS });
    expect(found).toMatchObject({ state: 'failed', suggestion: 'https://u.example' });
    // Both want a token: then it is not known, and only a warning.
    const both = await api('https://u.example/docs', { 'https://u.example/docs': 401, 'https://u.example': 401 });
    expect(both).toMatchObject({ state: 'warning', suggestion: 'https://u.example' });
  });

  it('gives up a host that says nothing, in a sentence', async () => {
    const silent = await api('https://u.example', { 'https://u.example': 'silent' }, 20);
    expect(silent).toMatchObject({ state: 'failed', message: expect.stringContaining('u.example gave no answer') });
  });

  it('asks nobody where the address itself is no good', async () => {
    const { baseUrl, checks } = await look('http://u.example', {});
    expect(baseUrl).toBeUndefined();
    expect(checks.map(({ id, state }) => [id, state])).toEqual([['address', 'failed']]);
  });
});

it('an address shows by itself whether tokens are safe on their way', () => {
  expect(addressFinding('').state).toBe('skipped');
  expect(addressFinding('http://u.example').state).toBe('failed');
  expect(addressFinding('https://u.example').message).toContain('encrypted');
  expect(addressFinding('http://127.0.0.1:8080').message).toContain('On this computer');
});
