import type { teamServerCalls } from '#shared/contract/team-server.ts';
import { requireTeamServer, setTeamServer, teamServerUrl } from '../../connections/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { incomingPassword } from './incoming-password.ts';

/** The team server of a workspace. No answer here ever holds the password. */
export function teamServerHandlers({ connections, engine, host }: AppParts): CoreHandlers<typeof teamServerCalls> {
  return {
    'teamServer.get': async ({ workspace }) => ({
      address: connections.workspaces.get(workspace).teamServer,
      hasPassword: (await connections.teamServerPassword(workspace)) !== undefined,
    }),
    'teamServer.set': ({ workspace, address }) => setTeamServer(connections, workspace, address),
    'teamServer.setPassword': async ({ workspace, secret }) => {
      requireTeamServer(connections, workspace);
      await connections.setTeamServerPassword(workspace, secret && (await incomingPassword(host, secret)));
    },
    'teamServer.forget': ({ workspace }) => setTeamServer(connections, workspace, undefined),
    'teamServer.test': async ({ workspace }) =>
      await engine.call('server.check', { to: await teamServerUrl(connections, workspace) }),
  };
}
