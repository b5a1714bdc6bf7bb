/** Start a historical collection: choose meters of any authorizations, see beforehand what will happen to each, trigger it. */
import { Badge, Button, Checkbox, TagsInput, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { MeterPlan } from '#shared/contract/collections.ts';
import { asErrorValue, call, useCall, useCommand } from '../../api/index.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { type Asked, EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { GroupSelect } from '../groups/group-select.tsx';
import { ServiceWaits } from '../jobs/service-waits.tsx';
import { useAskFirst } from './ask-first.tsx';
import { collectionAtStake } from './at-stake.ts';
import { CollectionError } from './collection-error.tsx';
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
  {
    id: 'bills',
    header: 'Bills now',
    width: [5.5, 0],
    align: 'end',
    value: (row) => row.bills,
    render: (row) => countOf(row, row.bills),
  },
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

/** How far back is asked for. */
interface Reach {
  byPlan: boolean;
  /** Undefined while none is entered. */
  months: number | undefined;
}

export function CollectScreen({ workspace, chosen }: { workspace: string; chosen: readonly string[] }) {
  const navigate = useNavigate();
  const start = useCommand('collections.start');
  const [meters, setMeters] = useState<string[]>([...chosen]);
  const [reach, setReach] = useState<Reach>({ byPlan: true, months: 12 });
  const { byPlan, months } = reach;
  const span: { months?: number } = byPlan || months === undefined ? {} : { months };
  const spanKnown = byPlan || months !== undefined;
  const preview = useCall(
    'collections.preview',
    { workspace, meters, ...span },
    { enabled: meters.length > 0 && spanKnown, keepPrevious: true, fresh: true },
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
  const isShown = !preview.isPlaceholderData && !preview.isFetching;
  const ready = meters.length > 0 && spanKnown && isShown && !readOnly;
  const askAndCollect = () =>
    ask({ name: button, means: collectionAtStake(meters, span.months, preview.data), act: collect });
  useShortcuts(ready && !start.isPending ? { act: askAndCollect } : {});
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
      {start.error ? <CollectionError error={asErrorValue(start.error)} /> : null}
      <MetersField workspace={workspace} meters={meters} onMeters={setMeters} />
      <ReachField reach={reach} onReach={setReach} />
      {meters.length > 0 ? <Preview query={preview} plans={preview.data} /> : <NoMeter />}
    </Screen>
  );
}

function NoMeter() {
  return (
    <EmptyState icon={IconHistory} title="No meter is chosen">
      <Text size="sm">Choose meters above: what will happen to each is shown before anything is sent.</Text>
    </EmptyState>
  );
}

function Preview({ query, plans }: { query: Asked; plans: readonly MeterPlan[] | undefined }) {
  return (
    <>
      <Text size="sm">Each meter that is collected needs a positive balance, unless it is a free or demo meter.</Text>
      <DataTable
        id="collection-preview"
        noun="meters"
        columns={columns}
        rows={plans}
        rowId={({ uid }) => uid}
        query={query}
        empty={<Text>No meter.</Text>}
      />
    </>
  );
}

interface MetersFieldProps {
  workspace: string;
  meters: string[];
  onMeters: (meters: string[]) => void;
}

function MetersField({ workspace, meters, onMeters }: MetersFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 150);
  const known = useCall('usagePoints.list', { workspace, search, limit: 50 }, { keepPrevious: true });
  const addGroup = useMutation({
    mutationFn: (group: string) => call('groups.meters', { workspace, group }),
    onSuccess: (added) => onMeters([...new Set([...meters, ...added.map(({ uid }) => uid)])]),
    onError: notifyFailure,
  });
  return (
    <>
      <TagsInput
        label="Meters"
        description="Choose from the list, or paste uids separated by commas, semicolons or spaces; they may belong to different authorizations."
        data={[...new Set(known.data?.rows.map(({ uid }) => uid) ?? [])]}
        searchValue={typed}
        onSearchChange={setTyped}
        // The store has searched, by number, address and customer, too.
        filter={({ options }) => options}
        value={meters}
        // Pasted text comes as one value, separators and all.
        onChange={(values) => onMeters([...new Set(values.flatMap((text) => text.split(/[\s,;]+/)).filter(Boolean))])}
        splitChars={[',', ';', ' ', '\n', '\t']}
        clearable
        maxDropdownHeight={240}
      />
      <GroupSelect
        workspace={workspace}
        group={undefined}
        label="Add the meters of a group"
        placeholder="Add a group"
        onGroup={(group) => group && addGroup.mutate(group)}
      />
    </>
  );
}

function ReachField({ reach, onReach }: { reach: Reach; onReach: (reach: Reach) => void }) {
  const { byPlan, months } = reach;
  return (
    <div className="ms-support-where">
      <Checkbox
        label="The plan’s default (12 months, or 36 on per-collection plans)"
        checked={byPlan}
        onChange={(event) => onReach({ ...reach, byPlan: event.currentTarget.checked })}
      />
      {byPlan ? null : (
        <NumberField
          label="Months, 1 to 36"
          size="xs"
          min={1}
          max={36}
          whole
          optional
          value={months}
          onChange={(value) => onReach({ ...reach, months: value })}
          error={months === undefined ? 'Enter 1 to 36' : undefined}
        />
      )}
    </div>
  );
}
