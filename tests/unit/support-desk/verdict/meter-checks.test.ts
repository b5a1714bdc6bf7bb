import { describe, expect, it } from 'vitest';
import { expectationOf } from '../../../../electron/support-desk/catalogue.ts';
import type { Observation, ObservedMeter } from '../../../../electron/support-desk/observation.ts';
import { newObservation } from '../../../../electron/support-desk/run-parts.ts';
import type { Context } from '../../../../electron/support-desk/verdict/checks.ts';
import { checkMeter } from '../../../../electron/support-desk/verdict/meter-checks.ts';

const H = 'meter_historical_collection_';
const meter: ObservedMeter = {
  uid: 'm',
  status: 'updated',
  message: undefined,
  notes: [],
  bills: 12,
  intervals: 900,
  raw: {},
};

/** Observed after the collection was triggered and its events came. */
function context(scenario: string, seen: Partial<Observation> = {}, more: Partial<Context> = {}): Context {
  const expectation = expectationOf(scenario);
  if (!expectation) throw new Error(`no expectation of ${scenario}`);
  const events = ['meter_created', `${H}started`, `${H}progress`, `${H}finished_successful`].map((type, index) => ({
    uid: `e${index}`,
    type,
    ts: new Date(index * 1000).toISOString(),
    meter: 'm',
    raw: {},
  }));
  return {
    expectation,
    seen: { ...newObservation(0, 0, 'r'), meters: [meter], collected: ['m'], events, ...seen },
    late: false,
    quiet: false,
    quietFor: '1 of 20 s',
    ...more,
  };
}
const checkOf = (found: Context, id: string, of: Partial<ObservedMeter> = {}) =>
  checkMeter(found, { ...meter, ...of }).find((check) => check.id === `meter.m.${id}`);

