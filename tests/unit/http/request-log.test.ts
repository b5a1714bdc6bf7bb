import { describe, expect, it } from 'vitest';
import { RequestLog, type RequestView } from '../../../electron/http/request-log.ts';

const send = (id: string, workspace = 'w') => ({ id, workspace, state: 'running' }) as RequestView;
const ids = (list: readonly RequestView[]) => list.map(({ id }) => id);

describe('the request log', () => {
  it('keeps the newest, those of one workspace where that is asked for', () => {
    const log = new RequestLog(3);
    for (const id of ['a', 'b', 'c', 'd']) log.begin(send(id, id === 'c' ? 'other' : 'w'));
    expect(ids(log.list())).toEqual(['b', 'c', 'd']);
    expect(ids(log.list('w'))).toEqual(['b', 'd']);
  });

  it('forgets the sends of one workspace', () => {
    const log = new RequestLog();
    for (const [id, workspace] of [['a'], ['b', 'other'], ['c']] as const) log.begin(send(id, workspace));
    log.forget('w');
    expect(ids(log.list())).toEqual(['b']);
    log.begin(send('d'));
    expect(ids(log.list())).toEqual(['b', 'd']);
  });

  it('tells when a send begins and ends; only ended ones are kept for good', () => {
    const log = new RequestLog();
    const [seen, kept]: [string[], string[]] = [[], []];
    const stopSeeing = log.subscribe(({ id, state }) => seen.push(`${id} ${state}`));
    const stopKeeping = log.addSink({ record: ({ id, state }) => kept.push(`${id} ${state}`) });
    const first = send('a');
    log.begin(first);
    log.end(first, { state: 'failed' });
    expect(seen).toEqual(['a running', 'a failed']);
    expect(kept).toEqual(['a failed']);
    stopSeeing();
    stopKeeping();
    log.begin(send('b'));
    expect([seen.length, kept.length]).toEqual([2, 1]);
  });

  it('gives copies: nobody changes what it keeps', () => {
    const log = new RequestLog();
    log.begin(send('a'));
    for (const entry of log.list()) entry.state = 'cancelled';
    expect(log.list()[0]?.state).toBe('running');
  });
});
