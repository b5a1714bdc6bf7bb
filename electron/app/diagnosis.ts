/** Gathers what goes into a support bundle, and what must not. */
import os from 'node:os';
import type { BundleFacts } from '../diagnostics/index.ts';
import { workspaceFolder } from '../host/index.ts';
import { folderUse } from './data-folder/clear.ts';
import type { AppParts } from './parts.ts';
import { PROGRAM } from './version.ts';

const REQUESTS = 1000;
/** Rows that are asked at a time for names and addresses. */
const ROWS = 10_000;
/** A part of an address that says something by itself: not a number alone, not a state. */
const SPEAKING = /^(?=.*\p{L}).{6,}$/u;

export async function bundleFacts(parts: AppParts): Promise<BundleFacts> {
  const { connections, host, http, jobs, programSettings, startedAt } = parts;
  const list = connections.workspaces.list();
  const { unreadable, migrated, ...secrets } = await connections.secrets.status();
  return {
    at: Date.now(),
    about: {
      program: PROGRAM,
      host: host.kind,
      versions: host.versions,
      system: `${process.platform} ${process.arch} ${os.release()}`,
      memory: { total: os.totalmem(), own: process.memoryUsage() },
      capabilities: host.capabilities,
      startedAt,
      settings: await programSettings.get(),
      secrets: { ...secrets, unreadable: unreadable.length, migrated: migrated.length },
    },
    workspaces: await Promise.all(
      list.map(async (workspace, index) => ({
        workspace: workspace.kind === 'live' ? `live ${index}` : workspace.id,
        kind: workspace.kind,
        mode: workspace.mode,
        zone: workspace.zone,
        service: workspace.kind === 'demo' ? connections.demoState : undefined,
        bytes: await folderUse(workspaceFolder(host.paths.data, workspace.id)),
        jobs: jobs.list(workspace.id).length,
      })),
    ),
    jobs: jobs.list(),
    requests: http.log.list().slice(-REQUESTS),
    logFolder: host.paths.logs,
  };
}

/** Names, addresses and numbers that the stores hold, so that they can be looked for. */
export async function knownPersonalData({ connections, engine, log }: AppParts): Promise<string[]> {
  const known = new Set<string>();
  const add = (...texts: (string | undefined)[]) => {
    for (const text of texts) {
      if (text === undefined) continue;
      known.add(text);
      // A log may name only the street of an address.
      for (const part of text.split(', ')) if (SPEAKING.test(part)) known.add(part);
    }
  };
  for (const { id: workspace, kind, name } of connections.workspaces.list()) {
    if (kind === 'live') add(name);
    try {
      for (let offset = 0; ; offset += ROWS) {
        const { rows } = await engine.call('authorizations.list', { workspace, offset, limit: ROWS });
        for (const row of rows) add(row.customerName, row.title);
        if (rows.length < ROWS) break;
      }
      for (let offset = 0; ; offset += ROWS) {
        const { rows } = await engine.call('usagePoints.list', { workspace, offset, limit: ROWS });
        for (const row of rows) add(row.customerName, row.address, row.meterNumber, row.title);
        if (rows.length < ROWS) break;
      }
      add(...(await engine.call('customers.texts', { workspace })));
    } catch (error) {
      // A store that cannot be opened may be the very fault; the patterns still work.
      log.error('Names for the redaction could not be read', error, { workspace });
    }
  }
  return [...known];
}
