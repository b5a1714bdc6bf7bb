/** What was asked by hand in a workspace, of the request log. */
import { useCall } from '../../api/index.ts';
import { askedAgain } from './resources-address.ts';

/** Lines of the log. */
const LISTED = 200;

/**
 * Newest first, each question once: a redirect or a renewed token is none of its own. Asked for whenever it is shown: no
 * topic says that it grew.
 */
export function useAskedBefore(workspace: string) {
  const about = { kind: 'browser', id: 'resources' } as const;
  const { data, error, isFetching } = useCall('requests.list', { workspace, about, limit: LISTED }, { fresh: true });
  const lines = data?.filter(({ id, call = id }) => call === id) ?? [];
  return { lines: lines.map((line) => ({ ...line, again: askedAgain(line) })), error, isFetching };
}
