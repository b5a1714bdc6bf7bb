/** Verdicts over time: which scenario began to fail when. */
import { Button, Group, Select, Text } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCall } from '../../api/index.ts';
import { formatCounted } from '../../ui/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../ui/states.tsx';
import { NoService } from './no-service.tsx';
import { ScheduleButton } from './schedule-dialog.tsx';
import { SchedulesPanel } from './schedules-panel.tsx';
import { useLiveGrid } from './use-live.ts';
import { VerdictGrid, VerdictLegend } from './verdict-grid.tsx';
import { nowWords } from './verdict-grid-words.ts';
import { DEFAULT_PERIOD, isPeriod, PERIODS, startOf, type VerdictPeriod } from './verdict-periods.ts';

interface VerdictsScreenProps {
  workspace: string;
  kind: string;
  period: VerdictPeriod;
  onPeriod: (period: VerdictPeriod) => void;
}

const TITLE = 'Verdicts over time';

export function VerdictsScreen({ kind, ...props }: VerdictsScreenProps) {
  return kind === 'files' ? <NoService title={TITLE} /> : <Verdicts {...props} />;
}

function Verdicts({ workspace, period, onPeriod }: Omit<VerdictsScreenProps, 'kind'>) {
  useLiveGrid(workspace);
  const since = useMemo(() => startOf(period), [period]);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const answer = useCall('runs.grid', { workspace, zone, ...(since === undefined ? {} : { since }) });
  const grid = answer.data;
  const failure = failureOf([answer]);
  return (
    <Screen
      title={TITLE}
      facts={grid && grid.rows.length > 0 ? <Text c="dimmed">{nowWords(grid.rows)}</Text> : null}
      actions={
        <>
          <Select
            size="xs"
            aria-label="Days that are shown"
            data={PERIODS}
            value={period}
            onChange={(value) => onPeriod(isPeriod(value) ? value : DEFAULT_PERIOD)}
            allowDeselect={false}
          />
          <ButtonLink to="/w/$workspace/support" params={{ workspace }} variant="default">
            Test submissions
          </ButtonLink>
          <ScheduleButton workspace={workspace} />
        </>
      }
    >
      <SchedulesPanel workspace={workspace} />
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {failure?.bare ? (
        <FailureState {...failure} />
      ) : !grid ? (
        <LoadingState label="Loading verdicts" />
      ) : grid.rows.length === 0 ? (
        <Nothing runs={grid.runs} period={period} onAll={() => onPeriod('all')} />
      ) : (
        <>
          <VerdictGrid workspace={workspace} grid={grid} />
          <VerdictLegend />
          {grid.left > 0 ? (
            <Text size="sm" c="dimmed">
              {formatCounted(grid.left, 'earlier day')} with a run are not shown.
            </Text>
          ) : null}
        </>
      )}
    </Screen>
  );
}

interface NothingProps {
  runs: number;
  period: VerdictPeriod;
  onAll: () => void;
}

function Nothing({ runs, period, onAll }: NothingProps) {
  if (runs === 0) {
    return (
      <EmptyState icon={IconCalendarCheck} title="No verdict yet">
        Each test submission that is over becomes a cell here, by its scenario and its day, so that it shows which one
        began to fail when. A schedule sends them by itself.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconCalendarCheck}
      title={`No test submission in ${PERIODS.find(({ value }) => value === period)?.label}`}
      action={
        <Group justify="center">
          <Button variant="default" onClick={onAll}>
            Show {formatCounted(runs, 'earlier run')}
          </Button>
        </Group>
      }
    >
      There are earlier ones.
    </EmptyState>
  );
}
