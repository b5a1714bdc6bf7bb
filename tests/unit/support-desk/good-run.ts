/** A submission where everything went right, to be spoiled by tests. */
import type { Observation, ObservedEvent, ObservedMeter } from '../../../electron/support-desk/observation.ts';

/** Events in the order given, one second apart. */
export function events(types: readonly string[], meter?: string): ObservedEvent[] {
  return types.map((type, index) => ({
    uid: `${type}-${index}-${meter ?? ''}`,
    type,
    ts: new Date(1_700_000_000_000 + index * 1000).toISOString(),
    meter,
    raw: {},
  }));
}

export function meter(uid: string, more: Partial<ObservedMeter> = {}): ObservedMeter {
  return { uid, status: 'updated', message: undefined, notes: [], bills: 12, intervals: 35_000, raw: {}, ...more };
}

export const LOGIN = [
  'authorization_created',
  'authorization_update_started',
  'authorization_update_finished_successful',
];
export const COLLECTED = [
  'meter_created',
  'meter_historical_collection_started',
  'meter_historical_collection_progress',
  'meter_bills_added',
  'meter_intervals_added',
  'meter_historical_collection_finished_successful',
];

export const without = (type: string) => COLLECTED.filter((one) => one !== type);

/** A residential submission where everything went right. */
export function good(more: Partial<Observation> = {}): Observation {
  return {
    firedAt: 0,
    changedAt: 5000,
    seenAt: 6000,
    referral: 'R1',
    authorization: {
      uid: 'a1',
      status: 'updated',
      message: undefined,
      revoked: false,
      expired: false,
      notes: [],
      raw: {},
    },
    meters: [meter('m1')],
    events: [...events(LOGIN), ...events(COLLECTED, 'm1')],
    collected: ['m1'],
    ...more,
  };
}
