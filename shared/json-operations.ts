/** What the JSON API does by POST and PATCH (specification 4.2 and 4.5, and service-facts): a table of facts. */

export type ActingMethod = 'POST' | 'PATCH';
export const ACTING_METHODS = ['POST', 'PATCH'] as const satisfies readonly ActingMethod[];

interface Operation {
  readonly name: string;
  readonly method: ActingMethod;
  /** Below the base of the JSON API, with a place for a uid. */
  readonly path: string;
  readonly title: string;
  /** What shows afterwards whether the service acted: an address of the JSON API; `{uid}` is the uid of the path. */
  readonly shownBy: string;
}

export const JSON_OPERATIONS = [
  {
    name: 'test_submit',
    method: 'POST',
    path: '/forms/{form_uid}/test-submit',
    title: 'Test submission',
    shownBy: '/authorizations?is_test=true&forms={uid}',
  },
  {
    name: 'historical_collection',
    method: 'POST',
    path: '/meters/historical-collection',
    title: 'Historical collection',
    shownBy: '/events',
  },
  { name: 'new_form', method: 'POST', path: '/forms', title: 'New form', shownBy: '/forms' },
  {
    name: 'delivery_status',
    method: 'PATCH',
    path: '/events/{event_uid}',
    title: 'Delivery status of an event',
    shownBy: '/events/{uid}',
  },
] as const satisfies readonly Operation[];

export type JsonOperation = (typeof JSON_OPERATIONS)[number];

export interface MatchedOperation {
  operation: JsonOperation;
  /** Of the form or the event that the path names. */
  uid: string | undefined;
  /** Its `shownBy` with the uid in place. */
  shownBy: string;
}

/** The operation of an address of the JSON API, whose base is left out; undefined for one that is not known. */
export function matchOperation(method: string, path: string): MatchedOperation | undefined {
  // Dots in a path go up, as they do when it is sent.
  const { pathname } = new URL(`/${path.replace(/^\/+/, '')}`, 'http://service.invalid');
  const segments = pathname.split('/');
  for (const operation of JSON_OPERATIONS) {
    const places = operation.path.split('/');
    const isSame =
      operation.method === method &&
      places.length === segments.length &&
      places.every((place, index) => (place.startsWith('{') ? segments[index] !== '' : place === segments[index]));
    if (!isSame) continue;
    const uid = segments[places.findIndex((place) => place.startsWith('{'))];
    return { operation, uid, shownBy: operation.shownBy.replace('{uid}', uid ?? '') };
  }
  return undefined;
}