describe('what is expected of a meter', () => {
  it('is nothing where nothing is collected', () => {
    expect(checkMeter(context('badlogin'), meter)).toEqual([]);
  });

  it('is a collection first: not triggered yet, or left out by the service', () => {
    const waiting = context('residential', { collected: undefined, events: [] });
    expect(checkOf(waiting, 'collection')).toMatchObject({ state: 'waiting', observed: 'not triggered yet' });
    const left = context('residential', { collected: [], events: [] }, { late: true });
    expect(checkOf(left, 'collection')).toMatchObject({ state: 'fail', observed: 'the service left this meter out' });
    const refused = context('residential', { collected: ['m'], events: [], refusal: 'No.' }, { late: true });
    expect(checkOf(refused, 'collection')).toMatchObject({ state: 'unjudged', observed: 'No.' });
    // A meter that was found later was not left out of what was refused.
    const later = context('residential', { collected: ['n'], refusal: 'No.' }, { late: true });
    expect(checkOf(later, 'collection')).toMatchObject({ state: 'unjudged', observed: 'No.' });
  });

  describe('where it was found after the collection was triggered', () => {
    /** Triggered for another meter, which the service took. */
    const collections = [{ asked: 1, meters: ['n'], accepted: ['n'], known: [] }];
    const later = { collected: ['n'], progress: { done: 1, since: 0, collections } };

    it('is nothing that can be judged as long as it has not started', () => {
      const words = 'found after the collection was triggered';
      const waiting = context('partialmeters', { ...later, events: [] });
      expect(checkOf(waiting, 'collection')).toMatchObject({ state: 'waiting', observed: words });
      for (const over of [{ quiet: true }, { late: true }])
        expect(checkOf(context('partialmeters', { ...later, events: [] }, over), 'collection')).toMatchObject({
          state: 'unjudged',
          observed: words,
        });
    });

    it('is what is expected of any other once it has started', () => {
      expect(checkOf(context('residential', later), 'outcome')?.state).toBe('pass');
      const late = context('residential', later, { late: true });
      expect(checkOf(late, 'bills', { bills: 0 })).toMatchObject({ state: 'fail', observed: '0' });
    });

    it('is a collection where a later one was triggered for it, too', () => {
      const second = { asked: 2, meters: ['n', 'm'], known: [] };
      const of = (more: { accepted: string[]; refusal?: string }) => ({
        collected: ['n', ...more.accepted],
        progress: { done: 2, since: 0, collections: [...collections, { ...second, ...more }] },
        events: [],
      });
      expect(checkOf(context('residential', of({ accepted: ['n', 'm'] })), 'outcome')?.state).toBe('waiting');
      const left = context('residential', of({ accepted: ['n'] }), { late: true });
      expect(checkOf(left, 'collection')).toMatchObject({ state: 'fail', observed: 'the service left this meter out' });
      const refused = context('residential', of({ accepted: ['n', 'm'], refusal: 'No.' }), { late: true });
      expect(checkOf(refused, 'collection')).toMatchObject({ state: 'unjudged', observed: 'No.' });
    });

    it('is judged as before in a run whose version kept only how many meters it asked for', () => {
      const counted = { ...later.progress, collections: [{ asked: 1, accepted: ['n'], known: [] }] };
      const left = context('residential', { ...later, progress: counted, events: [] }, { late: true });
      expect(checkOf(left, 'collection')).toMatchObject({ state: 'fail', observed: 'the service left this meter out' });
    });
  });

  it('is that it ends, which a status alone does not tell', () => {
    expect(checkOf(context('residential'), 'outcome')?.state).toBe('pass');
    expect(checkOf(context('residential', { events: [] }), 'outcome')?.state).toBe('waiting');
    expect(checkOf(context('residential'), 'outcome', { status: 'errored' })?.state).toBe('fail');
    expect(checkOf(context('residential'), 'outcome', { status: undefined })).toMatchObject({ state: 'waiting' });
    expect(checkOf(context('residential', {}, { quiet: true }), 'outcome', { status: undefined })).toMatchObject({
      state: 'unjudged',
    });
  });

  it('is a wait without end only once nothing changes any more', () => {
    const events: Observation['events'] = [];
    const of = { status: 'pending' };
    expect(checkOf(context('pending_manual_after', { events }), 'outcome', of)).toMatchObject({
      state: 'waiting',
      observed: 'pending, quiet for 1 of 20 s',
    });
    expect(checkOf(context('pending_manual_after', { events }, { quiet: true }), 'outcome', of)?.state).toBe('pass');
    expect(checkOf(context('pending_manual_after', { events }, { late: true }), 'outcome', of)?.state).toBe('unjudged');
    expect(checkOf(context('pending_manual_after'), 'outcome', of)?.state).toBe('fail');
  });

  it('is its data: a count that is not said is not zero', () => {
    const found = context('residential');
    expect(checkOf(found, 'bills')).toMatchObject({ state: 'pass', expected: 'some', observed: '12' });
    const late = context('residential', {}, { late: true });
    expect(checkOf(late, 'bills', { bills: 0 })).toMatchObject({ state: 'fail', observed: '0' });
    expect(checkOf(late, 'bills', { bills: undefined })?.state).toBe('unjudged');
    expect(checkOf(context('nobills'), 'bills', { bills: 1 })?.state).toBe('fail');
    // What is revoked is deleted, but not at once.
    expect(checkOf(context('revoked'), 'bills', { bills: 1 })?.state).toBe('waiting');
  });

  it('is the reason in its notes, or that of the authorization, which differs', () => {
    const note = { type: 'access_invalid', message: undefined, at: undefined, eta: undefined };
    const late = context('badlogin_after', {}, { late: true });
    expect(checkOf(late, 'notes', { notes: [note] })?.state).toBe('pass');
    expect(checkOf(late, 'notes')?.state).toBe('fail');
    expect(checkOf(late, 'notes', { notes: undefined })?.state).toBe('unjudged');
    const authorization = {
      uid: 'a',
      status: 'updated',
      message: undefined,
      revoked: false,
      expired: false,
      notes: [note],
      raw: {},
    };
    const elsewhere = context('badlogin_after', { authorization }, { late: true });
    expect(checkOf(elsewhere, 'notes')).toMatchObject({
      state: 'differs',
      observed: expect.stringContaining('told by the authorization only'),
    });
  });

  it('is no failure where another authorization shares the meter', () => {
    const sharing = [{ meter: 'm', authorization: 'b', started: true }];
    const shared = context('residential', { sharing }, { late: true });
    expect(checkOf(shared, 'bills', { bills: 0 })).toMatchObject({
      state: 'superseded',
      observed: '0; authorization b shares this meter',
    });
    const taken = context('residential', { sharing, events: [] }, { quiet: true });
    expect(checkMeter(taken, meter)).toMatchObject([{ id: 'meter.m.collection', state: 'superseded' }]);
    expect(checkMeter(context('residential', { sharing, events: [] }), meter).length).toBeGreaterThan(1);
  });
});
