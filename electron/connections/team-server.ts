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
  if (before !== undefined && address !== undefined && teamServerPlace(before) === teamServerPlace(address)) {
    await connections.workspaces.change(workspace, { teamServer: address });
    return;
  }
  await connections.setTeamServerPassword(workspace, undefined);
  const { share } = connections.workspaces.get(workspace);
  // What was published was published there; nothing goes to another server by itself.
  const next = { ...share, published: undefined, publishAfterSync: false };
  await connections.workspaces.change(workspace, { teamServer: address, share: next });
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
  const authorities = sslMode === 'verify-full' ? await connections.authorities?.place() : undefined;
  const believed = authorities === undefined ? '' : `&sslrootcert=${encodeURIComponent(authorities)}`;
  return `postgres://${login}@${place}/${encodeURI(database)}?sslmode=${SSL_MODES[sslMode]}${believed}`;
}

/**
 * {@link teamServerUrl} for a job that was started for a server: what was asked of one is not done with another.
 * @param startedFor its place at that time @param screen where it is started anew
 * @throws AppError `team_server_changed`, `team_server_missing`, `workspace_unknown`
 */
export async function teamServerUrlOf(
  connections: Connections,
  workspace: string,
  startedFor: string,
  screen: string,
): Promise<string> {
  const now = teamServerPlace(requireTeamServer(connections, workspace));
  if (now === startedFor) return await teamServerUrl(connections, workspace);
  throw new AppError({
    code: 'team_server_changed',
    message: `This was started for ${startedFor}, and the team server is ${now} by now.`,
    action: `Start it anew on the ${screen} screen.`,
  });
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

/** Where it is, for people: postgres://user@host:port/database. */
export function teamServerPlace({ host, port, database, user }: TeamServerAddress): string {
  const place = host.toLowerCase();
  return `postgres://${user}@${place.includes(':') ? `[${place}]` : place}:${port}/${database}`;
}
