import { useEffect, useState } from 'react';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import { bridge, useCall } from '../../api/index.ts';
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

/** The result for a document, and how far its check is. */
export function useCheck(workspace: string, document: DocumentRef, search: CheckSearch) {
  const { told } = useProgress(workspace, document);
  const result = useCall('conformance.check', checkInput(workspace, document, search), { keepPrevious: true });
  return { result, told: told?.doing === 'checking' ? told : undefined };
}
