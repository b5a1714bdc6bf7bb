import type { attentionCalls } from '#shared/contract/attention.ts';
import { DEMO_WORKSPACE } from '../../connections/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { demoNow } from '../sync.ts';

/** The attention list, judged by the clock of the workspace's service. */
export function attentionHandlers(parts: AppParts): CoreHandlers<typeof attentionCalls> {
  const { engine, start } = parts;

  /** The embedded service has a clock of its own; of any other service nothing is known but that it lives in the present. */
  async function clock(workspace: string): Promise<{ now: number; ahead: number }> {
    const present = Date.now();
    const now = workspace === DEMO_WORKSPACE ? ((await demoNow(parts).catch(() => undefined)) ?? present) : present;
    return { now, ahead: now - present };
  }

  return {
    'attention.list': async (input) => engine.call('attention.lines', { ...input, ...(await clock(input.workspace)) }),
    'attention.count': async ({ workspace }) => {
      // The badge can wait for the first chart.
      await start.usable.soon();
      const answer = await engine.call('attention.lines', { workspace, limit: 1, ...(await clock(workspace)) });
      return { lines: answer.matching };
    },
  };
}
