/** What was decided about a meter's data, why, and the user's say in it: how series add up, holes, local time, money. */
import { Badge, Button, Group, NativeSelect, Popover, Select, Stack, Title } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { call, useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';

interface DecisionsProps {
  workspace: string;
  point: CallOutput<'usagePoints.get'>;
  series: readonly SeriesRow[];
}

const ZONES = Intl.supportedValuesOf('timeZone');
/** What custodians were seen to divide money by; the schema says 100,000. */
const SCALES = [100_000, 10_000, 1000, 100, 10, 1];
/** Stands for "nobody chose": what the data say holds. */
const DETECTED = '';

export function DecisionsButton(props: DecisionsProps) {
  const { point, series } = props;
  const doubtful = series.filter(
    ({ holes, behaviour }) => behaviour === 'interval' && holes.suggested === 'zeros' && holes.by === 'detected',
  ).length;
  return (
    <Popover position="bottom-end" shadow="md" width={440} trapFocus returnFocus keepMounted={false}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustments size={15} aria-hidden />}>
          Decisions
          {doubtful > 0 ? (
            <Badge size="xs" color="yellow" ml={6} title="Something here needs your decision">
              {doubtful}
            </Badge>
          ) : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md" mah="70vh" style={{ overflowY: 'auto' }} data-testid="decisions">
        <Stack gap="md">
          <Dim size="sm">
            What Meterscope assumed to show this meter, and why. What you choose here also applies to data fetched
            later.
          </Dim>
          <ZoneDecision {...props} />
          {point.bills > 0 ? <MoneyDecision {...props} /> : null}
          {series.map((row) => (
            <SeriesDecisions key={row.id} workspace={props.workspace} row={row} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type Decide =
  | 'series.setBehaviour'
  | 'series.setHoles'
  | 'series.setCostScale'
  | 'bills.setMoneyScale'
  | 'usagePoints.setZone';

function decide<K extends Decide>(name: K, input: CallInput<K>): void {
  // What changed is asked for again by itself (store.changed).
  call(name, input).catch(notifyFailure);
}

function Decision({ chosen, reason, children }: { chosen: boolean; reason: string | undefined; children: ReactNode }) {
  return (
    <div>
      {children}
      <Group gap={6} wrap="nowrap" align="baseline" mt={4}>
        {chosen ? <Badge size="xs">your choice</Badge> : null}
        <Dim>{reason}</Dim>
      </Group>
    </div>
  );
}

function ZoneDecision({ workspace, point }: DecisionsProps) {
  const { source, label, zone, warning, inferred } = point.localTime;
  const reason = {
    meter: inferred
      ? `From the file's only LocalTimeParameters, which no link ties to this meter: ${label}.`
      : `The meter's own time: ${label}.`,
    assumed: warning ?? `The meter says nothing about its local time; the workspace's zone ${label} is assumed.`,
    user: `Used instead of the meter's own time and the workspace's zone.`,
  }[source];
  return (
    <Decision chosen={source === 'user'} reason={reason}>
      <Select
        size="xs"
        label="Local time"
        placeholder="As the meter says, else the workspace's zone"
        searchable
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the zone', 'aria-hidden': false, tabIndex: 0, size: 'md' }}
        limit={100}
        comboboxProps={{ withinPortal: false }}
        data={ZONES}
        value={source === 'user' ? (zone ?? null) : null}
        onChange={(next) =>
          decide('usagePoints.setZone', { workspace, id: point.id, ...(next === null ? {} : { zone: next }) })
        }
      />
    </Decision>
  );
}

function MoneyDecision({ workspace, point }: DecisionsProps) {
  const [bill] = useCall('bills.list', { workspace, usagePoint: point.id }).data ?? [];
  if (!bill) return null;
  const chosen = bill.moneyScaleBy === 'user';
  const taken = `1/${formatCount(bill.moneyScale)}`;
  const lines = bill.lineScale === bill.moneyScale ? '' : ` Its lines are read as 1/${formatCount(bill.lineScale)}.`;
  return (
    <Decision chosen={chosen} reason={`Newest bill, ${taken}: ${bill.moneyScaleReason}${lines}`}>
      <ScaleSelect
        label="Money of the bills"
        scale={bill.moneyScale}
        chosen={chosen}
        onChoose={(scale) => decide('bills.setMoneyScale', { workspace, usagePoint: point.id, ...scale })}
      />
    </Decision>
  );
}

interface ScaleSelectProps {
  label: string;
  /** What money is divided by. */
  scale: number;
  /** The user chose it. */
  chosen: boolean;
  /** Called with no scale where it shall be detected again. */
  onChoose: (choice: { scale?: number }) => void;
}

function ScaleSelect({ label, scale, chosen, onChoose }: ScaleSelectProps) {
  const shown = (divisor: number) => (divisor === 1 ? 'whole units' : `1/${formatCount(divisor)}`);
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={[
        { value: DETECTED, label: chosen ? 'As the data say' : `As the data say (${shown(scale)})` },
        ...SCALES.map((divisor) => ({
          value: String(divisor),
          label: divisor === 1 ? 'whole units of the currency' : `1/${formatCount(divisor)} of the currency`,
        })),
      ]}
      value={chosen ? String(scale) : DETECTED}
      onChange={({ currentTarget: { value } }) => onChoose(value === DETECTED ? {} : { scale: Number(value) })}
    />
  );
}

const BEHAVIOURS: Readonly<Record<SeriesRow['behaviour'], string>> = {
  interval: 'Amounts per interval (added up)',
  register: 'Register readings (differences are taken)',
  sample: 'Sampled values (averaged)',
};

function SeriesDecisions({ workspace, row }: { workspace: string; row: SeriesRow }) {
  const { id: series, behaviourBy, behaviourDetected, holes } = row;
  const chosen = behaviourBy === 'user';
  return (
    <Stack gap="xs">
      <Title order={2} size="sm">
        {row.label}
      </Title>
      <Decision chosen={chosen} reason={`${row.behaviourReason} ${row.intervalReason}`}>
        {row.level === undefined ? (
          <NativeSelect
            size="xs"
            label="Values are"
            data={[
              { value: DETECTED, label: `As the data say: ${BEHAVIOURS[behaviourDetected].toLowerCase()}` },
              ...Object.entries(BEHAVIOURS).map(([value, label]) => ({ value, label })),
            ]}
            value={chosen ? row.behaviour : DETECTED}
            onChange={({ currentTarget: { value } }) =>
              decide('series.setBehaviour', {
                workspace,
                series,
                // The options above are these and the empty one.
                ...(value === DETECTED ? {} : { behaviour: value as SeriesRow['behaviour'] }),
              })
            }
          />
        ) : null}
      </Decision>
      {row.costScale ? (
        <Decision chosen={row.costScale.by === 'user'} reason={row.costScale.reason}>
          <ScaleSelect
            label="Costs of the readings"
            scale={row.costScale.value}
            chosen={row.costScale.by === 'user'}
            onChoose={(scale) => decide('series.setCostScale', { workspace, series, ...scale })}
          />
        </Decision>
      ) : null}
      {holes.holes > 0 && row.behaviour === 'interval' ? (
        <Decision chosen={holes.by === 'user'} reason={holes.reason}>
          <NativeSelect
            size="xs"
            label={`Gaps (${formatCount(holes.holes)}, room for ${formatCount(holes.readings)} readings)`}
            data={[
              { value: DETECTED, label: 'Undecided: shown as gaps' },
              { value: 'gaps', label: 'Gaps: no data' },
              { value: 'zeros', label: 'Zeros that were left out (shown as implied)' },
            ]}
            value={holes.by === 'user' ? holes.taken : DETECTED}
            onChange={({ currentTarget: { value } }) =>
              decide('series.setHoles', {
                workspace,
                series,
                // As above.
                ...(value === DETECTED ? {} : { holes: value as SeriesRow['holes']['taken'] }),
              })
            }
          />
        </Decision>
      ) : null}
    </Stack>
  );
}
