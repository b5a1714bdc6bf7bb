import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BaseParts } from '../../../electron/app/base-parts.ts';
import { keepLimits, setupRequestLog } from '../../../electron/app/request-log.ts';
import { newCapture } from '../../../electron/http/capture.ts';
import { RequestLog, type RequestView } from '../../../electron/http/request-log.ts';
import { DEFAULT_REQUEST_POLICY, type RequestPolicy } from '../../../shared/contract/requests.ts';

interface Appended {
  workspace: string;
  requests: { view: RequestView; about: unknown; kept: unknown }[];
  keep: unknown;
}

let log: RequestLog;
let policies: Record<string, RequestPolicy | undefined>;
let secrets: string[];
let appended: Appended[];
let errors: string[];
let refuse: boolean;
let flush: () => Promise<void>;
let held: (workspace: string) => RequestView[];
let writing: Promise<void> | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  log = new RequestLog();
  policies = { w: DEFAULT_REQUEST_POLICY };
  [secrets, appended, errors, refuse] = [[], [], [], false];
  writing = undefined;
  ({ flush, held } = setupRequestLog({
    connections: {
      workspaces: { find: (id: string) => policies[id] && { requests: policies[id] } },
      secretTexts: async () => secrets,
    },
    http: { log },
    engine: {
      call: async (_name: string, input: Appended) => {
        if (refuse) throw new Error('closed');
        appended.push(input);
        await writing;
      },
    },
    log: { error: (what: string) => errors.push(what) },
  } as unknown as Pick<BaseParts, 'connections' | 'http' | 'engine' | 'log'>)); // all that it uses of them
});
afterEach(() => void vi.useRealTimers());

function ended(id: string, more: Partial<RequestView> = {}, secret?: string): void {
  const view = {
    id,
    workspace: 'w',
    method: 'GET',
    url: 'https://u.example/',
    state: 'running',
    ...more,
  } as RequestView;
  log.begin(view);
  const capture = secret === undefined ? undefined : { ...newCapture(), secrets: [secret] };
  log.end(view, { state: 'answered', status: 200 }, capture);
}
const ids = () => appended.map(({ workspace, requests }) => [workspace, ...requests.map(({ view }) => view.id)]);

describe('the kept request log', () => {
  it('writes many at a time, a batch for each workspace, half a second after the first', async () => {
    policies.other = DEFAULT_REQUEST_POLICY;
    ended('1');
    ended('2', { workspace: 'other' });
    await vi.advanceTimersByTimeAsync(400);
    ended('3');
    expect(appended).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(ids()).toEqual([
      ['w', '1', '3'],
      ['other', '2'],
    ]);
    expect(appended[0]?.keep).toEqual(keepLimits(DEFAULT_REQUEST_POLICY));
    ended('4');
    await flush();
    expect(ids()).toHaveLength(3);
    await flush();
    expect(ids()).toHaveLength(3);
  });

  it('writes nothing of no workspace, nor of one that was deleted meanwhile', async () => {
    ended('1', { workspace: undefined });
    ended('2');
    policies.other = DEFAULT_REQUEST_POLICY;
    ended('3', { workspace: 'other' });
    policies.w = undefined;
    await flush();
    expect([ids(), errors]).toEqual([[['other', '3']], []]);
  });

  it('writes no secret: not one of now, not one that was renewed since, not one that only the request carried', async () => {
    secrets = ['first-token'];
    ended('1', { url: 'https://u.example/first-token' });
    await flush();
    secrets = ['second-token'];
    ended('2', { url: 'https://u.example/first-token/second-token' });
    ended('3', { url: 'https://u.example/carried-token' }, 'carried-token');
    await flush();
    expect(JSON.stringify(appended)).not.toMatch(/(first|second|carried)-token/);
    expect(ids()).toEqual([
      ['w', '1'],
      ['w', '2', '3'],
    ]);
  });

  it('goes on where a store cannot take it, and says so', async () => {
    refuse = true;
    ended('1');
    await flush();
    expect(errors).toEqual(['Requests could not be kept']);
    refuse = false;
    ended('2');
    await flush();
    expect(ids()).toEqual([['w', '2']]);
  });

  it('says what is not in the store: what is under way, what waits to be written, and what is being written', async () => {
    const there = () => held('w').map(({ id, status }) => `${id} ${status ?? 'open'}`);
    log.begin({ id: 'running', workspace: 'w', state: 'running' } as RequestView);
    ended('1');
    ended('2', { workspace: 'other' });
    expect(there()).toEqual(['running open', '1 200']);
    let end = () => {};
    writing = new Promise((resolve) => {
      end = resolve;
    });
    const written = flush();
    await vi.advanceTimersByTimeAsync(0);
    ended('3');
    expect([ids(), there()]).toEqual([[['w', '1']], ['running open', '1 200', '3 200']]);
    end();
    await written;
    expect(there()).toEqual(['running open', '3 200']);
  });

  it('keeps what is asked for as the subject of a request beside it', async () => {
    ended('1', { about: { kind: 'event', id: 'e' } });
    await flush();
    expect(appended[0]?.requests[0]).toMatchObject({ about: { kind: 'event', id: 'e' } });
    expect(appended[0]?.requests[0]?.view).not.toHaveProperty('about');
  });
});

it('how much is captured is what the workspace keeps', () => {
  const bytes = (policy: Partial<RequestPolicy>) => {
    policies.w = { ...DEFAULT_REQUEST_POLICY, ...policy };
    return log.captureBytes('w');
  };
  expect(bytes({ keep: 'nothing' })).toBeUndefined();
  expect(bytes({ keep: 'headers' })).toBe(0);
  expect(bytes({ keep: 'all', bodyKiB: 2 })).toBe(2048);
  expect(log.captureBytes('gone')).toBeUndefined();
});

it('limits are days and bytes', () => {
  expect(keepLimits({ ...DEFAULT_REQUEST_POLICY, days: 3, totalMiB: 2 })).toEqual({ days: 3, bytes: 2 * 1024 * 1024 });
});
