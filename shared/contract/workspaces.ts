import { z } from 'zod';
import { core, epochMillis, inWorkspace, nothing, STORE_AREAS } from './define.ts';

/** `demo` talks to the embedded service, `files` holds opened files, `live` talks to a utility's service. */
const workspaceKind = z.enum(['demo', 'files', 'live']);

const workspaceView = z.object({
  id: z.string(),
  name: z.string(),
  kind: workspaceKind,
  /** Shown in the badge that is always in view. */
  mode: z.enum(['test', 'live', 'files']),
  /** Nothing is sent that changes anything at the service. */
  readOnly: z.boolean(),
  color: z.string(),
  baseUrl: z.string().optional(),
  utility: z.string().optional(),
  /** IANA zone that stands in where a usage point has no LocalTimeParameters. */
  zone: z.string(),
  /** The embedded service of the demo: starting, ready, or why not. */
  service: z.enum(['none', 'starting', 'ready', 'failed']),
});
export type WorkspaceView = z.infer<typeof workspaceView>;

/** What can be set about a live workspace. Nothing in it is secret. */
const settings = z.object({
  name: z.string().trim().min(1).max(80),
  mode: z.enum(['test', 'live']),
  /** The main side refuses whatever would change something at the service. */
  readOnly: z.boolean(),
  color: z.string().regex(/^#[0-9a-f]{6}$/i),
  /** https, or http to this computer. */
  baseUrl: z.string().min(1).max(2000),
  /** Override what follows from `baseUrl`; an empty text takes the override away. */
  espiBase: z.string().max(2000),
  apiBase: z.string().max(2000),
  utility: z.string().max(200),
  zone: z.string().min(1).max(100),
  appUid: z.string().max(200),
  bulkUid: z.string().max(200),
  formUid: z.string().max(200),
  testPrefix: z.string().max(100),
  webhookHeaderPrefix: z.string().regex(/^[A-Za-z0-9-]{1,60}$/),
  /** Seconds between two automatic fetches; 0 is never. */
  syncEverySeconds: z.number().int().min(0).max(604_800),
  /**
   * Seconds between two polls of events: what the event log begins with, and has after a change. How often it polls is said
   * by `events.settings` alone, and not answered here.
   */
  pollEverySeconds: z.number().int().min(5).max(86_400),
  oauth: z
    .object({
      /** If empty, taken from ApplicationInformation. */
      authorizationEndpoint: z.string().max(2000),
      tokenEndpoint: z.string().max(2000),
      clientId: z.string().max(500),
      clientAuth: z.enum(['basic', 'body']),
      scope: z.string().max(500),
      redirectPort: z.number().int().min(0).max(65_535),
      redirectPath: z.string().regex(/^\/[\w./-]{0,200}$/),
      /** A registered https address; empty for the loopback redirect. */
      fixedRedirect: z.string().max(2000),
    })
    .partial(),
});
const settingsChange = settings.partial();
export type WorkspaceSettings = z.infer<typeof settingsChange>;

const workspaceDetails = workspaceView.extend({
  settings: settingsChange,
  /** Where the APIs are asked; absent for the files workspace. */
  espiBase: z.string().optional(),
  apiBase: z.string().optional(),
  createdAt: epochMillis,
  folder: z.string(),
});
export type WorkspaceDetails = z.infer<typeof workspaceDetails>;

export const workspaceCalls = {
  'workspaces.list': core(['workspaces']).query(nothing, z.array(workspaceView)),
  'workspaces.get': core(['workspaces']).query(inWorkspace, workspaceDetails),
  /** Makes a live workspace; answers its id. */
  'workspaces.create': core([]).command(
    settingsChange.required({ name: true, baseUrl: true }),
    z.object({ workspace: z.string() }),
  ),
  'workspaces.change': core(STORE_AREAS).command(inWorkspace.extend({ change: settingsChange }), nothing),
  /** A copy of the settings under another name, without tokens and data. */
  'workspaces.duplicate': core([]).command(
    inWorkspace.extend({ name: settings.shape.name }),
    z.object({ workspace: z.string() }),
  ),
  /** What deleting would delete. */
  'workspaces.contents': core([]).query(
    inWorkspace,
    z.object({
      folder: z.string(),
      /** On disk. */
      bytes: z.number(),
      authorizations: z.number(),
      usagePoints: z.number(),
      tokens: z.number(),
      /** Jobs that are stopped by it. */
      activeJobs: z.number(),
    }),
  ),
  /** Deletes a live workspace with its tokens and its data. `confirm` repeats its name. */
  'workspaces.delete': core(STORE_AREAS).command(inWorkspace.extend({ confirm: z.string() }), nothing),
};
