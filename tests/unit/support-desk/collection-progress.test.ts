import { describe, expect, it } from 'vitest';
import type { CollectedMeter } from '#shared/contract/collections.ts';
import type { ApiAuthorization } from '../../../electron/jsonapi/index.ts';
import { meterProgress, outcomeOf, planOf } from '../../../electron/support-desk/collection-progress.ts';

const before: CollectedMeter = {
  uid: 'm1',
  authorization: 'a1',
  state: 'pending',
  status: 'updated',
  billsBefore: 2,
  bills: 2,
  intervalsBefore: 0,
  intervals: 0,
  events: [],
};

const events = (...types: string[]) =>
  types.map((type, index) => ({ uid: `e${index}`, type, ts: `2026-01-01T00:00:0${index}+00:00`, meter_uid: 'm1' }));

const STEP = 'meter_historical_collection_';

describe('what will happen to a meter', () => {
  it.each([
    ['unknown to the service', undefined, undefined, 'missing'],
    ['revoked', { uid: 'm1', bill_count: 12 }, { uid: 'a1', is_revoked: true }, 'drop'],
    ['expired', { uid: 'm1' }, { uid: 'a1', is_expired: true }, 'drop'],
    ['collected before', { uid: 'm1', bill_count: 12 }, { uid: 'a1' }, 'refresh'],
    ['never activated', { uid: 'm1', is_activated: false }, { uid: 'a1' }, 'first'],
    ['never collected, as its counts say', { uid: 'm1', bill_count: 0, interval_count: 0 }, { uid: 'a1' }, 'first'],
    ['not told to be collected before', { uid: 'm1', bill_count: 0 }, { uid: 'a1' }, 'unsaid'],
  ] as const)('%s', (_what, meter, authorization, plan) => {
    expect(planOf('m1', meter, authorization, 24).plan).toBe(plan);
  });

  it('says the span of a first collection, and the default where none was asked for', () => {
    expect(planOf('m1', { uid: 'm1', is_activated: false }, undefined, 24).text).toContain('24 months');
    expect(planOf('m1', { uid: 'm1', is_activated: false }, undefined, undefined).text).toContain('12 or 36');
  });
});

describe('the progress of a meter', () => {
  it('follows its events to the end', () => {
    const state = (...types: string[]) => meterProgress(before, undefined, events(...types)).state;
    expect(state()).toBe('pending');
    expect(state(`${STEP}started`, `${STEP}progress`)).toBe('pending');
    expect(state(`${STEP}started`, `${STEP}delayed`)).toBe('delayed');
    expect(state(`${STEP}started`, `${STEP}retrying`)).toBe('retrying');
    expect(state(`${STEP}retrying`, `${STEP}finished_successful`)).toBe('finished');
    expect(state(`${STEP}finished_errored`, 'meter_surprised')).toBe('errored');
  });

  it('does not go back where the events that showed it can no longer be read', () => {
    const state = (shown: string, ...types: string[]) =>
      meterProgress({ ...before, events: [`${STEP}started`, `${STEP}${shown}`] }, undefined, events(...types)).state;
    expect(state('finished_successful')).toBe('finished');
    expect(state('finished_errored', 'meter_surprised')).toBe('errored');
    expect(state('delayed', `${STEP}finished_successful`)).toBe('finished');
    const finished = meterProgress(before, undefined, events('meter_historical_collection_finished_successful'));
    const later = meterProgress(meterProgress(finished, undefined, []), undefined, []);
    expect(later).toMatchObject({ state: 'finished', events: finished.events });
  });

  it('shows note, eta and what has come so far', () => {
    const meter = {
      uid: 'm1',
      status: 'pending',
      status_message: 'found bill 4 of 13',
      bill_count: 4,
      interval_count: 96,
      notes: [{ type: 'retrying', msg: 'shortly', eta: '2026-01-01T01:00:00+00:00' }],
    };
    expect(meterProgress(before, meter, [])).toMatchObject({
      message: 'found bill 4 of 13',
      note: 'retrying: shortly',
      eta: '2026-01-01T01:00:00+00:00',
      billsBefore: 2,
      bills: 4,
      intervals: 96,
    });
  });

  it('does not take what the service does not say for nothing', () => {
    expect(planOf('m1', undefined, undefined, 24)).toMatchObject({ bills: undefined, intervals: undefined });
    expect(meterProgress(before, { uid: 'm1', interval_count: 96 }, [])).toMatchObject({
      bills: undefined,
      intervals: 96,
    });
  });

  it('ends with its authorization, unless an event told another end', () => {
    const ended = (of: ApiAuthorization, ...types: string[]) => meterProgress(before, undefined, events(...types), of);
    expect(ended({ uid: 'a1', is_revoked: true }, `${STEP}started`)).toMatchObject({
      state: 'errored',
      ended: 'Its authorization is revoked, and no event told another end.',
    });
    expect(ended({ uid: 'a1', is_expired: true }, `${STEP}delayed`)).toMatchObject({
      state: 'errored',
      ended: 'Its authorization is expired, and no event told another end.',
    });
    expect(ended({ uid: 'a1', is_revoked: true }, `${STEP}finished_successful`).state).toBe('finished');
    expect(ended({ uid: 'a1', is_revoked: false, is_expired: false }).state).toBe('pending');
  });

  it('is that of the authorization that the meter names by now', () => {
    expect(meterProgress(before, { uid: 'm1', authorization_uid: 'a2' }, []).authorization).toBe('a2');
    expect(meterProgress(before, undefined, []).authorization).toBe('a1');
  });

  it('leaves a dropped meter as it is', () => {
    const dropped: CollectedMeter = { ...before, state: 'dropped' };
    expect(meterProgress(dropped, undefined, events(`${STEP}finished_successful`))).toBe(dropped);
  });
});

describe('the outcome of a collection', () => {
  const meters = (...states: CollectedMeter['state'][]) => states.map((state) => ({ ...before, state }));
  it.each([
    ['open while one is under way', meters('finished', 'retrying', 'dropped'), undefined],
    ['done when one came', meters('finished', 'errored', 'dropped'), 'done'],
    ['failed when none came', meters('errored', 'dropped'), 'failed'],
  ])('is %s', (_what, all, outcome) => expect(outcomeOf(all)).toBe(outcome));
});
