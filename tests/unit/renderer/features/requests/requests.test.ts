import { describe, expect, it } from 'vitest';
import { newestTries } from '../../../../../renderer/features/requests/newest-tries.ts';
import { phasesOf } from '../../../../../renderer/features/requests/phases.ts';
import {
  aboutText,
  parseRequestsSearch,
  subjectOf,
} from '../../../../../renderer/features/requests/requests-address.ts';
import type { RequestView } from '../../../../../shared/contract/requests.ts';

const request = (change: Partial<RequestView> = {}): RequestView => ({
  id: 'r',
  at: 0,
  method: 'GET',
  url: 'https://x.test/',
  tokenClass: 'api',
  bytes: 0,
  waitedMs: 0,
  attempt: 1,
  ...change,
});

describe('the phases of a request', () => {
  const shown = (change: Partial<RequestView>) => phasesOf(request(change)).map(({ id, ms, said }) => [id, ms ?? said]);

  it('make up its time, and begin with its waits', () => {
    const times = { connection: 'new', connectMs: 10, tlsMs: 20, headMs: 130, durationMs: 150 } as const;
    expect(shown({ status: 200, waitedMs: 40, queuedMs: 5, ...times })).toEqual([
      ['waited', 40],
      ['queued', 5],
      ['connect', 10],
      ['tls', 20],
      ['head', 100],
      ['body', 20],
    ]);
  });

  it('say that a connection was there already, and what is not known', () => {
    const kept = { status: 200, connection: 'kept', queuedMs: 0, headMs: 7, durationMs: 7 } as const;
    expect(shown({ url: 'http://127.0.0.1/', ...kept })).toEqual([
      ['waited', 0],
      ['queued', 0],
      ['connect', 'kept from an earlier request'],
      ['head', 7],
      ['body', 0],
    ]);
    expect(shown({})).toEqual([
      ['waited', 0],
      ['queued', 'not known'],
      ['connect', 'not known'],
      ['tls', 'not known'],
      ['head', 'no answer'],
      ['body', 'not known'],
    ]);
  });
});

it('the newest try stands for its call, in the place that it has', () => {
  const rows = [
    request({ id: 'c', call: 'a', attempt: 3 }),
    request({ id: 'x', call: 'x' }),
    request({ id: 'b', call: 'a', attempt: 2 }),
    request({ id: 'old' }),
    request({ id: 'a', call: 'a' }),
  ];
  expect(newestTries(rows).map(({ id }) => id)).toEqual(['c', 'x', 'old']);
});

describe('an address', () => {
  it('leads to a request, and to those that were made for something', () => {
    const about = { kind: 'event', id: 'e:1' } as const;
    expect(subjectOf(aboutText(about))).toEqual(about);
    expect(parseRequestsSearch({ request: 'r', about: 'run:1', other: 1 })).toEqual({ request: 'r', about: 'run:1' });
  });

  it('leaves out what makes no sense', () => {
    expect(parseRequestsSearch({ request: 7, about: 'feed:1' })).toEqual({});
    expect(subjectOf('run:')).toBeUndefined();
  });
});
