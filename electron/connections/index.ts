/** Workspaces, their secrets and their tokens: the area's public surface. */
export { type ServiceBootstrap, serviceBootstrap } from './bootstrap.ts';
export { type Connections, createConnections } from './connections.ts';
export { OAuthFlows } from './oauth/flows.ts';
export { type Bases, DEMO_WORKSPACE, FILES_WORKSPACE, type Workspace } from './workspace.ts';
