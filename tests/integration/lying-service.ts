/** A small service of one authorization over plain HTTP, which can be told to lie. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { batchFeed, type FeedOptions } from '../fixtures/batch-feed.ts';

export const AUTHORIZATION = '1001';
const METER = '2001';
const ESPI = '/DataCustodian/espi/1_1/resource';
const EMPTY =
  '<feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>t</title><updated>2024-01-02T00:00:00Z</updated></feed>';

/** What is answered instead of the truth. */
export type Lie = (request: IncomingMessage, response: ServerResponse, truth: string) => void;

export interface LyingService {
  url: string;
  /** What has come: path with query, and the Authorization header. */
  readonly requests: { path: string; authorization: string | undefined }[];
  /** Answers paths that fit with a lie, `times` times; without one, the truth again. */
  lie(path?: RegExp, lie?: Lie, times?: number): void;
  /** The feed of an authorization. */
  feed(options?: FeedOptions): string;
  close(): Promise<void>;
}

export async function startLyingService(): Promise<LyingService> {
  const requests: LyingService['requests'] = [];
  let told: { path: RegExp; lie: Lie; left: number } | undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, authorization: request.headers.authorization });
    const truth = truthAt(path, url());
    if (told !== undefined && told.left > 0 && told.path.test(path)) {
      told.left -= 1;
      told.lie(request, response, truth ?? '');
    } else if (truth === undefined) response.writeHead(404).end();
    else if (request.headers.authorization === undefined) response.writeHead(401).end();
    else response.writeHead(200, typeOf(truth)).end(truth);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url(),
    requests,
    lie: (path, lie, times = Number.POSITIVE_INFINITY) => {
      requests.length = 0;
      told = path && lie && { path, lie, left: times };
    },
    feed: (options) => feedAt(url(), options),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function typeOf(body: string): { 'content-type': string } {
  return { 'content-type': body.startsWith('{') ? 'application/json' : 'application/atom+xml' };
}

function feedAt(url: string, options: FeedOptions = {}): string {
  return batchFeed({ authorization: AUTHORIZATION, meter: METER, days: 3, ...options }).replaceAll(
    'https://example.test',
    url,
  );
}

/** Undefined for what there is not. */
function truthAt(path: string, url: string): string | undefined {
  const { pathname, searchParams } = new URL(path, url);
  const since = searchParams.get('updated-min');
  const list = (...parts: NonNullable<FeedOptions['parts']>) => feedAt(url, { parts });
  const point = `${ESPI}/Subscription/${AUTHORIZATION}/UsagePoint`;
  const truths: Record<string, () => string> = {
    [`${ESPI}/Batch/Subscription/${AUTHORIZATION}`]: () =>
      since !== null && since > '2024-01-02T00:00:00Z' ? EMPTY : feedAt(url),
    [point]: () => list('usagePoint'),
    [`${point}/${METER}/MeterReading`]: () => list('meterReading'),
    [`${point}/${METER}/MeterReading/${METER}-15/IntervalBlock`]: () => list('blocks'),
    [`${point}/${METER}/UsageSummary`]: () => EMPTY,
    [`${point}/${METER}/ElectricPowerQualitySummary`]: () => EMPTY,
    [`${ESPI}/LocalTimeParameters/1`]: () => list('localTime'),
    [`${ESPI}/ReadingType/7`]: () => list('readingType'),
    '/api/v2/authorizations': () => JSON.stringify(authorizations()),
  };
  return truths[pathname]?.();
}

/** What the JSON API says of the authorization. */
export function authorizations(next: string | null = null, nextMeters: string | null = null) {
  const meters = { meters: [{ uid: METER, authorization_uid: AUTHORIZATION }], next: nextMeters };
  return { authorizations: [{ uid: AUTHORIZATION, meters }], next };
}
