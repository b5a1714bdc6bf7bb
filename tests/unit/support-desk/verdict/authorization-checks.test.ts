import { describe, expect, it } from 'vitest';
import { type Expectation, expectationOf } from '../../../../electron/support-desk/catalogue.ts';
import type { Observation, ObservedAuthorization } from '../../../../electron/support-desk/observation.ts';
import { checkAuthorization, notesInWords } from '../../../../electron/support-desk/verdict/authorization-checks.ts';
import type { Context } from '../../../../electron/support-desk/verdict/checks.ts';

const authorization = (more: Partial<ObservedAuthorization> = {}): ObservedAuthorization => ({
  uid: 'a1',
  status: 'updated',
  message: undefined,
  revoked: false,
  expired: false,
  notes: [],
  raw: {},
  ...more,
});

/** The checks of a scenario's authorization by their ids, while nothing is over or once patience is. */
function states(scenario: string, seen: Partial<Observation>, late = false): Record<string, string> {
  const context: Context = {
    expectation: expectationOf(scenario) as Expectation, // one of the catalogue
    seen: {
      firedAt: 0,
      changedAt: 0,
      seenAt: 0,
      referral: 'R1',
      authorization: undefined,
      meters: [],
      events: [],
      collected: undefined,
      ...seen,
    },
    late,
    quiet: false,
    quietFor: '',
  };
  return Object.fromEntries(
    checkAuthorization(context).map(({ id, state }) => [id.replace('authorization.', ''), state]),
  );
}

describe('the authorization of a submission', () => {
  it('is the only thing to check while there is none, and is missing once patience is over', () => {
    expect(states('residential', {})).toEqual({ created: 'waiting' });
    expect(states('residential', {}, true)).toEqual({ created: 'fail' });
  });

  it('cannot be judged as missing where it was lost, or where one could not be read', () => {
    expect(states('residential', { authorization: authorization(), lost: true }, true).created).toBe('unjudged');
    expect(states('residential', { unread: { authorizations: ['no uid'], meters: [] } }, true).created).toBe(
      'unjudged',
    );
  });

  it.each([
    ['residential', 'updated', 'pass'],
    ['residential', 'errored', 'fail'],
    ['residential', 'pending', 'waiting'],
    ['residential', 'brand_new', 'waiting'],
    ['residential', undefined, 'waiting'],
    ['badlogin', 'errored', 'pass'],
    ['badlogin', 'updated', 'fail'],
  ])('of %s with the status %s: %s', (scenario, status, state) => {
    expect(states(scenario, { authorization: authorization({ status }) }).outcome).toBe(state);
  });

  it('may not end where its meter need not', () => {
    expect(states('residential', { authorization: authorization({ revoked: true }) }).outcome).toBe('fail');
    const ended = { authorization: authorization({ revoked: true }), statusBeforeEnd: 'updated' };
    expect(states('revoked', ended).outcome).toBe('pass');
    expect(states('revoked', { ...ended, statusBeforeEnd: 'errored' }).outcome).toBe('fail');
  });
});

it('notes that were not said are not the same as none', () => {
  expect(notesInWords(undefined)).toBe('notes: not said by the service');
  expect(notesInWords([])).toBe('no notes');
});
