import { describe, expect, it } from 'vitest';
import type { Observation, ObservedAuthorization, ObservedMeter } from '../../../electron/support-desk/observation.ts';
import { stepsBetween } from '../../../electron/support-desk/timeline.ts';

const authorization: ObservedAuthorization = {
  uid: 'a1',
  status: 'pending',
  message: undefined,
  revoked: false,
  expired: false,
  notes: [],
  raw: { uid: 'a1', extra: true },
};
const meter: ObservedMeter = {
  uid: 'm1',
  status: 'updated',
  message: undefined,
  notes: [],
  bills: 0,
  intervals: 0,
  raw: { uid: 'm1' },
};

function seen(more: Partial<Observation> = {}): Observation {
  return {
    firedAt: 0,
    changedAt: 0,
    seenAt: 5000,
    referral: 'R1',
    authorization: undefined,
    meters: [],
    events: [],
    collected: undefined,
    ...more,
  };
}

const texts = (before: Observation | undefined, after: Observation) =>
  stepsBetween(before, after).map(({ kind, text }) => `${kind}: ${text}`);

describe('the timeline of a run', () => {
  it('begins with the referral and tells it once', () => {
    expect(texts(undefined, seen())).toEqual(['referral: The service answered with referral R1']);
    expect(texts(seen(), seen())).toEqual([]);
  });

  it('tells of an authorization when it appears, and again when its status changes, with the raw object', () => {
    const appeared = seen({ authorization });
    expect(stepsBetween(seen(), appeared)).toEqual([
      {
        seenAt: 5000,
        kind: 'authorization',
        text: 'Authorization a1 appeared, pending',
        object: 'a1',
        raw: authorization.raw,
      },
    ]);
    const errored = seen({ authorization: { ...authorization, status: 'errored', revoked: true } });
    expect(texts(appeared, errored)).toEqual([
      'authorization: Authorization is errored',
      'authorization: Authorization is revoked',
    ]);
  });

  it('tells of meters, of their data, and of every note once', () => {
    const note = { type: 'waiting', message: 'for its turn', at: '2026-01-01T00:00:00+00:00', eta: undefined };
    const first = seen({ authorization, meters: [meter] });
    const second = seen({ authorization, meters: [{ ...meter, status: 'pending', bills: 3, notes: [note] }] });
    expect(texts(seen({ authorization }), first)).toEqual(['meter: Meter m1 was found']);
    expect(texts(first, second)).toEqual([
      'meter: Meter is pending',
      'meter: Meter has 3 bills',
      'note: Note waiting: for its turn',
    ]);
    expect(texts(second, second)).toEqual([]);
  });

  it('shows events that nobody knows as they are, with the time that the service gave', () => {
    const event = {
      uid: 'e1',
      type: 'meter_painted_green',
      ts: '2026-01-01T00:00:00.000001+00:00',
      meter: 'm1',
      raw: 1,
    };
    const before = seen({ authorization, meters: [meter] });
    expect(stepsBetween(before, { ...before, events: [event] })).toEqual([
      { seenAt: 5000, kind: 'event', text: 'meter_painted_green', ts: event.ts, object: 'm1', raw: 1 },
    ]);
  });

  it('shows a note as it was received, with what this program does not know of it', () => {
    const raw = { type: 'access_code_needed', msg: 'Enter it.', ts: null, url: 'https://service.test/code' };
    const note = { type: 'access_code_needed', message: 'Enter it.', at: undefined, eta: undefined, raw };
    const steps = stepsBetween(seen({ authorization }), seen({ authorization: { ...authorization, notes: [note] } }));
    expect(steps).toMatchObject([{ kind: 'note', raw: { url: 'https://service.test/code' } }]);
  });
});
