import { call } from '../../api/index.ts';
import { copyText, notifyFailure } from '../../ui/notify.ts';

/** Copies events as they were received, one JSON object a line. */
export async function copyEvents(workspace: string, uids: readonly string[]): Promise<void> {
  const asked = Promise.all(uids.map((uid) => call('events.get', { workspace, uid })));
  await asked.then((events) => {
    const message = events.length === 1 ? 'Copied the event’s JSON.' : `Copied ${events.length} events as NDJSON.`;
    return copyText(events.map(({ json }) => json).join('\n'), message);
  }, notifyFailure);
}
