import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidate, queryKey } from '../../api/index.ts';

/** The guided setup looks at each part as it is entered: lets "What works" ask the service again. */
export function useCheckAgain(workspace: string): () => void {
  const client = useQueryClient();
  return useCallback(
    () => invalidate(client, { queryKey: queryKey('connections.check', { workspace }) }),
    [client, workspace],
  );
}
