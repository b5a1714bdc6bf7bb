/** Workspaces, their secrets and their tokens: the area's public surface. */
export { AuthoritiesFile } from './authorities-file.ts';
export { lineSecrets } from './bootstrap.ts';
export { checkAddress } from './check-address.ts';
export { checkWorkspace, takeRegistration, testToken } from './checks.ts';
export { type Connections, createConnections } from './connections.ts';
export { OAuthFlows } from './oauth/flows.ts';
export { ProgramSettingsFile } from './program-settings.ts';
export { ProgramWays } from './program-ways.ts';
export type { WorkspaceChange } from './registry.ts';
export { secretsOf, type WorkspaceSecrets } from './secrets.ts';
export { storedWorkspace } from './stored-workspace.ts';
export { requireTeamServer, setTeamServer, teamServerPlace, teamServerUrl, teamServerUrlOf } from './team-server.ts';
export { TokenProbe } from './token-probe.ts';
export { toChange, tokenViews, workspaceDetails, workspaceView } from './views.ts';
export { cleanBaseUrl, DEMO_WORKSPACE, FILES_WORKSPACE, type Workspace } from './workspace.ts';
