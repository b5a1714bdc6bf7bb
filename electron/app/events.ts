/** The event logs, wired to the workspaces, their APIs and secrets, the sync and, in the demo, to its own service. */
import type { EventSettings } from '#shared/contract/events.ts';
import { DEMO_WORKSPACE, type Workspace } from '../connections/index.ts';
import {
  DEFAULT_SETTINGS,
  DEMO_SETTINGS,
  EventsService,
  eventsApi,
  openPost,
  settingsInFolder,
} from '../events/index.ts';
import { systemClock } from '../http/index.ts';
import type { BaseParts } from './base-parts.ts';
import { askControl } from './demo-control.ts';
import type { SupportDesk } from './support-desk.ts';
import { demoNow, SYNC_JOB } from './sync.ts';

export interface AppEvents {
  service: EventsService;
  /** Polls at once: there is a network again. */
  networkIsBack(): void;
  /** Ends the log of a workspace: its receiver, its polling. {@link resume} opens it again. */
  pause(workspace: string): Promise<void>;
  resume(workspace: string): void;
  /** Applies a poll interval and a webhook header that were changed in the workspace to the log, which keeps its own. */
  settingsChanged(before: Workspace, after: Workspace): Promise<void>;
  close(): Promise<void>;
}

type Parts = BaseParts & { supportDesk: SupportDesk };

/** Opens a log for every workspace with a service, now and when one is added. */
export function setupEvents(parts: Parts): AppEvents {
  const { connections, engine, host, log, supportDesk, topics, ways } = parts;
  const service = new EventsService(
    {
      engine,
      log,
      clock: systemClock,
      publish: (topic, payload) => topics.publish(topic, payload),
      serviceNow: async (workspace) => (workspace === DEMO_WORKSPACE ? await demoNow(parts) : undefined),
      api: (workspace) =>
        eventsApi(
          () => supportDesk.api(workspace),
          (id, uids) => {
            const about = uids.map((uid) => ({ kind: 'event' as const, id: uid }));
            engine
              .call('requests.link', { workspace, id, about })
              .then(() => topics.publish('requests.changed', { workspace }))
              .catch((error) => log.error('Events could not be linked with their request', error, { workspace }));
          },
        ),
      webhookSecret: (workspace) => connections.webhookSecret(workspace),
      post: openPost(ways),
      sync: (workspace, authorizations) => syncAndWait(parts, workspace, authorizations),
      addressed: (workspace, addresses) => registerAtDemo(parts, workspace, addresses),
    },
    settingsInFolder(host.paths.files, (workspace) => defaultsOf(parts, workspace)),
  );
  const opened = new Set<string>();
  const follow = () => {
    const wanted = connections.workspaces.list().filter(({ kind }) => kind !== 'files');
    for (const { id } of wanted) {
      if (opened.has(id)) continue;
      opened.add(id);
      service
        .openWhen(connections.ready(id), id)
        .catch((error) => log.error('The event log could not be opened', error, { workspace: id }));
    }
    for (const id of opened) {
      if (wanted.some((workspace) => workspace.id === id)) continue;
      opened.delete(id);
      service.remove(id).catch((error) => log.error('The event log could not be closed', error, { workspace: id }));
    }
  };
  follow();
  const unfollow = connections.subscribe(({ what }) => {
    if (what === 'workspaces') follow();
  });
  // A log may have failed to open because another process held its store, or because the engine crashed just then.
  const retry = (workspace: string) => {
    service
      .retry(workspace)
      .catch((error) => log.error('The event log could not be opened again', error, { workspace }));
  };
  const unlisten = [
    engine.on('opened', ({ workspace }) => retry(workspace)),
    engine.on('restarted', () => opened.forEach(retry)),
  ];
  return {
    service,
    networkIsBack: () => service.networkIsBack(),
    pause: (workspace) => service.pause(workspace),
    resume: (workspace) => {
      opened.delete(workspace);
      follow();
    },
    settingsChanged: async (before, after) => {
      const everySeconds = after.pollEverySeconds;
      const headerPrefix = headerPrefixOf(after);
      const samePace = before.pollEverySeconds === everySeconds;
      const samePrefix = headerPrefixOf(before) === headerPrefix;
      // One that is not open yet reads them when it opens.
      const events = samePace && samePrefix ? undefined : await service.of(after.id).catch(() => undefined);
      if (events === undefined) return;
      const { receiver, poll, ...rest } = events.log.settings;
      await events.setSettings({
        receiver: samePrefix ? receiver : { ...receiver, headerPrefix },
        poll: samePace ? poll : { ...poll, everySeconds },
        ...rest,
      });
    },
    close: async () => {
      unfollow();
      for (const stop of unlisten) stop();
      await service.close();
    },
  };
}

/** The demo has everything on; others begin with what their workspace says. */
function defaultsOf({ connections }: Parts, workspace: string): EventSettings {
  if (workspace === DEMO_WORKSPACE) return DEMO_SETTINGS;
  const settings = connections.workspaces.get(workspace);
  return {
    ...DEFAULT_SETTINGS,
    receiver: { ...DEFAULT_SETTINGS.receiver, headerPrefix: headerPrefixOf(settings) },
    poll: { enabled: true, everySeconds: settings.pollEverySeconds },
  };
}

function headerPrefixOf({ webhookHeaderPrefix }: Workspace): string {
  return `X-${webhookHeaderPrefix}-Webhook-`;
}

/** Fetches new data of authorizations by rule. Those without an access_token, as of test submissions, are left out: nobody asked for them. */
async function syncAndWait({ jobs, connections }: Parts, workspace: string, named: string[]): Promise<void> {
  const { grants } = await connections.readSecrets(workspace);
  const authorizations = named.filter((uid) => grants[uid] !== undefined);
  if (authorizations.length === 0) return;
  const { id } = await jobs.start(SYNC_JOB, workspace, { authorizations });
  await jobs.ended(id);
}

/** Registers the receiver at the embedded service, as a person does in the settings of a real one. */
async function registerAtDemo({ connections }: Parts, workspace: string, addresses: readonly string[]): Promise<void> {
  if (workspace !== DEMO_WORKSPACE) return;
  const { control_url, webhook_secret } = await connections.demoBootstrap();
  const [url] = addresses;
  if (url === undefined) await askControl(control_url, 'DELETE', '/webhook');
  else await askControl(control_url, 'PUT', '/webhook', { url, secret: webhook_secret });
}
