import type { Authorization, World } from '../world/types.ts';
import { eventView } from './event-view.ts';
import { cutPage, readBoolean, readList } from './query.ts';
import { authorizationView, formView, meterView } from './views.ts';

/** The four lists of the JSON API, newest first (service-facts.md). */

/**
 * A list newest first; what is of one instant stands in the reverse order of its arrival. The portfolio that a service
 * starts with is made in its own order, so arrival alone does not tell.
 */
function newestFirst<T>(items: Iterable<T>, atOf: (item: T) => string | number): T[] {
  return [...items].reverse().sort((a, b) => (atOf(a) < atOf(b) ? 1 : atOf(a) > atOf(b) ? -1 : 0));
}

/** `GET /events?is_delivered&after` */
export function listEvents(world: World, query: URLSearchParams, listUrl: string) {
  const isDelivered = readBoolean(query, 'is_delivered');
  const page = cutPage(
    newestFirst(world.events, (event) => event.ts),
    (event) => isDelivered === undefined || event.is_delivered === isDelivered,
    query,
    listUrl,
  );
  return { events: page.items.map(eventView), next: page.next };
}

/** `GET /authorizations?uids&forms&referrals&is_test&is_revoked&is_expired&utility&after&include=meters` */
export function listAuthorizations(world: World, query: URLSearchParams, listUrl: string) {
  const uids = readList(query, 'uids');
  const forms = readList(query, 'forms');
  const referrals = readList(query, 'referrals');
  const utilities = query.getAll('utility');
  const isTest = readBoolean(query, 'is_test');
  const isRevoked = readBoolean(query, 'is_revoked');
  const isExpired = readBoolean(query, 'is_expired');
  const isDeclined = readBoolean(query, 'is_declined');
  const withMeters = readList(query, 'include')?.has('meters') ?? false;
  const page = cutPage(
    newestFirst(world.authorizations.values(), (authorization) => authorization.createdAt),
    (authorization) =>
      (uids?.has(authorization.uid) ?? true) &&
      (forms?.has(authorization.formUid) ?? true) &&
      (referrals === undefined || authorization.referrals.some((referral) => referrals.has(referral))) &&
      (utilities.length === 0 || utilities.includes(authorization.utility)) &&
      (isTest === undefined || authorization.isTest === isTest) &&
      (isRevoked === undefined || (authorization.revokedAt !== null) === isRevoked) &&
      (isExpired === undefined || authorization.isExpired === isExpired) &&
      (isDeclined === undefined || (authorization.declinedAt !== null) === isDeclined),
    query,
    listUrl,
  );
  return {
    authorizations: page.items.map((authorization) => authorizationWith(world, authorization, withMeters)),
    next: page.next,
  };
}

/** One authorization; its meters nested where `include=meters` asks for them. */
export function authorizationWith(world: World, authorization: Authorization, withMeters: boolean) {
  const view = authorizationView(authorization);
  if (!withMeters) return view;
  return { ...view, meters: { meters: authorization.meters.map((meter) => meterView(world, meter)), next: null } };
}

/** `GET /meters?uids&authorizations&is_activated&after`; a meter of two authorizations is listed in both. */
export function listMeters(world: World, query: URLSearchParams, listUrl: string) {
  const uids = readList(query, 'uids');
  const authorizations = readList(query, 'authorizations');
  const isActivated = readBoolean(query, 'is_activated');
  const page = cutPage(
    newestFirst(world.authorizations.values(), (authorization) => authorization.createdAt).flatMap(
      (authorization) => authorization.meters,
    ),
    (meter) =>
      (uids?.has(meter.uid) ?? true) &&
      (authorizations?.has(meter.authorization.uid) ?? true) &&
      (isActivated === undefined || meter.isActivated === isActivated),
    query,
    listUrl,
    (meter) => `${meter.authorization.uid}.${meter.uid}`,
  );
  return { meters: page.items.map((meter) => meterView(world, meter)), next: page.next };
}

/** `GET /forms?after` */
export function listForms(world: World, query: URLSearchParams, listUrl: string) {
  const uids = readList(query, 'uids');
  const page = cutPage([...world.forms.values()].reverse(), (form) => uids?.has(form.uid) ?? true, query, listUrl);
  return { forms: page.items.map((form) => formView(world, form)), next: page.next };
}
