/** An event log whose store is in memory: it knows uids, one cursor, and what was asked of it. */
import type { EngineCallName, EngineInput, FreshEvent, IncomingPage } from '../../../electron/engine/index.ts';
import { EventLog } from '../../../electron/events/event-log.ts';
import { DEFAULT_SETTINGS } from '../../../electron/events/event-settings.ts';
import type { EventsApi, EventsPorts } from '../../../electron/events/ports.ts';
import { HandClock } from './hand-clock.ts';
import { sent } from './sample.ts';

/** A service that answers with made-up events. */
export const someApi: EventsApi = {
  list: async () => ({ events: [], next: undefined }),
  one: async (uid) => sent(Number(uid.slice(6))),
  markDelivered: async (uid) => ({ uid }),
};

/** Ports whose outside world does nothing. */
export function quietPorts(
  engine: EventsPorts['engine'],
  api?: EventsApi | undefined,
): EventsPorts & { clock: HandClock } {
  return {
    engine,
    clock: new HandClock(),
    log: { info: () => undefined, warn: () => undefined },
    publish: () => undefined,
    api: () => api,
    webhookSecret: async () => undefined,
    sync: async () => undefined,
    post: async () => ({ status: undefined, error: 'there is no network', body: '', durationMs: 0 }),
    addressed: async () => undefined,
  };
}

/** @param waiting uids that `events.unconfirmed` lists until they are denied or removed */
export async function memoryLog(api: EventsApi | undefined, { cursor = '', waiting = new Set<string>() } = {}) {
  const kept = new Set<string>();
  const pages: IncomingPage[] = [];
  const calls: { [K in EngineCallName]?: EngineInput<K>[] } & Record<string, unknown[]> = {};
  let current = cursor === '' ? undefined : cursor;
  const commit = (input: EngineInput<'events.commit'>) => {
    current = input.cursor ?? current;
    pages.push(...input.pages);
    const fresh = input.pages.flatMap(({ events, history, way }) => {
      const unknown = events.filter(({ uid }) => !kept.has(uid));
      for (const { uid } of unknown) kept.add(uid);
      return unknown.map(
        ({ uid, type }): FreshEvent => ({
          seq: 0,
          uid,
          type,
          way,
          late: false,
          hole: !history,
          authorization: undefined,
          meter: undefined,
          form: undefined,
        }),
      );
    });
    return { fresh, newest: 0, deliveryIds: [] };
  };
  const answers: Record<string, (input: never) => unknown> = {
    'events.summary': () => ({
      total: 0,
      newest: 0,
      holes: { polls: 0, events: 0 },
      signatureFailures: { count: 0 },
    }),
    'events.cursor': () => current,
    'events.commit': commit,
    'events.unconfirmed': ({ limit }: EngineInput<'events.unconfirmed'>) => [...waiting].slice(0, limit),
    'events.deny': ({ uid }: EngineInput<'events.deny'>) => void waiting.delete(uid),
    'events.setDelivered': () => undefined,
  };
  // The answers are those of the calls that the log makes; the table cannot say so to the compiler.
  const call = (async (name: string, input: never) => {
    calls[name] = [...(calls[name] ?? []), input];
    return answers[name]?.(input);
  }) as EventsPorts['engine']['call'];
  const warnings: string[] = [];
  const ports = quietPorts({ call }, api);
  const log = await EventLog.open(
    'demo',
    {
      ...ports,
      log: { info: () => undefined, warn: (what) => void warnings.push(what) },
    },
    {
      load: async () => ({
        settings: { ...DEFAULT_SETTINGS, receiver: { ...DEFAULT_SETTINGS.receiver, enabled: true } },
        token: 'a-token-of-twenty-letters',
      }),
      save: async () => undefined,
      forget: async () => undefined,
    },
  );
  return { log, clock: ports.clock, kept, pages, calls, warnings };
}
