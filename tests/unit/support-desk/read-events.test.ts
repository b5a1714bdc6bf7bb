import { describe, expect, it } from 'vitest';
import type { Observation, ObservedAuthorization } from '../../../electron/support-desk/observation.ts';
import { readEvents } from '../../../electron/support-desk/read-events.ts';
import { newObservation } from '../../../electron/support-desk/run-parts.ts';
import type { EventPage, Looks } from '../../../electron/support-desk/shared-looks.ts';

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000000+00:00`;

/** `a` is the run's own authorization, created at minute 10. */
const authorization: ObservedAuthorization = {
  uid: 'a',
  status: 'pending',
  message: undefined,
  revoked: false,
  expired: false,
  notes: [],
  raw: { created: at(10) },
};

const event = (minute: number, type: string, owner: string | null, meter?: string) => ({
  uid: `${owner}-${type}-${minute}`,
  type,
  ts: at(minute),
  authorization_uid: owner,
  meter_uid: meter ?? null,
});

type Event = ReturnType<typeof event>;

/** Pages of events, newest first. */
function looks(...pages: Event[][]): Pick<Looks, 'events'> {
  const events = async (next: string | undefined): Promise<EventPage> => {
    const number = Number(next ?? 0);
    const items = pages[number] ?? [];
    return { items, broken: [], entries: items, next: number + 1 < pages.length ? String(number + 1) : undefined };
  };
  return { events };
}

const read = (from: Pick<Looks, 'events'>, before: Partial<Observation> = {}) =>
  readEvents(from, authorization, { ...newObservation(0, 0, 'r'), ...before }, new AbortController().signal);

describe('the events of a run', () => {
  it('are read back to the creation of the authorization, and no further', async () => {
    const own = [event(12, 'meter_created', 'a', 'm'), event(11, 'authorization_update_started', 'a')];
    const older = [event(9, 'authorization_created', 'other'), event(10, 'authorization_created', 'a')].toReversed();
    const never = [event(1, 'meter_created', 'a', 'old')];
    const { events, cut } = await read(looks(own, older, never));
    expect(events.map(({ type }) => type)).toEqual([
      'authorization_created',
      'authorization_update_started',
      'meter_created',
    ]);
    expect(cut).toBe(false);
  });

  it('may come late, behind those that are known', async () => {
    const [first] = (await read(looks([event(14, 'meter_created', 'a', 'm')]))).events;
    const late = [event(13, 'authorization_update_started', 'a')];
    const { events } = await read(looks([event(14, 'meter_created', 'a', 'm')], late), {
      events: first ? [first] : [],
    });
    expect(events.map(({ type }) => type)).toEqual(['authorization_update_started', 'meter_created']);
  });

  it('may not say whose they are; those from before are not meant', async () => {
    const { unclaimed } = await read(
      looks([
        event(12, 'authorization_update_started', null),
        event(12, 'meter_created', 'a'),
        event(12, 'ping', null),
        event(9, 'authorization_update_started', null),
      ]),
    );
    expect(unclaimed).toEqual([
      { type: 'authorization_update_started', lacks: 'it does not say its authorization' },
      { type: 'meter_created', lacks: 'it does not say its meter' },
    ]);
  });

  it('tell which newer authorization shares a meter', async () => {
    const own = [event(11, 'meter_created', 'a', 'm')];
    const newer = [event(13, 'meter_historical_collection_started', 'b', 'm'), event(12, 'meter_created', 'b', 'm')];
    const older = [event(12, 'meter_historical_collection_started', 'z', 'm')];
    const apart = [event(12, 'meter_created', 'c', 'n')];
    expect((await read(looks([...newer, ...older, ...apart, ...own]))).sharing).toEqual([
      { meter: 'm', authorization: 'b', started: true },
    ]);
  });
});
