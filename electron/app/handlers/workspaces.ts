import { workspaceCalls } from '#shared/contract/workspaces.ts';
import { AppError } from '#shared/errors.ts';
import { isActive } from '#shared/job-states.ts';
import {
  toChange,
  type Workspace,
  type WorkspaceChange,
  workspaceDetails,
  workspaceView,
} from '../../connections/index.ts';
import { workspaceFolder } from '../../host/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import { deleteWorkspace, folderUse } from '../data-folder/clear.ts';
import type { AppParts } from '../parts.ts';

/** Workspaces: which there are, and making, changing and deleting them. */
export function workspaceHandlers(parts: AppParts): CoreHandlers<typeof workspaceCalls> {
  const { connections, engine, events, host, jobs, policy, supportDesk, topics } = parts;
  const requireServices = (change: WorkspaceChange) => {
    for (const one of serviceAddresses(change)) policy.requireService(one);
  };
  const folderOf = (workspace: string) => workspaceFolder(host.paths.data, workspace);
  return {
    'workspaces.list': () =>
      connections.workspaces.list().map((workspace) => workspaceView(workspace, connections.demoState.state)),
    'workspaces.get': ({ workspace }) =>
      workspaceDetails(connections.workspaces.get(workspace), connections.demoState.state, folderOf(workspace)),
    'workspaces.create': async (settings) => {
      const change = toChange(settings);
      requireServices(change);
      const made = await connections.create({ ...change, name: settings.name, baseUrl: change.baseUrl });
      return { workspace: made.id };
    },
    'workspaces.change': async ({ workspace, change }) => {
      const before = connections.workspaces.get(workspace);
      const next = toChange(change, before);
      requireServices(next);
      const after = await connections.change(workspace, next);
      await events.settingsChanged(before, after);
      if (!isSameService(before, after)) {
        // It uses the address that it was opened with.
        await supportDesk.pause(workspace);
        void supportDesk.resume(workspace);
      }
      if (after.zone !== before.zone) {
        await engine.call('store.setZone', { workspace, zone: after.zone });
        // Every day and month of a meter without a zone of its own begins at another moment now.
        topics.publish('store.changed', { workspace, areas: workspaceCalls['workspaces.change'].areas });
      }
    },
    'workspaces.duplicate': async ({ workspace, name }) => {
      const { id: _id, kind: _kind, createdAt: _createdAt, ...rest } = connections.workspaces.get(workspace);
      // Without its tokens and passwords; what it shares, the copy would share a second time.
      const { teamServer: _teamServer, share: _share, ...settings } = rest;
      requireServices(settings);
      const made = await connections.create({
        ...settings,
        name,
        // The demo's service is another one at every start: a copy of it is a live workspace of its own.
        mode: settings.mode === 'live' ? 'live' : 'test',
      });
      return { workspace: made.id };
    },
    'workspaces.contents': async ({ workspace }) => {
      const [use, authorizations, usagePoints, secrets] = await Promise.all([
        folderUse(folderOf(workspace)),
        engine.call('authorizations.list', { workspace, offset: 0, limit: 1 }),
        engine.call('usagePoints.list', { workspace, offset: 0, limit: 1 }),
        connections.readSecrets(workspace),
      ]);
      const single = [secrets.api, secrets.registration, secrets.client, secrets.clientSecret, secrets.webhookSecret];
      return {
        folder: folderOf(workspace),
        bytes: use.store + use.raw,
        authorizations: authorizations.total,
        usagePoints: usagePoints.total,
        tokens: single.filter((one) => one !== undefined).length + Object.keys(secrets.grants).length,
        activeJobs: jobs.list(workspace).filter(isActive).length,
      };
    },
    'workspaces.delete': async ({ workspace, confirm }) => {
      const { name } = connections.workspaces.get(workspace);
      if (confirm.trim() !== name) {
        throw new AppError({
          code: 'not_confirmed',
          message: 'The name does not match, so nothing was deleted.',
          action: `Type "${name}" to confirm.`,
        });
      }
      await deleteWorkspace(parts, workspace);
    },
  };
}

function isSameService(before: Workspace, after: Workspace): boolean {
  return before.baseUrl === after.baseUrl && before.apiBase === after.apiBase;
}

/** Where its requests go; what is looked up later is asked about when it is. */
function serviceAddresses({ baseUrl, espiBase, apiBase, oauth }: WorkspaceChange): string[] {
  const all = [baseUrl, espiBase, apiBase, oauth?.authorizationEndpoint, oauth?.tokenEndpoint];
  return all.filter((one) => one !== undefined);
}
