import { type Context, Hono } from 'hono';
import type { Collections } from '../collection/collections.ts';
import { currentMeter, requestCollection } from '../collection/request.ts';
import type { ServiceEnv, World } from '../world/types.ts';
import { readObject } from './body.ts';
import { ApiError, answerError, invalid, missing } from './errors.ts';
import { eventView } from './event-view.ts';
import { authorizationWith, listAuthorizations, listEvents, listForms, listMeters } from './lists.ts';
import { createForm } from './new-form.ts';
import { readList } from './query.ts';
import { testSubmit } from './test-submit.ts';
import { formView, meterView } from './views.ts';

/**
 * The JSON API (sections 4.2, 4.3, 4.5, and the lists of service-facts.md). Mount it on `/api/v2`.
 * Every request needs the API token: without it even a path that does not exist answers 401 (section 7.2).
 */
export function jsonApi(world: World, collections: Collections): Hono<ServiceEnv> {
  const api = new Hono<ServiceEnv>();
  api.onError(answerError);
  api.use('*', async (c, next) => {
    checkToken(world, c);
    await next();
  });

  api.get('/events', (c) => c.json(listEvents(world, queryOf(c), listUrl(world, 'events'))));
  api.get('/events/:uid', (c) => c.json(eventView(found(world.eventByUid(c.req.param('uid')), 'Event'))));
  api.patch('/events/:uid', async (c) => {
    const event = found(world.eventByUid(c.req.param('uid')), 'Event');
    const { is_delivered: isDelivered } = await readObject(c);
    if (isDelivered === undefined) throw missing('is_delivered');
    if (typeof isDelivered !== 'boolean') throw invalid('is_delivered', 'it must be true or false');
    event.is_delivered = isDelivered;
    // Whatever it says, it ends the resends (section 3).
    event.isSetByHand = true;
    return c.json(eventView(event));
  });

  api.get('/authorizations', (c) => c.json(listAuthorizations(world, queryOf(c), listUrl(world, 'authorizations'))));
  api.get('/authorizations/:uid', (c) => {
    const authorization = found(world.authorizations.get(c.req.param('uid')), 'Authorization');
    return c.json(authorizationWith(world, authorization, readList(queryOf(c), 'include')?.has('meters') ?? false));
  });

  api.get('/meters', (c) => c.json(listMeters(world, queryOf(c), listUrl(world, 'meters'))));
  api.get('/meters/:uid', (c) => c.json(meterView(world, found(currentMeter(world, c.req.param('uid')), 'Meter'))));
  api.post('/meters/historical-collection', async (c) =>
    c.json(requestCollection(world, collections, await readObject(c))),
  );

  api.get('/forms', (c) => c.json(listForms(world, queryOf(c), listUrl(world, 'forms'))));
  api.post('/forms', async (c) => c.json(formView(world, createForm(world, await readObject(c)))));
  api.get('/forms/:uid', (c) => c.json(formView(world, found(world.forms.get(c.req.param('uid')), 'Form'))));
  api.post('/forms/:uid/test-submit', async (c) => {
    const form = found(world.forms.get(c.req.param('uid')), 'Form');
    return c.json(testSubmit(world, form, await readObject(c)));
  });

  // Not notFound: Hono asks only the outermost app for that.
  api.all('*', () => {
    throw new ApiError(404, 'not_found', 'There is no such endpoint.');
  });
  return api;
}

/** @throws ApiError 401: missing, unknown, expired, or a token of the Green Button API */
function checkToken(world: World, c: Context<ServiceEnv>): void {
  const verdict = world.tokens.check(c.req.header('authorization'));
  if (verdict.state === 'valid') c.set('tokenClass', verdict.class);
  else c.set('tokenClass', verdict.state === 'missing' ? 'none' : 'invalid');
  if (verdict.state === 'valid' && verdict.class === 'api') return;
  throw verdict.state === 'missing'
    ? new ApiError(401, 'missing_token', 'The request has no API token: send it as Authorization: Bearer.')
    : new ApiError(401, 'invalid_token', 'The token is not a valid API token.');
}

function found<T>(item: T | undefined, noun: string): T {
  if (item === undefined) throw new ApiError(404, 'not_found', `The ${noun} does not exist or may not be seen.`);
  return item;
}

function queryOf(c: Context<ServiceEnv>): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

function listUrl(world: World, list: string): string {
  return `${world.settings.baseUrl}/api/v2/${list}`;
}
