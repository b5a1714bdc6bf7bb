import { describe, expect, it } from 'vitest';
import type { OwnExpectation, ScenarioFile } from '#shared/contract/scenario-files.ts';
import { expectationOf } from '../../../electron/support-desk/catalogue.ts';
import type { Observation } from '../../../electron/support-desk/observation.ts';
import { judge } from '../../../electron/support-desk/verdict/verdict.ts';
import { COLLECTED, events, good, meter } from './good-run.ts';

const LIMITS = { quietMs: 1000, patienceMs: 60_000 };

/** How many meters there are is for the tests to say. */
function fileWith(own: OwnExpectation): ScenarioFile {
  return {
    meterscope: 'scenario',
    version: 1,
    name: 'mine',
    steps: [{ submit: { scenario: 'residential' } }, { collect: {} }],
    expectations: { own: [own], leaveOut: ['meters.count'] },
  };
}

function verdictOf(own: OwnExpectation, seen: Observation = good()) {
  const expectation = expectationOf('residential');
  if (!expectation) throw new Error('no expectation');
  const verdict = judge(expectation, seen, LIMITS, false, fileWith(own));
  return { ...verdict, own: verdict.checks.find(({ id }) => id === `own.${own.name}`) };
}

/** Quiet for long enough, patience not over. */
const QUIET = { changedAt: 5000, seenAt: 7000 };
const one = (what: Omit<OwnExpectation, 'name'>): OwnExpectation => ({ name: 'mine', ...what });
const told = (type: string) => [{ type, message: undefined, at: undefined, eta: undefined }];
const raw = {
  utility: 'DEMO',
  bill_count: 12,
  bill_coverage: [
    ['2025-01-01', '2025-01-31'],
    ['2025-01-31', '2025-03-02'],
  ],
  base: { services: ['electric'] },
};
const seen = (more: Partial<Observation> = {}) => good({ ...QUIET, meters: [meter('m1', { raw })], ...more });
const two = (more: Partial<Observation> = {}) =>
  seen({
    meters: [meter('m1', { raw }), meter('m2', { raw: { ...raw, utility: 'OTHER' } })],
    events: [...good().events, ...events(COLLECTED, 'm2')],
    collected: ['m1', 'm2'],
    ...more,
  });

