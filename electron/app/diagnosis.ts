/** Gathers what goes into a support bundle, and what must not. */
import os from 'node:os';
import type { BundleFacts, Redaction } from '../diagnostics/index.ts';
import { workspaceFolder } from '../host/index.ts';
import { folderUse } from './data-folder/clear.ts';
import type { AppParts } from './parts.ts';
import { pulledNames } from './pulls.ts';
import { PROGRAM } from './version.ts';

const REQUESTS = 1000;
/** Rows in one query for names and addresses. */
const ROWS = 10_000;
/** A part of an address that means something on its own: not a mere number, not a state. */
const SPEAKING = /^(?=.*\p{L}).{6,}$/u;

export async function bundleFacts(parts: AppParts): Promise<BundleFacts> {
  const { connections, host, http, jobs, programSettings, startedAt } = parts;
  const list = connections.workspaces.list();
  const aliases = workspaceAliases(connections);
  const { unreadable, migrated, ...secrets } = await connections.secrets.status();
  const { network, updateFeed, ...settings } = await programSettings.get();
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
      // Not the address: it may have a key in it, and a policy's is of the company.
      settings: { ...settings, updateFeed: updateFeed === '' ? 'none' : 'set' },
      // Not the names of hosts and users: they are of the company.
      network: {
        proxy: network.proxy.mode,
        bundled: network.authorities.bundled,
        system: network.authorities.system,
        own: network.authorities.own.length,
      },
      // Which parts, not what they say: addresses are of the company.
      policy: policyFacts(parts),
      secrets: { ...secrets, unreadable: unreadable.length, migrated: migrated.length },
    },
    workspaces: await Promise.all(
      list.map(async (workspace) => ({
        workspace: aliases.get(workspace.id) ?? workspace.id,
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

/** What the stores hold about customers, and names that users chose: a bundle must not contain them. */
export async function knownPersonalData(
  parts: AppParts,
): Promise<Pick<Redaction, 'people' | 'descriptions' | 'aliases'>> {
  const { connections, log } = parts;
  const people: string[] = [];
  const descriptions: string[] = [];
  for (const { id: workspace, kind, name } of connections.workspaces.list()) {
    if (kind === 'live') people.push(name, ...speakingParts(name));
    try {
      const known = await peopleOf(parts, workspace);
      people.push(...known.people);
      descriptions.push(...known.descriptions);
    } catch (error) {
      // A store that cannot be opened may be the fault that is looked for; the patterns still work.
      log.error('Names for the redaction could not be read', error, { workspace });
    }
  }
  return { people, descriptions, aliases: workspaceAliases(connections) };
}

/** What the store of one workspace holds about customers, and names of meters that it was to take. */
export async function peopleOf(
  { engine }: Pick<AppParts, 'engine'>,
  workspace: string,
): Promise<Pick<Redaction, 'people' | 'descriptions'>> {
  const people = new Set<string>();
  const descriptions = new Set<string>();
  const add = (...texts: (string | undefined)[]) => {
    for (const text of texts) if (text !== undefined) for (const one of [text, ...speakingParts(text)]) people.add(one);
  };
  for (let offset = 0; ; offset += ROWS) {
    const { rows } = await engine.call('authorizations.list', { workspace, offset, limit: ROWS });
    for (const { customerName, title } of rows) {
      add(customerName);
      if (title !== undefined) descriptions.add(title);
    }
    if (rows.length < ROWS) break;
  }
  for (let offset = 0; ; offset += ROWS) {
    const { rows } = await engine.call('usagePoints.list', { workspace, offset, limit: ROWS });
    for (const { customerName, address, meterNumber, title } of rows) {
      add(customerName, address, meterNumber);
      if (title !== undefined) descriptions.add(title);
    }
    if (rows.length < ROWS) break;
  }
  const texts = await engine.call('customers.texts', { workspace });
  add(...texts.people);
  for (const text of texts.descriptions) descriptions.add(text);
  add(...(await pulledNames({ engine }, workspace)));
  return { people: [...people], descriptions: [...descriptions] };
}

/** A log may name only the street of an address. */
const speakingParts = (text: string) => text.split(', ').filter((part) => SPEAKING.test(part));

/** Ids of live workspaces are made of the names that users gave them: a number stands for each. */
function workspaceAliases({ workspaces }: AppParts['connections']): Map<string, string> {
  const live = workspaces.list().flatMap(({ id, kind }, index) => (kind === 'live' ? [[id, index] as const] : []));
  return new Map(live.map(([id, index]) => [id, `live-${index}`]));
}

/** What an administrator set, and whether the user could change that. */
function policyFacts({ policy }: AppParts): unknown {
  if (policy.file === undefined) return 'none';
  const { locked, exports, isOpenToUser } = policy.view();
  return { locked, exports, isOpenToUser };
}
