/** The core, booted in named steps; the same for both hosts. */
import { rm } from 'node:fs/promises';
import type { OpenedFile } from '#shared/contract/files.ts';
import type { JobView } from '#shared/contract/jobs.ts';
import { toErrorValue } from '#shared/errors.ts';
import { type Route, routes } from '#shared/routes.ts';
import {
  AuthoritiesFile,
  type Connections,
  createConnections,
  FILES_WORKSPACE,
  OAuthFlows,
  ProgramSettingsFile,
  ProgramWays,
} from '../connections/index.ts';
import { EngineClient } from '../engine/index.ts';
import { externalUrl, type Host, storeFiles } from '../host/index.ts';
import { Connectivity, HttpClient, systemClock } from '../http/index.ts';
import { engineJobStore, JobRunner } from '../jobs/index.ts';
import { openPolicy } from '../policy/index.ts';
import { callLocally, createDispatch, type Dispatch, TopicHub } from '../rpc/index.ts';
import { Checks } from './checks.ts';
import type { DataFolder } from './data-folder/data-folder.ts';
import { demoOptions, demoService } from './demo-service.ts';
import { Documents } from './documents.ts';
import { setupEvents } from './events.ts';
import { setupExports } from './exports.ts';
import { HandedOut } from './handed-out.ts';
import { allHandlers } from './handlers/index.ts';
import { setupJobNotices } from './job-notices.ts';
import { createLog, type Log } from './log.ts';
import type { AppParts } from './parts.ts';
import { setupPublishAfterSync } from './publish-after-sync.ts';
import { setupPulls } from './pulls.ts';
import { openQueryDoor } from './query-door/door.ts';
import { setupRequestLog } from './request-log.ts';
import { setupRequestTrim } from './request-trim.ts';
import { setupScheduledSync } from './scheduled-sync.ts';
import { setupSchedules } from './schedules.ts';
import { ServiceChecks } from './service-check/service-checks.ts';
import { setupSharing } from './sharing.ts';
import { setupComeUp } from './start/come-up.ts';
import type { Start } from './start/start.ts';
import { setupSupportDesk } from './support-desk.ts';
import { setupSync } from './sync.ts';
import { setupTopics } from './topics.ts';
import { setupUpdates } from './updates.ts';
import { PROGRAM } from './version.ts';
import { Written } from './written.ts';

/** A running core. */
export interface App {
  dispatch: Dispatch;
  topics: TopicHub;
  parts: AppParts;
  /** The handle of a file that the program was given; `files.open` takes no paths. @throws AppError `no_file` */
  giveHandle(file: string): string;
  /**
   * Opens files in the workspace for files: what is no Green Button is listed there with its reason.
   * @returns its address, and the files that could not be read at all, which are in no list
   */
  openFiles(files: readonly string[]): Promise<{ address: Route; unread: OpenedFile[] }>;
  /** Jobs of all workspaces, those that ended lately too. */
  jobs(): JobView[];
  /** Stops everything in order; what was under way goes on at the next start. */
  close(): Promise<void>;
}

/**
 * Boots the core. Slow things (the engine, the embedded service) start here and are waited for where they are needed.
 * @param dataFolder the folder of the host's paths; it is closed with the core
 */
