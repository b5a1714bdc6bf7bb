import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { useCall } from './hooks.ts';

/** The workspace with this id; undefined until the workspaces are known. */
export function useWorkspace(id: string): WorkspaceView | undefined {
  return useCall('workspaces.list', undefined).data?.find((one) => one.id === id);
}
