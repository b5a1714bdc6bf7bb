/** What came of a query: its rows with their types, how long it took, or what is wrong and where. */
import { Button, Code, Group, SegmentedControl, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { QueryAnswer, QueryCell, QueryParameters } from '#shared/contract/query.ts';
import type { ChartWish } from '#shared/contract/query-chart.ts';
import { asErrorValue } from '../../api/index.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { ResultChart } from './chart/result-chart.tsx';
import { SaveRows } from './save-rows.tsx';
import { MOST_ROWS } from './use-query.ts';

interface ResultRow {
  id: string;
  cells: readonly QueryCell[];
}

/** Types of numbers, also of those that a double cannot hold and that come as texts. */
const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL(\([^)]*\))?)$/;

interface ResultProps {
  workspace: string;
  sql: string;
  /** Values of `$name` in it. */
  parameters: QueryParameters;
  answer: QueryAnswer;
  /** What its chart shows; undefined where the table is shown. */
  chart: ChartWish | undefined;
  onChart: (chart: ChartWish | undefined) => void;
}

export function QueryResult({ workspace, sql, parameters, answer, chart, onChart }: ResultProps) {
  const columns = useMemo(() => answer.columns.map(resultColumn), [answer]);
  const rows = useMemo(() => answer.rows.map((cells, index): ResultRow => ({ id: String(index), cells })), [answer]);
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed" role="status" data-testid="query-took">
          {formatCounted(rows.length, 'row')} in {(answer.took / 1000).toFixed(2)} s.
          {answer.more
            ? ` Only the first ${formatCount(MOST_ROWS)} are shown, there are more: save all rows, or narrow the query down.${
                chart ? ' The chart has all of them.' : ''
              }`
            : ''}
        </Text>
        <SegmentedControl
          size="xs"
          flex="none"
          aria-label="Result as"
          data={[
            { value: 'table', label: 'Table' },
            { value: 'chart', label: 'Chart' },
          ]}
          value={chart ? 'chart' : 'table'}
          onChange={(value) => onChart(value === 'chart' ? {} : undefined)}
        />
      </Group>
      {chart ? (
        <ResultChart workspace={workspace} sql={sql} parameters={parameters} wish={chart} onWish={onChart} />
      ) : (
        <DataTable<ResultRow>
          noun="rows"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          actions={<SaveRows workspace={workspace} sql={sql} parameters={parameters} />}
          empty={<EmptyState title="No rows">The query ran, and nothing matches it.</EmptyState>}
        />
      )}
    </>
  );
}

/** A column of the answer as one of the table. */
export function resultColumn({ name, type }: QueryAnswer['columns'][number], index: number): TableColumn<ResultRow> {
  const isNumber = NUMBER.test(type);
  return {
    id: name,
    header: name,
    note: type,
    width: [isNumber ? 8 : 10, 1],
    align: isNumber ? 'end' : 'start',
    isNumber,
    value: ({ cells }) => {
      const cell = cells[index] ?? undefined;
      return typeof cell === 'boolean' ? String(cell) : cell;
    },
    render: ({ cells }) => {
      const cell = cells[index] ?? null;
      return cell === null ? <span className="ms-dim">NULL</span> : String(cell);
    },
  };
}

interface QueryFailureProps {
  error: unknown;
  /** Goes to the place in the text that is wrong. */
  onPlace: (offset: number) => void;
}

export function QueryFailure({ error, onPlace }: QueryFailureProps) {
  const { code, message, action, details } = asErrorValue(error);
  const offset = details?.offset;
  return (
    <div className="ms-query-failure ms-panel" role="alert">
      <Group gap={6} wrap="nowrap">
        <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
        <Text size="sm" fw={600}>
          {code === 'cancelled' ? 'Cancelled' : 'The query did not run'}
        </Text>
      </Group>
      <pre>{message}</pre>
      {action ? <Text size="sm">{action}</Text> : null}
      <Group gap="xs">
        {typeof offset === 'number' ? (
          <Button size="compact-xs" variant="default" onClick={() => onPlace(offset)}>
            Go to the mistake
          </Button>
        ) : null}
        <Code>{code}</Code>
      </Group>
    </div>
  );
}
