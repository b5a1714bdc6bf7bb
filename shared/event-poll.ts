/** Requests that only look for new events: every few seconds one, so that lists of requests can leave them out. */

/** Path of the events list, for JavaScript and for DuckDB (RE2). */
export const EVENT_LIST_URL = '/events([?]|$)';

const eventList = new RegExp(EVENT_LIST_URL);

/** Whether a request is a poll: asks for the list of events, and not for a job. */
export function isEventPoll({ method, url, job }: { method: string; url: string; job?: string | undefined }): boolean {
  return method === 'GET' && job === undefined && eventList.test(url);
}
