import { useEffect, useState } from 'react';
import type { TopicPayload } from '#shared/contract/index.ts';
import { bridge } from '../../api/index.ts';
import type { OpeningProgress } from './opening-words.ts';

/** It is told twice a second; without news it is over, or nobody is there to say so. Milliseconds. */
const SILENCE_MS = 5_000;

/** How far the opening of a workspace's store is, while an earlier version's data are brought up to date. */
export function useStoreOpening(workspace: string): OpeningProgress | undefined {
  const [opening, setOpening] = useState<TopicPayload<'store.opening'>>();
  useEffect(() => {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const stop = bridge.subscribe('store.opening', (news) => {
      if (news.workspace !== workspace) return;
      clearTimeout(silence);
      setOpening(news);
      silence = setTimeout(() => setOpening(undefined), SILENCE_MS);
    });
    return () => {
      clearTimeout(silence);
      stop();
    };
  }, [workspace]);
  return opening?.workspace === workspace ? opening.progress : undefined;
}
