import { describe, expect, it } from 'vitest';
import { filterTime, GreenButtonClient } from '../../../electron/greenbutton/index.ts';
import { HttpClient, type HttpRequest } from '../../../electron/http/index.ts';
import { resourceNamed } from '../../../shared/resources.ts';

const client = new GreenButtonClient({
  http: new HttpClient({ userAgent: 'test' }),
  tokens: { token: async () => 't', refresh: async () => undefined },
  espiBase: 'https://a.example/DataCustodian/espi/1_1/resource/',
  workspace: 'w',
});
const BASE = 'https://a.example/DataCustodian/espi/1_1/resource';

describe('addresses', () => {
  it('come from the table', () => {
    expect(
      client.url(resourceNamed('BatchSubscription'), { auth_uid: 'a b' }, { 'updated-min': '2026-01-01T00:00:00Z' }),
    ).toBe(`${BASE}/Batch/Subscription/a%20b?updated-min=2026-01-01T00%3A00%3A00Z`);
  });

  it.each([
    ['/Authorization', `${BASE}/Authorization`],
    ['Authorization/1', `${BASE}/Authorization/1`],
    ['/DataCustodian/espi/1_1/resource/Bulk/1', `${BASE}/Bulk/1`],
    ['https://other.example/x', 'https://other.example/x'],
  ])('%s is %s', (href, url) => {
    expect(client.resolve(href)).toBe(url);
  });

  it('filters take whole seconds in UTC', () => {
    expect(filterTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02T03:04:05Z');
  });
});

it.each([
  ['the status of the service, which is told to any token', '/ReadServiceStatus', true],
  ['an address that is not known to need a token', '/elsewhere', true],
  ['a list', '/Authorization', false],
])('an answer of %s: whether it says nothing of the token', async (_what, path, saysNothing) => {
  const sent: HttpRequest[] = [];
  const asking = new GreenButtonClient({
    // Only `send` is used.
    http: { send: async (request: HttpRequest) => sent.push(request) } as unknown as HttpClient,
    tokens: { token: async () => 't', refresh: async () => undefined },
    espiBase: BASE,
    workspace: 'w',
  });
  await asking.getHref(path);
  expect(sent[0]?.auth?.anyToken).toBe(saysNothing);
});
