/**
 * The table of the control API: what `GET {control_url}` says of itself. The routes are made from its rows, so an
 * action that is described exists, and one that exists is described.
 */

export interface ActionRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the control URL. */
  readonly path: string;
  /** Members of the JSON body and what they mean; null where none is read. */
  readonly body: Readonly<Record<string, string>> | null;
}

export const ACTIONS = {
  clock: {
    method: 'POST',
    path: '/clock',
    body: { advance_s: 'simulated seconds to advance; answers once everything due has been done' },
  },
  webhook: {
    method: 'PUT',
    path: '/webhook',
    body: { url: 'http(s) endpoint; its setup ping is sent at once', secret: 'signing secret; optional' },
  },
  webhook_show: { method: 'GET', path: '/webhook', body: null },
  webhook_remove: { method: 'DELETE', path: '/webhook', body: null },
  ping: { method: 'POST', path: '/ping', body: null },
  faults: {
    method: 'POST',
    path: '/faults',
    body: {
      path: 'path without query, or a glob (* any run of characters, ? one)',
      method: 'optional; any when left out',
      status: 'optional; the service answers itself when left out',
      retry_after_s: 'optional; seconds of the Retry-After header',
      body: 'optional; html | json | none (the default)',
      delay_ms: 'optional; milliseconds before the answer',
      cut: 'optional; true cuts the answer in its middle, a number after so many bytes',
      times: 'optional; how many requests get it, all until cleared when left out',
    },
  },
  faults_show: { method: 'GET', path: '/faults', body: null },
  fault_remove: { method: 'DELETE', path: '/faults/{id}', body: null },
  faults_clear: { method: 'DELETE', path: '/faults', body: null },
  limits: {
    method: 'PUT',
    path: '/limits',
    body: { requests: 'requests of one token in a window', per_s: 'seconds of the window' },
  },
  limits_clear: { method: 'DELETE', path: '/limits', body: null },
  builds: {
    method: 'PUT',
    path: '/builds',
    body: {
      readings: 'feeds above so many readings are answered with 202 first; null for never',
      build_s: 'seconds that a build takes',
    },
  },
  quirks: { method: 'PUT', path: '/quirks', body: { quirks: 'all | none | names parted by commas' } },
  balance: { method: 'PUT', path: '/balance', body: { balance: 'number; the default is 0' } },
  plan: { method: 'PUT', path: '/plan', body: { plan: 'per_month (12 months) | per_collection (36 months)' } },
  revoke: { method: 'POST', path: '/authorizations/{uid}/revoke', body: null },
  expire: { method: 'POST', path: '/authorizations/{uid}/expire', body: null },
  renew: {
    method: 'POST',
    path: '/authorizations/{uid}/renew',
    body: { days: 'optional; the new end lies so many days ahead, 365 when left out' },
  },
  code: {
    method: 'POST',
    path: '/authorizations/{uid}/code',
    body: { code: 'what the customer types where a login waits for a code; mfa_code is the right one' },
  },
  ongoing: {
    method: 'PUT',
    path: '/meters/{uid}/ongoing',
    body: { frequency: 'daily (what is new is collected every night) | off; in every authorization of the meter' },
  },
  requests: { method: 'GET', path: '/requests', body: null },
  requests_clear: { method: 'DELETE', path: '/requests', body: null },
  deliveries: { method: 'GET', path: '/deliveries', body: null },
} as const satisfies Readonly<Record<string, ActionRow>>;

export type ActionName = keyof typeof ACTIONS;

/** Actions below the same address that greenbutton/control.ts answers. */
export const GREEN_BUTTON_ACTIONS = {
  watch: {
    method: 'PUT',
    path: '/watch',
    body: {
      on: 'true begins to watch the clients afresh, false ends it',
      ignore: 'optional; beginnings of User-Agents that are not watched',
    },
  },
  watch_show: { method: 'GET', path: '/watch', body: null },
  notification: {
    method: 'PUT',
    path: '/notification',
    body: {
      url: 'where the BatchList of new bulk feeds goes; one is sent at once',
      about: 'optional; bulk (the default) | application | authorization | subscription: what it names',
      once: 'optional; true sends it there this once and leaves the registration as it is',
    },
  },
} as const satisfies Readonly<Record<string, ActionRow>>;
