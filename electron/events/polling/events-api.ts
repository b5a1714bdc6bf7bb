/** The events endpoints through the program's JSON API client. */
import type { AnswerHead } from '../../http/index.ts';
import type { JsonApiClient } from '../../jsonapi/index.ts';
import type { EventsApi } from '../ports.ts';

/** @param client asked for at each call; may reject while the service is not there yet @param brought see EventsApi */
export function eventsApi(
  client: () => Promise<JsonApiClient>,
  brought?: NonNullable<EventsApi['brought']>,
): EventsApi {
  return {
    ...(brought && { brought }),
    list: async ({ next, undelivered }, signal) => {
      const filter = next === undefined ? { isDelivered: undelivered ? false : undefined } : { next };
      let serverNow: number | undefined;
      let requestId: string | undefined;
      const onAnswer = (head: AnswerHead) => {
        serverNow = dateOf(head);
        requestId = head.requestId;
      };
      const page = await (await client()).events(filter, { signal, onAnswer });
      // As sent: the log keeps what the client could not read, too.
      return { events: page.entries, next: page.next, serverNow, requestId };
    },
    one: async (uid, signal) => (await client()).event(uid, { signal }),
    markDelivered: async (uid, signal) => (await client()).setDelivered(uid, true, { signal }),
  };
}

/** The service's clock out of `Date`, epoch milliseconds. It counts in whole seconds: half of one on average is gone. */
function dateOf({ headers }: AnswerHead): number | undefined {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? undefined : date + 500;
}
