import type { eventCalls } from '#shared/contract/events.ts';
import { exportKindOf } from '#shared/export-kinds.ts';
import { replayDelivery, sendRehearsal } from '../../events/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { newExport } from './new-export.ts';

/** Single calls of the service are given up after this long. */
const CALL_MS = 120_000;

/** The event log, its receiver and poller, and the rehearsal bench. */
export function eventHandlers(parts: AppParts): CoreHandlers<typeof eventCalls> {
  const { engine, host, events, policy } = parts;
  const of = (workspace: string) => events.service.of(workspace);
  return {
    'events.export': async ({ format, ...selection }) => {
      const [name, ending] = [`events-${selection.workspace}`, `.${format}`];
      policy.requireExport(exportKindOf(name + ending));
      const file = host.capabilities.saveDialog
        ? await host.chooseSavePath({ title: 'Save events', suggested: name + ending })
        : await newExport(host.paths.data, name, ending);
      if (file === undefined) return undefined;
      return { path: file, ...(await engine.call('events.export', { ...selection, format, file })) };
    },
    'events.settings': async ({ workspace }) => {
      const { log, receiving } = await of(workspace);
      const { hasSecret } = log.facts.get().receiver;
      return { settings: log.settings, receiver: receiving.view(), hasSecret };
    },
    'events.setSettings': async ({ workspace, settings }) => (await of(workspace)).setSettings(settings),
    'events.renewAddress': async ({ workspace }) => (await of(workspace)).renewAddress(),
    'events.health': async ({ workspace }) => (await of(workspace)).log.health(),
    'events.pollNow': async ({ workspace }) => (await of(workspace)).pollNow(),
    'events.lookup': async ({ workspace, uid }) => (await of(workspace)).lookup(uid, AbortSignal.timeout(CALL_MS)),
    'events.markDelivered': async ({ workspace, uids }) =>
      (await of(workspace)).markDelivered(uids, AbortSignal.timeout(CALL_MS)),
    'deliveries.forward': async ({ workspace, ids }) => (await of(workspace)).forwarding.send(ids),
    'rehearsal.send': async (input) => {
      const { log, receiving } = await of(input.workspace);
      const bench = {
        receiving,
        secret: await log.secret(),
        headerPrefix: log.settings.receiver.headerPrefix,
        now: Date.now(),
      };
      return await sendRehearsal(bench, input);
    },
    'rehearsal.endpoint': async (input) => (await of(input.workspace)).endpointBench.rehearse(input),
    'rehearsal.endpoints': async ({ workspace }) => [...(await of(workspace)).log.endpoints],
    'rehearsal.answerWith': async ({ workspace, status, times }) =>
      (await of(workspace)).receiving.answerWith(status, times),
    'rehearsal.replay': async ({ workspace, id, url }) =>
      replayDelivery(await engine.call('deliveries.raw', { workspace, id }), url),
  };
}
