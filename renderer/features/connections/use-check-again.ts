import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidate, queryKey } from '../../api/index.ts';
import { type Concerns, secretChanges } from './secret-changes.ts';

/**
 * To be called after a secret changed. The guided setup looks at each part as it is entered: "What works" asks the service
 * again, and what tests of other tokens found is dropped where these depend on it.
 * @param concerns which other tokens; undefined where it is none
 */
export function useCheckAgain(workspace: string, concerns?: Concerns): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    if (concerns !== undefined) secretChanges.add(concerns);
    invalidate(client, { queryKey: queryKey('connections.check', { workspace }) });
  }, [client, workspace, concerns]);
}
