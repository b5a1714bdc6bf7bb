/**
 * Settings of the event log, one file for each workspace below the data folder. They hold the unguessable path of the
 * receiver, so they are not kept in the database, which people share.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { endpointRehearsal } from '#shared/contract/endpoint-rehearsal.ts';
import { type EventSettings, eventCalls } from '#shared/contract/events.ts';
import type { DataFiles } from '../host/index.ts';

const stored = z.object({
  settings: eventCalls['events.setSettings'].input.shape.settings,
  /** Last segment of the receiver's path. */
  token: z.string().min(20),
  /** The port that a receiver on "any free port" got last; kept while it is free, so that the address stays. */
  lastPort: z.number().optional(),
  /** How endpoints of one's own did in rehearsals. What an earlier version wrote otherwise is not worth the settings. */
  endpoints: z.array(endpointRehearsal).optional().catch(undefined),
});
export type StoredSettings = z.infer<typeof stored>;

export interface SettingsStore {
  load(workspace: string): Promise<StoredSettings>;
  save(workspace: string, settings: StoredSettings): Promise<void>;
  /** For a workspace that is gone. */
  forget(workspace: string): Promise<void>;
}

const DEFAULTS: EventSettings = {
  receiver: { enabled: false, port: 0, allowedHosts: [], headerPrefix: 'X-Service-Webhook-' },
  poll: { enabled: true, everySeconds: 60 },
  rules: { syncOnBills: false, syncOnIntervals: false },
  forward: { enabled: false, url: '' },
};

/** A path that cannot be guessed: 192 bits. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * @param defaults what a workspace begins with, where that differs from receiver off, poll each minute, no rules
 */
export function settingsInFolder(
  files: DataFiles,
  defaults: (workspace: string) => EventSettings = () => DEFAULTS,
): SettingsStore {
  const fileOf = (workspace: string) => `events/${encodeURIComponent(workspace)}.json`;
  return {
    load: async (workspace) => {
      const text = await files.readText(fileOf(workspace)).catch(() => undefined);
      return readStored(text) ?? { settings: defaults(workspace), token: newToken() };
    },
    save: (workspace, settings) => files.write(fileOf(workspace), JSON.stringify(settings, undefined, 2)),
    forget: (workspace) => files.remove(fileOf(workspace)),
  };
}

function readStored(text: string | undefined): StoredSettings | undefined {
  if (text === undefined) return undefined;
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    // Damaged: a new address is a nuisance, a program that does not start is worse.
    return undefined;
  }
}

/** What the demo begins with: everything on, so that events flow in the first minute. */
export const DEMO_SETTINGS: EventSettings = {
  ...DEFAULTS,
  receiver: { ...DEFAULTS.receiver, enabled: true },
  poll: { enabled: true, everySeconds: 10 },
  rules: { syncOnBills: true, syncOnIntervals: true },
};

export { DEFAULTS as DEFAULT_SETTINGS };
