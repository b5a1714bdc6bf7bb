import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import { bridge, invalidate, queryKey, useCall } from '../../api/index.ts';
import { type CheckSearch, checkInput } from './check-address.ts';
import type { CheckTold } from './check-progress.tsx';

/** How far the work on a document is, as it was told last; and a way to forget that. */
export function useProgress(workspace: string, document: DocumentRef) {
  const [told, setTold] = useState<CheckTold>();
  const key = JSON.stringify(document);
  useEffect(
    () =>
      bridge.subscribe('conformance.progress', (next) => {
        if (next.workspace === workspace && JSON.stringify(next.document) === key) setTold(next);
      }),
    [workspace, key],
  );
  return { told, forget: () => setTold(undefined) };
}

/** The result for a document, how far its check is, and a way to check it again. */
export function useCheck(workspace: string, document: DocumentRef, search: CheckSearch) {
  const client = useQueryClient();
  const { told } = useProgress(workspace, document);
  const result = useCall('conformance.check', checkInput(workspace, document, search), { keepPrevious: true });
  return {
    result,
    told: told?.doing === 'checking' ? told : undefined,
    again: () => checkAgain(client, workspace, document),
  };
}

/** Asks for what is shown anew. What the document came to by other demands is dropped, since it may have changed. */
export function checkAgain(client: QueryClient, workspace: string, document: DocumentRef): void {
  const ofDocument = { queryKey: queryKey('conformance.check', { workspace, document }) };
  client.removeQueries({ ...ofDocument, type: 'inactive' });
  invalidate(client, ofDocument);
}
