/** The core, booted in named steps; the same for both hosts. */
import {
  type Connections,
  createConnections,
  FILES_WORKSPACE,
  OAuthFlows,
  ProgramSettingsFile,
} from '../connections/index.ts';
import { EngineClient } from '../engine/index.ts';
import { externalUrl, type Host, type KeptAnswer, storeFiles } from '../host/index.ts';
import { HttpClient, systemClock } from '../http/index.ts';
import { engineJobStore, JobRunner } from '../jobs/index.ts';
import { callLocally, createDispatch, type Dispatch, TopicHub } from '../rpc/index.ts';
import { finishMove } from './data-move.ts';
import { demoOptions, demoService } from './demo-service.ts';
import { setupEvents } from './events.ts';
import { setupExports } from './exports.ts';
import { FirstScreen } from './first-screen.ts';
import { setupFirstSync } from './first-sync.ts';
import { allHandlers } from './handlers/index.ts';
import { createLog } from './log.ts';
import type { AppParts } from './parts.ts';
import { setupRequestLog } from './request-log.ts';
import { setupScheduledSync } from './scheduled-sync.ts';
import { showFirst } from './show-first.ts';
import { setupSupportDesk } from './support-desk.ts';
import { setupSync } from './sync.ts';
import { setupTopics } from './topics.ts';
import { setupUpdates } from './updates.ts';
import { Usable } from './usable.ts';
import { PROGRAM } from './version.ts';
import { Written } from './written.ts';

/** A running core. */
export interface App {
  dispatch: Dispatch;
  topics: TopicHub;
  parts: AppParts;
  /** Opens files in the workspace for files; what could not be opened is listed there with its reason. @returns its address */
  openFiles(files: readonly string[]): Promise<string>;
  /** Stops everything in order; what was under way goes on at the next start. */
  close(): Promise<void>;
}

/**
 * Boots the core. Slow things (the engine, the embedded service) start here and are waited for where they are needed.
 * @param kept what the last end of the program kept for the first screen, where that still holds
 */
export async function startApp(bareHost: Host, kept?: readonly KeptAnswer[]): Promise<App> {
  const startedAt = Date.now();
  const programSettings = new ProgramSettingsFile(bareHost.paths.data);
  const host = quietHost(bareHost, programSettings);
  const log = createLog(host.paths.logs);
  log.info('Starting', { version: PROGRAM.version, host: host.kind, ...host.versions });
  const topics = new TopicHub();

  const demo = demoService(host, demoOptions(), log);
  const located: { connections?: Connections } = {};
  const engine = new EngineClient({
    start: () => host.start('engine', []),
    locate: (workspace) => {
      // Throws for a workspace that does not exist, so that no folder is made for a wrong name.
      const zone = located.connections?.workspaces.get(workspace).zone ?? 'UTC';
      return { ...storeFiles(host.paths.data, workspace), zone };
    },
  });
  const http = new HttpClient({ userAgent: `Meterscope/${PROGRAM.version}` });
  const connections = await createConnections({
    dataFolder: host.paths.data,
    cipher: host.secrets,
    http,
    demo: demo.ready,
  });
  located.connections = connections;
  const usable = new Usable();
  const firstScreen = new FirstScreen(host.paths.data, kept ?? [], topics);
  const shown = kept ? usable.soon() : showFirst({ host, engine, usable });
  void shown.then(() => demo.start());
  const oauth = new OAuthFlows({
    connections,
    clock: systemClock,
    openBrowser: (url) => host.openExternal(externalUrl(url)),
    onChange: (flow) => topics.publish('oauth.changed', flow),
  });

  const jobs = new JobRunner({
    store: engineJobStore(engine),
    waits: http.waits,
    onStoreError: (error) => log.error('A job could not be saved', error),
  });
  const base = {
    host,
    log,
    topics,
    engine,
    connections,
    oauth,
    programSettings,
    demo,
    http,
    jobs,
    startedAt,
    usable,
    firstScreen,
    shown,
    written: new Written(),
  };
  const supportDesk = setupSupportDesk(base);
  const events = setupEvents({ ...base, supportDesk });
  const updates = setupUpdates(base);
  const parts: AppParts = { ...base, supportDesk, events, updates };

  setupTopics(parts);
  const requestLog = setupRequestLog(parts);
  setupSync(parts);
  setupExports(parts);
  const answer = createDispatch(allHandlers(parts), (name, error) => log.error('A call failed', error, { name }));
  const dispatch = firstScreen.serve(answer);
  const firstSync = setupFirstSync(parts);
  const scheduledSync = setupScheduledSync(parts);

  return {
    dispatch,
    topics,
    parts,
    async openFiles(files) {
      await callLocally(dispatch, 'files.open', { handles: [...files] });
      return `/w/${FILES_WORKSPACE}/files`;
    },
    async close() {
      log.info('Stopping');
      firstSync.stop();
      scheduledSync.stop();
      updates.stop();
      await events.close();
      supportDesk.close();
      await jobs.close();
      await requestLog.flush();
      const nextScreen = await firstScreen.collect(answer);
      await http.close();
      await oauth.close();
      await connections.close();
      await engine.close();
      firstScreen.write(nextScreen);
      demo.stop();
      await finishMove(host).catch((error) => log.error('What changed since the move could not be copied', error));
    },
  };
}

/** Notifications go only to users who want them. */
function quietHost(host: Host, settings: ProgramSettingsFile): Host {
  return {
    ...host,
    notify: async (notification) => {
      if ((await settings.get()).notifications) await host.notify(notification);
    },
  };
}
