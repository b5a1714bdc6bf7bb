/** Start a historical collection: choose meters of any authorizations, see beforehand what will happen to each, trigger it. */
import { Alert, Badge, Button, Checkbox, Code, NumberInput, TagsInput, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MeterPlan } from '#shared/contract/collections.ts';
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import { asErrorValue, call, useCall, useCommand, useWholeList } from '../../api/index.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { Screen } from '../../ui/screen.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { ServiceWaits } from '../jobs/service-waits.tsx';
import { useAskFirst } from './ask-first.tsx';
import { collectionAtStake } from './at-stake.ts';
import './support.css';

const planColor: Record<MeterPlan['plan'], string> = {
  first: 'blue',
  refresh: 'blue',
  drop: 'gray',
  missing: 'red',
  unsaid: 'yellow',
};
const planLabel: Record<MeterPlan['plan'], string> = {
  first: 'first collection',
  refresh: 'only what is missing',
  drop: 'will be left out',
  missing: 'not found',
  unsaid: 'not said',
};

/** A meter that is not found has no counts; of another one the service may not say them. */
function countOf({ plan }: MeterPlan, count: number | undefined): string {
  if (count !== undefined) return formatCount(count);
  return plan === 'missing' ? '' : 'not said';
}

const columns: TableColumn<MeterPlan>[] = [
  {
    id: 'plan',
    header: 'What will happen',
    width: [11, 0],
    value: (row) => planLabel[row.plan],
    render: (row) => (
      <Badge size="sm" color={planColor[row.plan]}>
        {planLabel[row.plan]}
      </Badge>
    ),
    filter: true,
  },
  { id: 'meter', header: 'Meter', width: [12, 1.4], value: (row) => row.label },
  { id: 'text', header: 'Why', width: [18, 3], value: (row) => row.text },
  { id: 'bills', header: 'Bills now', width: [5.5, 0], align: 'end', value: (row) => countOf(row, row.bills) },
  {
    id: 'intervals',
    header: 'Intervals now',
    width: [7, 0],
    align: 'end',
    value: (row) => row.intervals,
    render: (row) => countOf(row, row.intervals),
  },
  { id: 'uid', header: 'Uid', width: [9, 1], value: (row) => row.uid, hidden: true },
  { id: 'authorization', header: 'Authorization', width: [8, 1], value: (row) => row.authorization, hidden: true },
];

export function CollectScreen({ workspace, chosen }: { workspace: string; chosen: readonly string[] }) {
  const navigate = useNavigate();
  const start = useCommand('collections.start');
  const [meters, setMeters] = useState<string[]>([...chosen]);
  const [planDefault, setPlanDefault] = useState(true);
  const [months, setMonths] = useState<number | undefined>(12);
  const known = useWholeList<UsagePointRow>('usagePoints.list', { workspace }, (page) =>
    call('usagePoints.list', { workspace, ...page }),
  );
  const span: { months?: number } = planDefault || months === undefined ? {} : { months };
  const spanKnown = planDefault || months !== undefined;
  const preview = useCall(
    'collections.preview',
    { workspace, meters, ...span },
    { enabled: meters.length > 0 && spanKnown, keepPrevious: true },
  );
  const { ask, readOnly, dialog } = useAskFirst(workspace);
  const button = `Collect ${formatCounted(meters.length, 'meter')}`;
  const collect = (confirmed: boolean) =>
    start.mutate(
      { workspace, meters, ...span, confirmed },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/w/$workspace/collections/$collection', params: { workspace, collection: id } }),
      },
    );
  // Nothing is sent before what will happen to it was shown; where that fails, the failure is shown.
  const isShown = !preview.isPlaceholderData && !preview.isLoading;
  const ready = meters.length > 0 && spanKnown && isShown && !readOnly;
  const askAndCollect = () =>
    ask({ name: button, means: collectionAtStake(meters, span.months, preview.data), act: collect });
  useShortcuts(ready && !start.isPending ? { act: askAndCollect } : {});
  const error = start.error ? asErrorValue(start.error) : undefined;
  return (
    <Screen
      title="Collect history"
      crumbs={[
        <Link key="collections" to="/w/$workspace/collections" params={{ workspace }}>
          Historical collections
        </Link>,
      ]}
      actions={
        <Button
          leftSection={<IconHistory size={14} aria-hidden />}
          disabled={!ready}
          loading={start.isPending}
          onClick={askAndCollect}
        >
          {button}
        </Button>
      }
    >
      {dialog}
      {start.isPending || preview.isFetching ? <ServiceWaits workspace={workspace} /> : null}
      {start.isPending ? (
        <Text size="sm" c="dimmed">
          It goes on when you leave this page, and is listed under Historical collections.
        </Text>
      ) : null}
      {error ? (
        <Alert color="red" title={error.message} variant="light" role="alert">
          {error.action} <Code>{error.code}</Code>
        </Alert>
      ) : null}
      <TagsInput
        label="Meters"
        description="Choose from the list, or paste uids separated by commas, semicolons or spaces; they may belong to different authorizations."
        data={[...new Set(known.rows?.map(({ uid }) => uid) ?? [])]}
        value={meters}
        // Pasted text comes as one value, separators and all.
        onChange={(values) => setMeters([...new Set(values.flatMap((text) => text.split(/[\s,;]+/)).filter(Boolean))])}
        splitChars={[',', ';', ' ', '\n', '\t']}
        clearable
        maxDropdownHeight={240}
        limit={50}
      />
      <div className="ms-support-where">
        <Checkbox
          label="The plan’s default (12 months, or 36 on per-collection plans)"
          checked={planDefault}
          onChange={(event) => setPlanDefault(event.currentTarget.checked)}
        />
        {planDefault ? null : (
          <NumberInput
            label="Months, 1 to 36"
            size="xs"
            min={1}
            max={36}
            clampBehavior="strict"
            allowDecimal={false}
            value={months ?? ''}
            onChange={(value) => setMonths(typeof value === 'number' ? value : undefined)}
            error={months === undefined ? 'Enter 1 to 36' : undefined}
          />
        )}
      </div>
      {meters.length === 0 ? (
        <EmptyState icon={IconHistory} title="No meter is chosen">
          <Text size="sm">Choose meters above: what will happen to each is shown before anything is sent.</Text>
        </EmptyState>
      ) : (
        <>
          <Text size="sm">
            Each meter that is collected needs a positive balance, unless it is a free or demo meter.
          </Text>
          <DataTable
            id="collection-preview"
            noun="meters"
            columns={columns}
            rows={preview.data}
            rowId={({ uid }) => uid}
            query={preview}
            empty={<Text>No meter.</Text>}
          />
        </>
      )}
    </Screen>
  );
}
