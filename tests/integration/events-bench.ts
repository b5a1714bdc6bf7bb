/** A core without windows: the real engine process and the real event log, against a simulator. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EventSettings } from '#shared/contract/events.ts';
import { EngineClient } from '../../electron/engine/index.ts';
import { DEFAULT_SETTINGS, EventsService, eventsApi, openPost, settingsInFolder } from '../../electron/events/index.ts';
import { DataFiles } from '../../electron/host/index.ts';
import { forkNodeChild } from '../../electron/host/node-child.ts';
import { HttpClient, systemClock } from '../../electron/http/index.ts';
import { JsonApiClient } from '../../electron/jsonapi/index.ts';
import { straight } from '../../electron/network/index.ts';

export const WORKSPACE = 'demo';
/** The last segment of the receiver's path in tests. */
const TOKEN = 'test-token-test-token-test';

/** As much of the simulator's line as the event log needs. */
export interface ServiceLine {
  api_base: string;
  api_token: string;
  webhook_secret: string;
}

/** What a test may change of the settings. */
export interface SettingsChange {
  receiver?: Partial<EventSettings['receiver']>;
  poll?: Partial<EventSettings['poll']>;
  rules?: Partial<EventSettings['rules']>;
  forward?: EventSettings['forward'];
}

/** Writes the settings that the next start finds: receiver on, no polling, unless said otherwise. */
export function prepareSettings(folder: string, change: SettingsChange = {}): void {
  const settings: EventSettings = {
    receiver: { ...DEFAULT_SETTINGS.receiver, enabled: true, ...change.receiver },
    poll: { ...DEFAULT_SETTINGS.poll, enabled: false, ...change.poll },
    rules: { ...DEFAULT_SETTINGS.rules, ...change.rules },
    forward: change.forward ?? DEFAULT_SETTINGS.forward,
  };
  mkdirSync(path.join(folder, 'events'), { recursive: true });
  writeFileSync(path.join(folder, 'events', `${WORKSPACE}.json`), JSON.stringify({ settings, token: TOKEN }));
}

export type EventsBench = Awaited<ReturnType<typeof startEventsBench>>;

/** Starts the parts on a data folder; several after each other on the same folder are restarts of the program. */
export async function startEventsBench(folder: string, line: ServiceLine | undefined) {
  const engine = new EngineClient({
    start: () => {
      const child = forkNodeChild(new URL('../../electron/engine/process.ts', import.meta.url).pathname, []);
      child.stderr?.pipe(process.stderr);
      return child;
    },
    locate: () => ({ file: `${folder}/store.duckdb`, rawFolder: `${folder}/raw`, zone: 'UTC' }),
  });
  const http = new HttpClient({ userAgent: 'test' });
  const client =
    line &&
    new JsonApiClient({
      http,
      tokens: { token: async () => line.api_token, refresh: async () => undefined },
      apiBase: line.api_base,
      mayAct: () => undefined,
      workspace: WORKSPACE,
    });
  const published: { topic: string; payload: unknown }[] = [];
  const synced: string[][] = [];
  const logged: string[] = [];
  const service = new EventsService(
    {
      engine,
      clock: systemClock,
      log: {
        info: (what, facts) => void logged.push(JSON.stringify({ what, ...facts })),
        warn: (what, facts) => void logged.push(JSON.stringify({ what, ...facts })),
      },
      publish: (topic, payload) => void published.push({ topic, payload }),
      api: () => client && eventsApi(async () => client),
      webhookSecret: async () => line?.webhook_secret ?? 'secret',
      sync: async (_, authorizations) => void synced.push(authorizations),
      post: openPost(straight),
      addressed: async () => undefined,
    },
    settingsInFolder(new DataFiles(folder)),
  );
  const events = await service.open(WORKSPACE);
  return {
    engine,
    http,
    service,
    events,
    published,
    synced,
    logged,
    /** The receiver's own address. */
    address: () => events.receiving.view().addresses[0] ?? '',
    list: (input: object = {}) => engine.call('events.list', { workspace: WORKSPACE, limit: 1000, ...input }),
    deliveries: () => engine.call('deliveries.list', { workspace: WORKSPACE, limit: 1000 }),
    /** Uids of the whole log, in the order of arrival. */
    async uids(): Promise<string[]> {
      const uids: string[] = [];
      for (;;) {
        const { rows } = await engine.call('events.list', { workspace: WORKSPACE, offset: uids.length, limit: 1000 });
        if (rows.length === 0) return uids.reverse();
        uids.push(...rows.map(({ uid }) => uid));
      }
    },
    async close() {
      await service.close();
      await http.close();
      await engine.close();
    },
  };
}
