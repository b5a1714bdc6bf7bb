import { useEffect, useState } from 'react';
import type { DocumentRef } from '#shared/contract/conformance.ts';
import { bridge, useCall } from '../../api/index.ts';
import { type CheckSearch, checkInput } from './check-address.ts';

interface Progress {
  bytes: number;
  total: number;
}

/** The result for a document, and how far its check is. */
export function useCheck(workspace: string, document: DocumentRef, search: CheckSearch) {
  const [progress, setProgress] = useState<Progress>();
  const key = JSON.stringify(document);
  useEffect(
    () =>
      bridge.subscribe('conformance.progress', (told) => {
        if (told.workspace === workspace && JSON.stringify(told.document) === key) setProgress(told);
      }),
    [workspace, key],
  );
  const result = useCall('conformance.check', checkInput(workspace, document, search), { keepPrevious: true });
  return { result, progress };
}
