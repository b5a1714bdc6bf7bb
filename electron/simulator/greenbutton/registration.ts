/** ApplicationInformation and Authorization entries. */
import type { Authorization, Millis } from '../world/types.ts';
import type { ServiceWorld } from '../world/world.ts';
import type { Entry, Link, Writing } from './atom.ts';
import { paths } from './paths.ts';
import { epoch } from './quirks.ts';
import { interval, tag } from './xml.ts';

/** What stands before `/espi/1_1/resource` (service-facts: custodian base). */
export function custodianBase(world: ServiceWorld): string {
  return `${world.settings.baseUrl}/DataCustodian`;
}

export function espiBase(world: ServiceWorld): string {
  return `${custodianBase(world)}/espi/1_1/resource`;
}

export function applicationEntry(world: ServiceWorld, notifyUri: string): Entry {
  const { settings } = world;
  const base = custodianBase(world);
  const espi = espiBase(world);
  const self = paths.application(settings.appUid);
  const issued = Math.floor(world.startedAt / 1000) - 420 * 86_400;
  return {
    entity: 'ApplicationInformation',
    space: 'espi',
    self,
    up: '/ApplicationInformation',
    related: [],
    published: issued * 1000,
    updated: world.startedAt - 30 * 86_400_000,
    body: [
      tag('dataCustodianId', settings.utility),
      tag('dataCustodianApplicationStatus', 2),
      tag('thirdPartyApplicationDescription', 'Reads usage and bills that customers have authorised.'),
      tag('thirdPartyApplicationStatus', 3),
      tag('thirdPartyApplicationType', 2),
      tag('thirdPartyApplicationUse', 1),
      tag('thirdPartyPhone', '+1 555 0199'),
      tag('authorizationServerUri', base),
      tag('thirdPartyNotifyUri', notifyUri),
      tag('authorizationServerAuthorizationEndpoint', `${base}/oauth/authorize`),
      tag('authorizationServerTokenEndpoint', `${base}/oauth/token`),
      tag('dataCustodianBulkRequestURI', espi + paths.bulk(settings.bulkUid)),
      tag('dataCustodianResourceEndpoint', espi),
      tag('client_secret', settings.clientSecret),
      tag('client_name', 'Meterscope'),
      tag('redirect_uri', settings.redirectUri),
      tag('client_id', settings.clientId),
      tag('software_id', 'meterscope'),
      tag('software_version', '0.1'),
      tag('client_id_issued_at', issued),
      tag('client_secret_expires_at', 0),
      tag('contacts', settings.userEmail),
      tag('token_endpoint_auth_method', 'client_secret_basic'),
      tag('scope', 'FB=4_16_51'),
      tag('grant_types', 'authorization_code'),
      tag('grant_types', 'refresh_token'),
      tag('grant_types', 'client_credentials'),
      tag('response_types', 'code'),
      tag('registration_client_uri', espi + self),
      tag('registration_access_token', settings.registrationToken),
    ].join(''),
  };
}

/** AuthorizationStatus: 1 active, 2 denied by the customer, 0 no longer good (revoked or expired). */
function statusOf(authorization: Authorization): 0 | 1 | 2 {
  if (authorization.declinedAt !== null) return 2;
  return authorization.revokedAt === null && !authorization.isExpired ? 1 : 0;
}

export function authorizationEntry(world: ServiceWorld, writing: Writing, authorization: Authorization): Entry {
  const { quirks } = writing;
  const base = espiBase(world);
  // Links only to data that some token of the third party opens: never one was issued for what came by a form.
  const active = statusOf(authorization) === 1 && world.tokenStore.accessExpiry(authorization.uid) !== null;
  const related: Link[] = [];
  if (active) related.push({ path: paths.batch(authorization), type: 'espi-feed/Subscription' });
  if (active && authorization.scope.customer) {
    related.push({ path: paths.customerBatch(authorization), type: 'cust-feed/RetailCustomer' });
  }
  const created = seconds(authorization.createdAt);
  const ends = Math.max(created, seconds(authorization.revokedAt ?? authorization.expiresAt));
  const dataFrom = Math.min(created, ...authorization.meters.map((meter) => meter.model.historyStart));
  return {
    entity: 'Authorization',
    space: 'espi',
    self: paths.authorization(authorization),
    up: '/Authorization',
    related,
    published: authorization.createdAt,
    updated: authorization.updatedAt,
    body: [
      interval('authorizedPeriod', epoch(quirks, created), epoch(quirks, ends)),
      interval('publishedPeriod', epoch(quirks, dataFrom), epoch(quirks, ends)),
      tag('status', statusOf(authorization)),
      tag(
        'expires_at',
        epoch(quirks, seconds(world.tokenStore.accessExpiry(authorization.uid) ?? authorization.expiresAt)),
      ),
      tag('grant_type', 'authorization_code'),
      tag('scope', authorization.scope.raw),
      tag('token_type', 'Bearer'),
      authorization.declinedAt === null ? '' : tag('error', 'access_denied'),
      // The schema demands the element; where there is no data to be had, it leads nowhere.
      tag('resourceURI', active ? base + paths.batch(authorization) : ''),
      tag('authorizationURI', base + paths.authorization(authorization)),
      active && authorization.scope.customer
        ? tag('customerResourceURI', base + paths.customerBatch(authorization))
        : '',
    ].join(''),
  };
}

function seconds(at: Millis): number {
  return Math.floor(at / 1000);
}
