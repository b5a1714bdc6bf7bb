import type { CallInput } from '#shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { formatCount } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/save-file.tsx';

/** Requests of one file: what `requests.har` takes. */
const mostSaved = 5000;

/** Saves the requests of a list as HAR, each with all of its tries: the first of them where they are too many for one file. */
export async function saveHar(question: CallInput<'requests.ids'>): Promise<void> {
  try {
    const ids = await call('requests.ids', question);
    const text = await call('requests.har', { workspace: question.workspace, ids: ids.slice(0, mostSaved) });
    await saveFile('meterscope-requests.har', new Blob([text], { type: 'application/json' }));
    if (ids.length > mostSaved)
      notify(`The file has the first ${formatCount(mostSaved)} of ${formatCount(ids.length)} requests.`);
  } catch (failure) {
    notifyFailure(failure);
  }
}
