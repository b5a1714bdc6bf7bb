/** The team server of a workspace: its address is a setting, its password a secret, and only the engine gets both in one. */
import type { TeamServerAddress, TeamServerSslMode } from '#shared/contract/team-server.ts';
import { AppError } from '#shared/errors.ts';
import type { Connections } from './connections.ts';

/** What the library makes of `require` is what other tools call `verify-full`; its word for theirs is another. */
const SSL_MODES: Readonly<Record<TeamServerSslMode, string>> = {
  'verify-full': 'verify-full',
  require: 'no-verify',
  disable: 'disable',
};

/** Keeps the address; undefined takes it away. A password is for the address that it was entered for, and for no other. @throws AppError */
export async function setTeamServer(
  connections: Connections,
  workspace: string,
  address: TeamServerAddress | undefined,
): Promise<void> {
  const before = connections.workspaces.get(workspace).teamServer;
  const isSame = before !== undefined && address !== undefined && placeOf(before) === placeOf(address);
  if (!isSame) await connections.setTeamServerPassword(workspace, undefined);
  await connections.workspaces.change(workspace, { teamServer: address });
}

/**
 * The address with the password in it, for a call of the engine and for nothing else. Where no password was entered, the engine finds one
 * as other tools do (PGPASSWORD, PGPASSFILE, ~/.pgpass). @throws AppError `team_server_missing`, `workspace_unknown`
 */
export async function teamServerUrl(connections: Connections, workspace: string): Promise<string> {
  const { host, port, database, user, sslMode } = requireTeamServer(connections, workspace);
  const password = await connections.teamServerPassword(workspace);
  const login = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(':');
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return `postgres://${login}@${place}/${encodeURI(database)}?sslmode=${SSL_MODES[sslMode]}`;
}

/** @throws AppError `team_server_missing` */
export function requireTeamServer(connections: Connections, workspace: string): TeamServerAddress {
  const { name, teamServer } = connections.workspaces.get(workspace);
  if (teamServer !== undefined) return teamServer;
  throw new AppError({
    code: 'team_server_missing',
    message: `No team server was entered for the workspace "${name}".`,
    action: 'Enter one on the Share screen.',
  });
}

function placeOf({ host, port, database, user }: TeamServerAddress): string {
  return JSON.stringify([host.toLowerCase(), port, database, user]);
}