export async function startApp(start: Start, dataFolder: DataFolder): Promise<App> {
  const startedAt = Date.now();
  const policy = await openPolicy();
  const programSettings = new ProgramSettingsFile(start.host.paths.files, policy);
  const host = quietHost(start.host, programSettings);
  const log = createLog(host.paths);
  log.info('Starting', { version: PROGRAM.version, host: host.kind, ...host.versions });
  for (const warning of dataFolder.warnings) log.warn(warning);
  if (policy.file !== undefined) log.info('A policy is in force', { locked: policy.locked });
  const settingsDamage = await programSettings.damage();
  if (settingsDamage) log.error('The program starts with the settings of a first start', settingsDamage);
  await emptyUploads(host, log);
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
  const ways = new ProgramWays((url) => host.systemProxy(url), policy);
  const connectivity = new Connectivity(() => host.ownAddresses());
  host.onWake(() => connectivity.woke());
  const http = new HttpClient({ userAgent: `Meterscope/${PROGRAM.version}`, ways, connectivity });
  const connections = await createConnections({
    files: host.paths.files,
    cipher: host.secrets,
    http,
    demo: demo.ready,
    authorities: new AuthoritiesFile(host.paths.files, programSettings),
  });
  located.connections = connections;
  ways.follow({ settings: programSettings, connections });
  const shown = start.shown(engine);
  void shown.then(() => demo.start());
  const oauth = new OAuthFlows({
    connections,
    clock: systemClock,
    openBrowser: async (url) => {
      policy.requireService(url);
      await host.openExternal(externalUrl(url));
    },
    onChange: (flow) => topics.publish('oauth.changed', flow),
  });

  const jobs = new JobRunner({
    store: engineJobStore(engine),
    waits: http.waits,
    onStoreError: (error) => log.error('A job could not be saved', error),
  });
  const base = {
    host,
    dataFolder,
    log,
    topics,
    engine,
    connections,
    oauth,
    policy,
    programSettings,
    demo,
    ways,
    http,
    jobs,
    startedAt,
    start,
    shown,
    written: new Written(),
    handedOut: new HandedOut(),
  };
  const supportDesk = setupSupportDesk(base);
  const schedules = setupSchedules({ ...base, supportDesk });
  const events = setupEvents({ ...base, supportDesk });
  const updates = setupUpdates(base);
  const requestLog = setupRequestLog(base);
  const documents = new Documents(base);
  const checks = new Checks(base, documents);
  const serviceChecks = new ServiceChecks(base);
  const comparisons = setupSharing(base);
  const parts: AppParts = {
    ...base,
    comparisons,
    supportDesk,
    schedules,
    events,
    updates,
    requestLog,
    documents,
    checks,
    serviceChecks,
  };

  setupTopics(parts);
  connectivity.onChange(({ isBack }) => {
    log.info(isBack ? 'There is a network again' : 'The network changed');
    if (isBack) events.networkIsBack();
  });
  const watching = new AbortController();
  void connectivity.watch(systemClock, watching.signal);
  setupSync(parts);
  setupExports(parts);
  setupPulls(parts);
  const dispatch = createDispatch(allHandlers(parts), (name, error) => log.error('A call failed', error, { name }));
  setupPublishAfterSync(parts);
  setupJobNotices(parts);
  const comeUp = setupComeUp(parts);
  const scheduledSync = setupScheduledSync(parts, comeUp);
  const requestTrim = setupRequestTrim(parts, comeUp);
  const scheduledBatches = schedules.follow(comeUp.isUp);
  const queryDoor = openQueryDoor(parts).catch((error: unknown) => {
    log.warn('Queries of the command line cannot be answered', { error: toErrorValue(error).message });
    return undefined;
  });

  return {
    dispatch,
    topics,
    parts,
    jobs: () => jobs.list(),
    giveHandle: (file) => parts.handedOut.give(file),
    async openFiles(files) {
      const handles = files.map((file) => parts.handedOut.give(file));
      const opened = await callLocally(dispatch, 'files.open', { handles });
      const unread = opened.filter(({ error }) => error?.code === 'file_unreadable');
      return { address: routes.files(FILES_WORKSPACE), unread };
    },
    async close() {
      log.info('Stopping');
      watching.abort();
      comeUp.stop();
      scheduledSync.stop();
      requestTrim.stop();
      scheduledBatches.stop();
      updates.stop();
      await (await queryDoor)?.close();
      await events.close();
      supportDesk.close();
      checks.close();
      serviceChecks.close();
      await jobs.close();
      await requestLog.flush();
      const nextScreen = await start.collect(dispatch);
      await http.close();
      await oauth.close();
      await connections.close();
      await engine.close();
      start.keep(nextScreen);
      demo.stop();
      dataFolder.close();
    },
  };
}

/** Files of the last run: what a browser uploaded, and plain copies of kept answers. Nothing of this run is there yet. */
async function emptyUploads({ paths }: Host, log: Log): Promise<void> {
  await rm(paths.uploads, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) =>
    log.error('Files that were handed over in an earlier run could not be removed', error),
  );
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