describe('an own expectation', () => {
  it.each<[string, Omit<OwnExpectation, 'name'>, Observation?]>([
    ['events that came', { events: { types: ['meter_bills_added'] } }],
    ['one event of several types', { events: { types: ['never', 'meter_bills_added'], atLeast: 1, atMost: 1 } }],
    ['an event that must not come', { events: { types: ['authorization_revoked'], atMost: 0 } }],
    ['an order', { events: { inOrder: ['meter_created', 'meter_intervals_added'], of: 'each meter' } }],
    ['an event of the authorization', { events: { types: ['authorization_created'], of: 'authorization' } }],
    ['an event in time', { events: { types: ['meter_intervals_added'], withinSeconds: 4 } }],
    ['no note of an error', { notes: { of: 'authorization', none: ['access_invalid'] } }],
    [
      'one of two notes',
      { notes: { of: 'each meter', types: ['a', 'bills_full'] } },
      seen({ meters: [meter('m1', { notes: told('bills_full') })] }),
    ],
    ['how many meters', { meters: { atLeast: 1, atMost: 1 } }],
    [
      'the status of the authorization',
      { value: { of: 'authorization', path: 'status', equals: 'updated' } },
      seen({ authorization: { ...authorization(), raw: { status: 'updated' } } }),
    ],
    ['a value of a list', { value: { of: 'each meter', path: 'utility', oneOf: ['X', 'DEMO'] } }],
    ['a value like a pattern', { value: { of: 'each meter', path: 'base.services.0', matches: '^elec' } }],
    ['a number of at least', { value: { of: 'each meter', path: 'bill_count', atLeast: 12 } }],
    ['the newest of a list', { value: { of: 'each meter', path: 'bill_coverage.-1.1', equals: '2025-03-02' } }],
    ['a member that is said', { value: { of: 'each meter', path: 'utility', said: true } }],
    ['a member that is not said', { value: { of: 'each meter', path: 'suppliers', said: false } }],
    [
      'a null that is expected',
      { value: { of: 'each meter', path: 'tariff', equals: null } },
      seen({ meters: [meter('m1', { raw: { tariff: null } })] }),
    ],
    ['counts and days of bills', { bills: { count: { atLeast: 12 }, days: { atLeast: 60, atMost: 60 } } }],
    ['the number of intervals', { intervals: { count: { atLeast: 1000 } } }],
    ['any meter', { value: { of: 'any meter', path: 'utility', equals: 'OTHER' } }, two()],
  ])('holds: %s', (_what, own, observed = seen()) => {
    expect(verdictOf(one(own), observed).own).toMatchObject({ state: 'pass' });
  });

  it.each<[string, Omit<OwnExpectation, 'name'>, RegExp, Observation?]>([
    ['too many events', { events: { types: ['meter_created'], atMost: 0 } }, /observed 1$/],
    [
      'another order',
      { events: { inOrder: ['meter_intervals_added', 'meter_created'], of: 'each meter' } },
      /it came too early/,
    ],
    [
      'an event that came too late',
      { events: { types: ['meter_intervals_added'], withinSeconds: 3 } },
      /one after 4 s/,
    ],
    [
      'an order that came too late',
      { events: { inOrder: ['meter_intervals_added'], withinSeconds: 3 } },
      /not within 3 s/,
    ],
    ['an event that did not come in time', { events: { types: ['never'], withinSeconds: 5 } }, /observed 0$/],
    ['a note that is missing', { notes: { of: 'authorization', types: ['access_valid'] } }, /observed no notes/],
    [
      'a note that must not be',
      { notes: { of: 'any meter', none: ['bad'] } },
      /bad/,
      seen({ meters: [meter('m1', { notes: told('bad') })] }),
    ],
    ['too few meters', { meters: { atLeast: 2 } }, /expected at least 2 meters, observed 1$/],
    ['another value', { value: { of: 'each meter', path: 'utility', equals: 'OTHER' } }, /meter m1: "DEMO"/],
    [
      'another value at one of two meters',
      { value: { of: 'each meter', path: 'utility', equals: 'DEMO' } },
      /observed meter m2: "OTHER"$/,
      two(),
    ],
    ['a value of another type', { value: { of: 'each meter', path: 'utility', atLeast: 1 } }, /"DEMO"/],
    ['a member that should not be said', { value: { of: 'each meter', path: 'utility', said: false } }, /"DEMO"/],
    ['a member that should be said', { value: { of: 'each meter', path: 'tariff', said: true } }, /not said/],
    ['too few bills', { bills: { count: { atLeast: 13 } } }, /12 bills/],
    ['too few days', { bills: { days: { atLeast: 61 } } }, /60 days/],
    ['none of the meters', { value: { of: 'any meter', path: 'utility', equals: 'X' } }, /m1.*m2/, two()],
    [
      'no meter to look at',
      { value: { of: 'each meter', path: 'utility', equals: 'DEMO' } },
      /no meter/,
      seen({ meters: [], collected: [] }),
    ],
  ])('fails, and is named with what was observed: %s', (_what, own, words, observed = seen()) => {
    const verdict = verdictOf(one(own), observed);
    expect(verdict.own?.state).toBe('fail');
    expect(`expected ${verdict.own?.expected}, observed ${verdict.own?.observed}`).toMatch(words);
    expect(verdict.state).toBe('fail');
    if (observed.meters.length > 0) expect(verdict.reason).toMatch(/^own expectation "mine": expected /);
  });

  it.each<[string, Omit<OwnExpectation, 'name'>, Observation]>([
    ['a member that is not said', { value: { of: 'each meter', path: 'tariff', equals: 'A' } }, seen()],
    [
      'notes that are not said',
      { notes: { of: 'each meter', none: ['x'] } },
      seen({ meters: [meter('m1', { notes: undefined })] }),
    ],
    [
      'a count that is not said',
      { bills: { count: { atLeast: 0 } } },
      seen({ meters: [meter('m1', { bills: undefined })] }),
    ],
    ['spans that are not said', { intervals: { days: { atLeast: 1 } } }, seen()],
    [
      'meters that cannot be read',
      { meters: { atLeast: 1 } },
      seen({ unread: { authorizations: [], meters: ['uid: missing'] } }),
    ],
    [
      'any meter, where one does not say it and the others say something else',
      { value: { of: 'any meter', path: 'tariff', equals: 'A' } },
      two({ meters: [meter('m1', { raw: { tariff: 'B' } }), meter('m2', { raw })] }),
    ],
    [
      'any meter, where one that cannot be read may be the one',
      { value: { of: 'any meter', path: 'utility', equals: 'X' } },
      seen({ unread: { authorizations: [], meters: ['uid: missing'] } }),
    ],
    [
      'each meter, where one cannot be read',
      { value: { of: 'each meter', path: 'utility', equals: 'DEMO' } },
      seen({ unread: { authorizations: [], meters: ['uid: missing'] } }),
    ],
    [
      'an event that may be the one',
      { events: { types: ['never'] } },
      seen({ seenAt: 70_000, unclaimed: [{ type: 'never', lacks: 'no meter' }] }),
    ],
    [
      'an event that may be one too many',
      { events: { types: ['never'], atMost: 0 } },
      seen({ unclaimed: [{ type: 'never', lacks: 'no meter' }] }),
    ],
  ])('cannot be judged: %s', (_what, own, observed) => {
    const verdict = verdictOf(one(own), observed);
    expect(verdict.own?.state).toBe('unjudged');
    expect(verdict.state).not.toBe('pass');
  });

  it('may only differ', () => {
    const verdict = verdictOf(one({ meters: { atLeast: 2 }, otherwise: 'differs' }), seen());
    expect(verdict.state).toBe('differs');
    expect(verdict.reason).toBe(
      'passed, but own expectation "mine" differs: expected at least 2 meters (else it differs only), observed 1',
    );
  });

  it('waits for what may still come: quiet for what is wrong, patience for an event', () => {
    const wrong = one({ meters: { atLeast: 2 } });
    expect(verdictOf(wrong, seen({ seenAt: 5500 })).state).toBe('waiting');
    const event = one({ events: { types: ['never'] } });
    expect(verdictOf(event, seen()).state).toBe('waiting');
    expect(verdictOf(event, seen({ seenAt: 61_000 })).state).toBe('fail');
  });

  it('proves nothing of a meter that another authorization shares', () => {
    const sharing = [{ meter: 'm1', authorization: 'b', started: false }];
    const { own } = verdictOf(one({ bills: { count: { atLeast: 100 } } }), seen({ sharing }));
    expect(own).toMatchObject({ state: 'superseded', observed: expect.stringContaining('authorization b shares') });
    const bills = { bills: { count: { atLeast: 100 } }, otherwise: 'differs' } as const;
    expect(verdictOf(one(bills), seen({ sharing })).own?.state).toBe('superseded');
  });

  it('of any meter does not fail while a shared one may be the one', () => {
    const sharing = [{ meter: 'm1', authorization: 'b', started: false }];
    const any = one({ value: { of: 'any meter', path: 'utility', equals: 'X' } });
    expect(verdictOf(any, two({ sharing })).own).toMatchObject({
      state: 'superseded',
      observed: 'meter m1: "DEMO"; authorization b shares this meter',
    });
  });

  it('proves nothing of a meter that was found after the collection was triggered, until that starts', () => {
    const collections = [{ asked: 1, meters: ['m1'], accepted: ['m1'], known: [] }];
    const later = { collected: ['m1'], progress: { done: 1, since: 0, collections } };
    const of = one({ bills: { count: { atLeast: 1 } } });
    const meters = [meter('m1'), meter('m2', { bills: 0 })];
    expect(verdictOf(of, seen({ ...later, meters })).own).toMatchObject({
      state: 'unjudged',
      observed: 'meter m2: 0 bills; found after the collection was triggered',
    });
    expect(verdictOf(of, two({ ...later, meters })).own?.state).toBe('fail');
  });
});

function authorization(): NonNullable<Observation['authorization']> {
  const { authorization: found } = good();
  if (!found) throw new Error('no authorization');
  return found;
}
