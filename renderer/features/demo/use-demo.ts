import { useCall } from '../../api/index.ts';

/** Requests use faults up, which nothing announces. Milliseconds. */
const ASK_EVERY_MS = 2_000;

/**
 * How the embedded service of the demo is set.
 * @param watch true asks again all the time, for its clock; else only while a fault waits for requests
 */
export function useDemo(workspace: string, { watch, enabled = true }: { watch: boolean; enabled?: boolean }) {
  return useCall(
    'demo.state',
    { workspace },
    { enabled, askAgainAfter: (state) => (watch || (state?.faults.length ?? 0) > 0 ? ASK_EVERY_MS : false) },
  );
}
