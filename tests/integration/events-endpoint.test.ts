/** The fault menu against real endpoints: a right one, wrong ones, one that is mended later, and none. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAULTS, type Fault } from '#shared/endpoint-faults.ts';
import { type Answering, isSigned, type OwnEndpoint, startOwnEndpoint } from '../fixtures/own-endpoint.ts';
import { type EventsBench, prepareSettings, startEventsBench, WORKSPACE } from './events-bench.ts';

let folder: string;
let bench: EventsBench;
let endpoint: OwnEndpoint;

/** What a right endpoint does. */
const right: Answering = (request) => {
  if (!isSigned(request, 'secret')) return 401;
  try {
    return Array.isArray(JSON.parse(request.body.toString()).events) ? 200 : 400;
  } catch {
    return 400;
  }
};

const rehearse = (faults: readonly Fault[] = FAULTS, attempts = 3) =>
  bench.events.endpointBench.rehearse({
    workspace: WORKSPACE,
    url: endpoint.url,
    faults: [...faults],
    type: 'meter_bills_added',
    attempts,
  });

/** Each fault with its verdict and what became of it. */
const found = async (faults?: readonly Fault[]) =>
  Object.fromEntries(
    (await rehearse(faults)).results.map(({ fault, verdict, compared }) => [fault, [verdict, compared]]),
  );

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'endpoint-'));
  endpoint = await startOwnEndpoint(right);
  prepareSettings(folder);
  bench = await startEventsBench(folder, undefined);
});

afterEach(async () => {
  await bench.close();
  await endpoint.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

describe('an endpoint of one’s own', () => {
  it('that is right is called right in everything, and gets what the table says', async () => {
    const { results } = await rehearse();
    expect(results.map(({ fault, verdict }) => [fault, verdict])).toEqual(FAULTS.map((fault) => [fault, 'right']));
    expect(endpoint.received).toHaveLength(12);
    const [, late, first, second, newer, older] = endpoint.received;
    expect(second?.body).toEqual(first?.body);
    const happened = (got = endpoint.received[0]) => Date.parse(JSON.parse(String(got?.body)).events[0].ts);
    expect(Date.now() - happened(late)).toBeGreaterThan(70 * 3_600_000);
    expect(happened(newer)).toBeGreaterThan(happened(older));
    expect(endpoint.received.slice(0, 7).every((got) => isSigned(got, 'secret'))).toBe(true);
    // Nothing of it enters this log.
    expect((await bench.list()).total).toBe(0);
  });

  it('that takes everything unread is wrong where it must refuse, then fixed, then regressed', async () => {
    endpoint.answerBy(() => 200);
    const refused: Fault[] = ['wrong_signature', 'changed_byte', 'missing_salt', 'missing_signature', 'not_json'];
    const careless = await found();
    for (const fault of FAULTS)
      expect(careless[fault]).toEqual([refused.includes(fault) ? 'wrong' : 'right', undefined]);
    endpoint.answerBy(right);
    expect(await found(['good', 'changed_byte'])).toMatchObject({
      good: ['right', 'still right'],
      changed_byte: ['right', 'fixed'],
      // Kept from before: it was not sent this time.
      wrong_signature: ['wrong', undefined],
    });
    // The next start of the program still knows.
    await bench.close();
    bench = await startEventsBench(folder, undefined);
    endpoint.answerBy(() => 202);
    expect(await found(['good', 'changed_byte', 'wrong_signature'])).toMatchObject({
      good: ['wrong', 'regressed'],
      changed_byte: ['wrong', 'regressed'],
      wrong_signature: ['wrong', 'still wrong'],
    });
    expect((await stat(path.join(folder, 'events', `${WORKSPACE}.json`))).mode & 0o777).toBe(0o600);
  });

  it('that fails for a while gets the same delivery until it takes it', async () => {
    endpoint.answerBy((_, count) => (count < 3 ? 503 : 200));
    const { results } = await rehearse(['resent'], 5);
    expect(results[0]).toMatchObject({ verdict: 'right' });
    expect(results[0]?.answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(new Set(endpoint.received.map(({ body }) => body.toString())).size).toBe(1);
    endpoint.answerBy(() => 503);
    expect((await rehearse(['resent'], 2)).results[0]).toMatchObject({ verdict: 'wrong', compared: 'regressed' });
  });

  it('that does not answer is not judged, and is compared with the last time that it was', async () => {
    endpoint.answerBy(() => 500);
    expect(await found(['good'])).toEqual({ good: ['wrong', undefined] });
    const { url } = endpoint;
    await endpoint.stop();
    expect(await found(['good'])).toEqual({ good: ['unanswered', undefined] });
    endpoint = await startOwnEndpoint(right, Number(new URL(url).port));
    expect(await found(['good'])).toEqual({ good: ['right', 'fixed'] });
  });

  it('must be elsewhere than the receiver itself, and reached safely', async () => {
    const send = (url: string) =>
      bench.events.endpointBench.rehearse({ workspace: WORKSPACE, url, faults: ['good'], type: 'ping', attempts: 1 });
    await expect(send(bench.address())).rejects.toMatchObject({ code: 'own_receiver' });
    await expect(send('http://hooks.example/')).rejects.toMatchObject({ code: 'bad_endpoint' });
  });
});
