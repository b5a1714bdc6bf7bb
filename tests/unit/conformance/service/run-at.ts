/** A run of the check of a service at a door that a test makes, and what it files. */
import { RowBook } from '../../../../electron/common/rows/book.ts';
import type { Run } from '../../../../electron/conformance/service/context.ts';
import type { Answer, ServiceDoor } from '../../../../electron/conformance/service/door.ts';
import { resourceNamed, resourcePath } from '../../../../shared/resources.ts';

/** An answer of a service. */
export const answered = (status: number, body = ''): Answer => ({
  status,
  headers: {},
  body,
  request: 'r',
  fault: undefined,
});

/** No answer came. */
export const RESET: Answer = { ...answered(0), status: undefined, fault: 'connection reset' };

/** All tokens are held, and the access_tokens of two authorizations. */
export const held: ServiceDoor['held'] = async () => ({
  classes: ['registration', 'client', 'access'],
  isClientStale: false,
  grants: ['7', '8'].map((authorization) => ({
    authorization,
    isEndKnown: true,
    isStale: false,
    isOver: false,
    renewable: false,
  })),
});

/** A run that can use the authorizations 7 and 8, and has found the batch of 7. @param door only what the test uses */
export function runAt(door: Partial<ServiceDoor>): Run {
  const resource = resourceNamed('BatchSubscription');
  const values = { auth_uid: '7' };
  return {
    door: { held, ...door } as ServiceDoor, // nothing else of it is used
    book: new RowBook(),
    consents: new Set(),
    pace: async () => undefined,
    authorizations: ['7', '8'],
    answers: new Map(),
    found: new Map([
      [resource.name, { resource, path: resourcePath(resource, values), values, authorization: values.auth_uid }],
    ]),
    known: new Set(),
    active: new Set(),
    refused: new Set(),
    renewable: [],
    made: undefined,
  };
}

/** What came of a row, in words. */
export function filed({ book }: Run, id: string): { passed: string[]; failed: string[]; cannot: string[] } {
  const { passed, failed, cannot } = book.outcome(id);
  return { passed: passed.map(({ came }) => came), failed: failed.map(({ came }) => came), cannot };
}
