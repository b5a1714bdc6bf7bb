import { useCall } from '../../api/index.ts';

/** How many lines the attention list of a workspace has, for the badge; undefined until it is known. */
export function useAttentionCount(workspace: string | undefined): number | undefined {
  return useCall('attention.count', { workspace: workspace ?? '' }, { enabled: workspace !== undefined }).data?.lines;
}
