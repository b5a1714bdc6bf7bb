import type { WorkspaceView, workspaceCalls } from '#shared/contract/workspaces.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

/** Which workspaces there are. */
export function workspaceHandlers({ connections }: AppParts): Pick<Handlers, keyof typeof workspaceCalls> {
  return {
    'workspaces.list': () =>
      connections.workspaces.list().map(
        (workspace): WorkspaceView => ({
          id: workspace.id,
          name: workspace.name,
          kind: workspace.kind,
          mode: workspace.mode,
          color: workspace.color,
          baseUrl: workspace.baseUrl,
          utility: workspace.utility,
          zone: workspace.zone,
          service: workspace.kind === 'demo' ? connections.demoState.state : 'none',
        }),
      ),
  };
}
