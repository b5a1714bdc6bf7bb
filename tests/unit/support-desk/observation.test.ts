import { expect, it } from 'vitest';
import { hasEnded, type ObservedAuthorization } from '../../../electron/support-desk/observation.ts';

it('an authorization has ended where it says so, and not where it says nothing', () => {
  const of = (more: Partial<ObservedAuthorization>) => hasEnded(more as ObservedAuthorization); // only these are read
  expect([of({ revoked: true }), of({ expired: true }), of({ revoked: false }), of({}), hasEnded(undefined)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
