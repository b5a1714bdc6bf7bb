/** How long something has been running, how much of it is done as far as DuckDB knows, and a button that ends it. */
import { Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../api/index.ts';
import { formatShare } from '../../ui/format.ts';

interface RunningProps {
  workspace: string;
  token: string;
  /** What is done: `Running`. */
  doing: string;
  /** Nothing where a button elsewhere does it. */
  onCancel?: () => void;
}

const ASK_EVERY_MS = 500;

export function RunningQuery({ workspace, token, doing, onCancel }: RunningProps) {
  const seconds = useSeconds();
  const share = useShare(workspace, token);
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" data-testid="query-running">
        {doing} for {seconds.toFixed(1)} s{share === undefined ? '' : `, ${formatShare(share)} done as far as is known`}
        . The rest of the program goes on meanwhile.
      </Text>
      {share === undefined ? null : (
        <Progress value={share * 100} w={120} aria-label="Share of the query that is done" data-testid="query-share" />
      )}
      {onCancel ? (
        <Button size="compact-xs" variant="default" onClick={onCancel}>
          Cancel drawing
        </Button>
      ) : null}
    </Group>
  );
}

function useSeconds(): number {
  const [began] = useState(() => performance.now());
  const [now, setNow] = useState(began);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - began) / 1000;
}

/** 0 to 1; undefined as long as it is not known. */
function useShare(workspace: string, token: string): number | undefined {
  const [share, setShare] = useState<number>();
  useEffect(() => {
    const ask = async () => {
      const answer = await call('query.progress', { workspace, token }).catch(() => undefined);
      // DuckDB begins again for each step of a query: what was done stays done.
      setShare((before) => (answer?.share === undefined ? before : Math.max(before ?? 0, answer.share)));
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [workspace, token]);
  return share;
}
