/** The way back from a reading to where it came from: its block, the raw XML and the request. */
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { formatLocalDate, formatLocalTime } from '../../charts/local-clock.ts';
import { formatMeasured, formatMoney } from '../../ui/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { FailureState, failureOf } from '../../ui/states.tsx';
import { QualityBadge } from './quality-badge.tsx';
import type { UsageContext } from './usage-context.ts';

interface ReadingDetailProps extends UsageContext {
  /** `block` distinguishes readings of the same time. */
  picked: { series: string; at: number; block?: string };
  onClose: () => void;
}

export function ReadingDetail(props: ReadingDetailProps) {
  const { workspace, clock, all, shown, picked, onClose, search, onSearch, scaleOf } = props;
  const input = { workspace, series: picked.series, from: picked.at, to: picked.at + 1 };
  const readings = useCall('usage.readings', { ...input, limit: 5 });
  const row = all.find(({ id }) => id === picked.series);
  const rows = readings.data?.rows ?? [];
  const reading =
    rows.find((one) => one.start === picked.at && (picked.block === undefined || one.block === picked.block)) ??
    rows[0];
  const failure = failureOf([readings]);
  if (failure?.bare) return <FailureState {...failure} title="This reading could not be loaded" />;
  if (!reading || !row) return null;
  // Blocks are listed of one series: the one that was picked.
  const series = [picked.series, ...shown.map(({ id }) => id).filter((id) => id !== picked.series)];
  const showBlock = () => onSearch({ ...search, tab: 'blocks', series, block: reading.block }, false);
  const codes = [
    ['TOU', reading.tou],
    ['Tier', reading.tier],
    ['CPP', reading.cpp],
  ] as const;
  return (
    <section className="ms-panel ms-reading" aria-label="Selected reading">
      <Text fw={600}>
        {formatLocalDate(clock, reading.start)}, {formatLocalTime(clock, reading.start)}–
        {formatLocalTime(clock, reading.start + reading.duration)}
      </Text>
      <Text fw={600}>
        {reading.value === undefined ? 'no value' : formatMeasured(scaleOf(row).of(reading.value), scaleOf(row).unit)}
      </Text>
      <Text c="dimmed" size="sm">
        {reading.rawValue === undefined ? '' : `as sent: ${reading.rawValue} (${row.sourceUnit})`}
      </Text>
      {reading.cost === undefined ? null : <Text>{formatMoney(reading.cost, row.currency)}</Text>}
      <QualityBadge quality={reading.quality} code={reading.qualityCode} />
      {codes.map(([name, code]) =>
        code === undefined ? null : (
          <Text key={name} size="sm" c="dimmed">
            {name} {code}
          </Text>
        ),
      )}
      <Group gap="xs" ml="auto" wrap="nowrap">
        <Button variant="default" size="compact-sm" onClick={showBlock}>
          Interval block
        </Button>
        <ButtonLink
          variant="default"
          size="compact-sm"
          to="/w/$workspace/entries/$entry"
          params={{ workspace, entry: reading.block }}
        >
          Raw XML and request
        </ButtonLink>
        <ActionIcon aria-label="Close the selected reading" onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </Group>
    </section>
  );
}
