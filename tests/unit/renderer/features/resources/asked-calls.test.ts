import { expect, test } from 'vitest';
import { askedCalls } from '../../../../../renderer/features/resources/asked-calls.ts';
import type { RequestView } from '../../../../../shared/contract/requests.ts';

const send = (id: string, more: Partial<RequestView> = {}): RequestView => ({
  id,
  at: 1_000,
  method: 'GET',
  url: 'https://u.example/DataCustodian/espi/1_1/resource/Authorization',
  tokenClass: 'client',
  bytes: 0,
  waitedMs: 0,
  attempt: 1,
  ...more,
});

test('a call is one line: asked as its first send was, ended as its newest', () => {
  const rows = [
    send('5', { status: 200 }),
    send('4', {
      call: '2',
      attempt: 3,
      status: 200,
      url: 'https://other.example/signed',
      tokenClass: 'none',
      at: 1_002,
    }),
    send('3', { call: '2', attempt: 2, status: 302, at: 1_002 }),
    send('2', { call: '2', status: 401 }),
  ];
  expect(askedCalls(rows)).toEqual([
    { first: rows[0], last: rows[0], again: { path: '/Authorization' } },
    { first: rows[3], last: rows[1], again: { path: '/Authorization' } },
  ]);
});

test('a call whose first send is not in the list is left out: how it was asked is not known', () => {
  expect(askedCalls([send('9', { call: '8', attempt: 2, status: 200 })])).toEqual([]);
});
