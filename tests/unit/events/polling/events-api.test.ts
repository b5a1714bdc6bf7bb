import { expect, it } from 'vitest';
import { eventsApi } from '../../../../electron/events/polling/events-api.ts';
import type { JsonApiClient } from '../../../../electron/jsonapi/index.ts';

const never = new AbortController().signal;

/** The events of a client that notes its filters, and whose answers have this Date. */
function api(date: string | undefined) {
  const filters: unknown[] = [];
  const client = {
    events: async (filter: unknown, { onAnswer }: { onAnswer: (head: object) => void }) => {
      filters.push(filter);
      onAnswer({ requestId: 'r', headers: date === undefined ? {} : { date } });
      return { items: [{ uid: '1' }], broken: [{}], entries: [{ uid: '1' }, 'odd'], next: 'more' };
    },
  } as unknown as JsonApiClient;
  return { filters, api: eventsApi(async () => client) };
}

it('a page is what was sent, also what the client cannot read, with the clock of the service', async () => {
  const { api: events } = api('Tue, 03 Feb 2026 17:00:00 GMT');
  expect(await events.list({ next: undefined, undelivered: false }, never)).toEqual({
    events: [{ uid: '1' }, 'odd'],
    next: 'more',
    // Whole seconds: half of one is gone on average.
    serverNow: Date.UTC(2026, 1, 3, 17) + 500,
    requestId: 'r',
  });
});

it('a service without a clock that can be read has none', async () => {
  for (const date of [undefined, 'yesterday'])
    expect((await api(date).api.list({ next: undefined, undelivered: false }, never)).serverNow).toBeUndefined();
});

it('asks for what was not delivered, or for the next page as it was given', async () => {
  const { api: events, filters } = api(undefined);
  await events.list({ next: undefined, undelivered: true }, never);
  await events.list({ next: undefined, undelivered: false }, never);
  await events.list({ next: 'https://u.example/more', undelivered: true }, never);
  expect(filters).toEqual([{ isDelivered: false }, { isDelivered: undefined }, { next: 'https://u.example/more' }]);
});
