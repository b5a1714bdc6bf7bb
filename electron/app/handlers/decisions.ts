/** What the user decides about what was read: kept by the engine; the windows ask again for what it changes. */
import type { TopicPayload } from '#shared/contract/index.ts';
import type { ContractDecision } from '../../engine/index.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

type Areas = TopicPayload<'store.changed'>['areas'];

export function decisionHandlers({ engine, topics }: AppParts): Pick<Handlers, ContractDecision> {
  const changed = (workspace: string, areas: Areas) => topics.publish('store.changed', { workspace, areas });
  return {
    'series.setBehaviour': async (input) => {
      await engine.call('series.setBehaviour', input);
      // Lists of meters show coverage and totals of their series.
      changed(input.workspace, ['series', 'readings', 'usagePoints']);
    },
    'series.setCostScale': async (input) => {
      await engine.call('series.setCostScale', input);
      changed(input.workspace, ['series', 'readings']);
    },
    'series.setHoles': async (input) => {
      await engine.call('series.setHoles', input);
      changed(input.workspace, ['series', 'readings', 'usagePoints']);
    },
    'bills.setMoneyScale': async (input) => {
      await engine.call('bills.setMoneyScale', input);
      changed(input.workspace, ['bills']);
    },
    'usagePoints.setZone': async (input) => {
      await engine.call('usagePoints.setZone', input);
      changed(input.workspace, ['usagePoints']);
    },
  };
}
