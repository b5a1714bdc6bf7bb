/** The Green Button API over HTTP: tokens, the table of paths, batches, bulk, files and status. */
import type { Context, MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { errorObject } from '../json/errors.ts';
import type { Authorization, Meter, ServiceEnv } from '../world/types.ts';
import type { ServiceWorld } from '../world/world.ts';
import type { Entry } from './atom.ts';
import { entryDocument, XML_HEAD } from './atom.ts';
import { billPdf } from './bill-file.ts';
import { type BuildSettings, Builds, DEFAULT_BUILDS } from './builds.ts';
import { type BatchFilter, NO_FILTER, parseFilter } from './filters.ts';
import { paths } from './paths.ts';
import { NO_QUIRKS, type Quirks } from './quirks.ts';
import { espiBase } from './registration.ts';
import { feedStream } from './stream.ts';
import { collectedBills } from './summaries.ts';
import { type Asked, type Row, TABLE, type TokenKind } from './table.ts';
import { batch, bulk, customerBatch, estimateReadings, type Reading } from './trees.ts';

/** What can be set for a run, and changed while it runs. */
export interface GreenButtonState {
  quirks: Quirks;
  builds: BuildSettings;
  /** Where notifications of new bulk feeds go. */
  notifyUri: string;
}

export const DEFAULT_STATE: GreenButtonState = {
  quirks: NO_QUIRKS,
  builds: DEFAULT_BUILDS,
  notifyUri: 'https://thirdparty.example/espi/notification',
};

/** How far back of the start of simulated time the bulk feed reaches. */
const BULK_WINDOW_MS = 7 * 86_400_000;
const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

type Ask = Context<ServiceEnv>;

/** Mount it at `/DataCustodian/espi/1_1/resource`. */
export function greenButton(world: ServiceWorld, state: GreenButtonState): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: true });
  let builds = new Builds(state.builds, world.clock);
  let buildSettings = state.builds;
  const readingNow = (): Reading => ({
    world,
    seed: world.settings.seed,
    now: world.clock.now(),
    writing: { espiBase: espiBase(world), quirks: state.quirks },
  });
  const buildsNow = () => {
    if (buildSettings !== state.builds) {
      buildSettings = state.builds;
      builds = new Builds(buildSettings, world.clock);
    }
    return builds;
  };

  // `Date` is the clock by which a client judges `updated`: it must be the one that `updated` comes from.
  app.use('*', async (c, next) => {
    c.header('Date', new Date(world.clock.now()).toUTCString());
    await next();
  });
  app.use('*', requireToken(world));
  for (const row of TABLE)
    app.get(row.path, onlyClass(row.token), (c) => answerRow(c, world, readingNow(), state, row));

  app.get('/Batch/Subscription/:auth_uid', onlyClass('access'), (c) => {
    const authorization = ownAuthorization(c, world);
    return authorization ? answerBatch(c, readingNow(), buildsNow(), authorization, null) : notFound(c);
  });
  app.get('/Batch/Subscription/:auth_uid/UsagePoint/:meter_uid', onlyClass('access'), (c) => {
    const authorization = ownAuthorization(c, world);
    const meter = authorization?.meters.find((one) => one.uid === c.req.param('meter_uid'));
    return authorization && meter ? answerBatch(c, readingNow(), buildsNow(), authorization, meter) : notFound(c);
  });
  app.get('/Batch/RetailCustomer/:auth_uid', onlyClass('access'), (c) => {
    const authorization = ownAuthorization(c, world);
    if (!authorization) return notFound(c);
    const reading = readingNow();
    const feed = {
      self: paths.customerBatch(authorization),
      type: 'cust-feed/RetailCustomer',
      title: 'RetailCustomer',
    };
    return answerFeed(c, reading, { ...feed, updated: authorization.updatedAt }, customerBatch(reading, authorization));
  });
  app.get('/Bulk/:bulk_uid', onlyClass('client'), (c) => answerBulk(c, world, readingNow()));
  app.get('/Non-ESPI/:auth_uid/:meter_uid/bills/:file', onlyClass('access'), (c) =>
    answerBillFile(c, world, readingNow()),
  );
  app.get('/ReadServiceStatus', (c) => {
    const body = `${XML_HEAD}<ServiceStatus xmlns="http://naesb.org/espi"><currentStatus>1</currentStatus></ServiceStatus>\n`;
    return c.body(body, 200, { 'Content-Type': 'application/xml; charset=utf-8' });
  });
  app.all('*', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return notFound(c);
    return c.json(errorObject('method_not_allowed', 'Green Button endpoints use GET.'), 405, { Allow: 'GET, HEAD' });
  });
  app.notFound((c) => notFound(c));
  return app;
}

/** 401 for a missing, unknown or expired token, before anything else is told. */
function requireToken(world: ServiceWorld): MiddlewareHandler<ServiceEnv> {
  return async (c, next) => {
    const verdict = world.tokens.check(c.req.header('authorization'));
    if (verdict.state !== 'valid') {
      c.set('tokenClass', verdict.state === 'missing' ? 'none' : 'invalid');
      const text = {
        missing: 'The request carries no access token.',
        unknown: 'The access token is not valid.',
        expired: 'The access token has expired.',
      }[verdict.state];
      const challenge =
        verdict.state === 'missing' ? 'Bearer' : `Bearer error="invalid_token", error_description="${text}"`;
      return c.json(errorObject('invalid_token', text), 401, { 'WWW-Authenticate': challenge });
    }
    c.set('tokenClass', verdict.class);
    return await next();
  };
}

