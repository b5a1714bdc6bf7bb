import { call } from '../../api/index.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';

/** Copies events as they were received, one JSON object a line. */
export async function copyEvents(workspace: string, uids: readonly string[]): Promise<void> {
  try {
    const events = await Promise.all(uids.map((uid) => call('events.get', { workspace, uid })));
    await navigator.clipboard.writeText(events.map(({ json }) => json).join('\n'));
    notify(events.length === 1 ? 'Copied the event’s JSON.' : `Copied ${events.length} events as NDJSON.`);
  } catch (error) {
    notifyFailure(error);
  }
}
