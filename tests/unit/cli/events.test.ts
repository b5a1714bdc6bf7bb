import { describe, expect, it } from 'vitest';
import { newEvents } from '../../../electron/cli/events.ts';
import { sent } from '../events/sample.ts';

describe('what `events tail` takes for new', () => {
  it('is above what it saw, and below it where the service listed an event late; each once', async () => {
    let listed: number[] = [];
    const api = { list: async () => ({ events: listed.map((n) => sent(n)), next: undefined }) };
    const { signal } = new AbortController();
    let place: Parameters<typeof newEvents>[1] = { cursor: {}, firstPage: new Set() };
    const look = async (wanted: boolean, ...numbers: number[]) => {
      listed = numbers;
      const walked = await newEvents(api, place, wanted, signal);
      place = walked.place;
      return walked.events.map(({ uid }) => uid);
    };
    expect(await look(false, 3, 1)).toEqual([]);
    expect(await look(true, 4, 3, 2, 1)).toEqual(['event-2', 'event-4']);
    expect(await look(true, 4, 3, 2, 1)).toEqual([]);
  });
});