/** 403 when the token is good but of another class than the path wants. */
function onlyClass(wanted: TokenKind): MiddlewareHandler<ServiceEnv> {
  const name = wanted === 'access' ? 'access_token' : `${wanted}_access_token`;
  return async (c, next) => {
    if (c.get('tokenClass') === wanted) return await next();
    return c.json(errorObject('wrong_token_class', `This endpoint needs the ${name}.`), 403);
  };
}

function notFound(c: Ask): Response {
  return c.json(errorObject('not_found', 'There is nothing here, or this token may not see it.'), 404);
}

/** The authorization of the access token, when the path names no other. */
function ownAuthorization(c: Ask, world: ServiceWorld): Authorization | null {
  const verdict = world.tokens.check(c.req.header('authorization'));
  if (verdict.state !== 'valid' || verdict.authUid === undefined) return null;
  const named = c.req.param('auth_uid');
  if (named !== undefined && named !== verdict.authUid) return null;
  return world.authorizations.get(verdict.authUid) ?? null;
}

function answerRow(c: Ask, world: ServiceWorld, reading: Reading, state: GreenButtonState, row: Row): Response {
  const authorization = row.token === 'access' ? ownAuthorization(c, world) : null;
  if (row.token === 'access' && !authorization) return notFound(c);
  const asked: Asked = {
    reading,
    authorization,
    notifyUri: state.notifyUri,
    uid: (name) => c.req.param(name) ?? '',
  };
  if ('find' in row) {
    const entry = row.find(asked);
    return entry ? c.body(entryDocument(reading.writing, entry), 200, { 'Content-Type': ATOM_TYPE }) : notFound(c);
  }
  const entries = row.list(asked);
  if (!entries) return notFound(c);
  const space = row.path.startsWith('/RetailCustomer') ? 'cust' : 'espi';
  const self = new URL(c.req.url).pathname.slice(new URL(reading.writing.espiBase).pathname.length);
  return answerFeed(
    c,
    reading,
    {
      self,
      type: `${space}-feed/${row.entity}`,
      title: row.entity,
      updated: authorization?.updatedAt ?? newestUpdate(world),
    },
    entries,
  );
}

function answerFeed(
  c: Ask,
  reading: Reading,
  feed: { self: string; type: string; title: string; updated: number },
  entries: Iterable<Entry>,
): Response {
  return c.body(feedStream(reading.writing, feed, entries), 200, { 'Content-Type': ATOM_TYPE });
}

function answerBatch(
  c: Ask,
  reading: Reading,
  builds: Builds,
  authorization: Authorization,
  meter: Meter | null,
): Response {
  const filter = filterOf(c);
  if ('error' in filter) return badRequest(c, filter.error);
  const meters = meter ? [meter] : authorization.meters;
  const self = meter ? paths.usagePointBatch(meter) : paths.batch(authorization);
  const key = `${self}?${JSON.stringify(Object.values(filter))}@${authorization.updatedAt}`;
  const wait = builds.waitFor(key, estimateReadings(reading, meters, filter));
  if (wait > 0) return c.body(null, 202, { 'Retry-After': String(wait) });
  const feed = { self, type: 'espi-feed/Subscription', title: 'Subscription', updated: authorization.updatedAt };
  return answerFeed(c, reading, feed, batch(reading, meters, filter));
}

function filterOf(c: Ask): BatchFilter | { error: string } {
  const at = c.req.url.indexOf('?');
  return at < 0 ? NO_FILTER : parseFilter(new URLSearchParams(c.req.url.slice(at + 1)));
}

function badRequest(c: Ask, text: string): Response {
  return c.json(errorObject('invalid_param', text), 400);
}

function answerBulk(c: Ask, world: ServiceWorld, reading: Reading): Response {
  if (c.req.param('bulk_uid') !== world.settings.bulkUid) return notFound(c);
  const filter = filterOf(c);
  if ('error' in filter) return badRequest(c, filter.error);
  const since = world.startedAt - BULK_WINDOW_MS;
  const feed = {
    self: paths.bulk(world.settings.bulkUid),
    type: 'espi-feed/Bulk',
    title: 'Bulk',
    updated: newestUpdate(world),
  };
  return answerFeed(c, reading, feed, bulk(reading, since, filter));
}

function answerBillFile(c: Ask, world: ServiceWorld, reading: Reading): Response {
  const meter = ownAuthorization(c, world)?.meters.find((one) => one.uid === c.req.param('meter_uid'));
  const uid = /^(\w+)\.pdf$/.exec(c.req.param('file') ?? '')?.[1];
  const bill = meter && collectedBills(reading.seed, meter, reading.now).find((one) => one.period.uid === uid);
  if (!meter || !bill) return notFound(c);
  const pdf = billPdf(reading.seed, meter, bill.period);
  return c.body(pdf.slice().buffer, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="bill-${bill.period.uid}.pdf"`,
  });
}

/** When any authorization changed last: the `updated` of feeds over all of them. */
function newestUpdate(world: ServiceWorld): number {
  let newest = 0;
  for (const { updatedAt } of world.authorizations.values()) newest = Math.max(newest, updatedAt);
  return newest;
}
