/** Many runs at once: the grid of results, and the report that a CI reads. */
import { Badge, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { runWords } from '#shared/scenarios/states.ts';
import { call, useCall } from '../../api/index.ts';
import { formatCounted } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { saveFile } from '../../ui/save-file.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ResultGrid } from './result-grid.tsx';
import { isFollowable, isOpen } from './run-words.ts';
import { RunsTable, WHOLE_BATCH } from './runs-table.tsx';

const ENDINGS = { junit: 'xml', json: 'json', html: 'html' } as const;

export function BatchScreen({ workspace, batch }: { workspace: string; batch: string }) {
  const runs = useCall('runs.list', { workspace, batch, limit: WHOLE_BATCH });
  const rows = runs.data?.rows ?? [];
  const passed = rows.filter(({ state }) => state === 'pass').length;
  const open = rows.filter(({ state }) => isOpen(state)).length;
  const ended = ['differs', 'fail', 'unjudged', 'superseded', 'unknown', 'refused', 'cancelled'] as const;
  const others = ended.flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count > 0 ? [`${count} ${runWords[state]}`] : [];
  });
  const failed = rows.some(({ state }) => state === 'fail');
  const unjudged = rows.filter((run) => run.state === 'unjudged' && isFollowable(run));
  const followAgain = async () => {
    try {
      for (const { id } of unjudged) await call('runs.followAgain', { workspace, id });
    } catch (error) {
      notifyFailure(error);
    }
  };
  const report = async (format: keyof typeof ENDINGS) => {
    try {
      const text = await call('runs.report', { workspace, batch, format });
      await saveFile(`meterscope-runs.${ENDINGS[format]}`, new Blob([text]));
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <Screen
      title={runs.data ? `Batch of ${formatCounted(runs.data.matching, 'run')}` : 'Batch of runs'}
      crumbs={[
        <Link key="support" to="/w/$workspace/support" params={{ workspace }}>
          Test submissions
        </Link>,
      ]}
      facts={
        <>
          {rows.length > 0 ? (
            <Badge
              size="lg"
              color={open > 0 ? 'blue' : passed === rows.length ? 'green' : failed ? 'red' : 'orange'}
              data-testid="batch-verdict"
            >
              {passed} of {rows.length} passed
            </Badge>
          ) : null}
          {open > 0 ? <Text c="dimmed">{open} still open</Text> : null}
          {others.length > 0 ? <Text c="dimmed">{others.join(', ')}</Text> : null}
        </>
      }
      actions={
        <>
          {unjudged.length > 0 ? (
            <Button variant="default" onClick={() => void followAgain()}>
              Follow {unjudged.length} again
            </Button>
          ) : null}
          <Button variant="default" onClick={() => void report('html')}>
            Save as HTML
          </Button>
          <Button variant="default" onClick={() => void report('junit')}>
            Save JUnit
          </Button>
          <Button variant="default" onClick={() => void report('json')}>
            Save JSON
          </Button>
        </>
      }
    >
      {new Set(rows.map(({ utility }) => utility)).size > 1 ? <ResultGrid runs={rows} /> : null}
      <RunsTable workspace={workspace} batch={batch} />
    </Screen>
  );
}
