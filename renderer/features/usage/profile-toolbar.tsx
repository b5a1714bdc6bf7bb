/** Above the chart: which span, which series, which measure. */
import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core';
import { IconChartLine, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatSpan } from '../../charts/local-clock.ts';
import { type Measure, rateUnit } from '../../charts/series-shape.ts';
import { type Preset, presetOf, presetSpan, stepSpan } from '../../charts/viewport.ts';
import { formatCount } from '../../ui/format.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { seriesColor } from './series-choice.ts';
import type { UsageSearch } from './usage-address.ts';
import type { UsageContext } from './usage-context.ts';

const presets: { value: Preset; label: string; key: string }[] = [
  { value: 'day', label: 'Day', key: 'd' },
  { value: 'week', label: 'Week', key: 'w' },
  { value: 'month', label: 'Month', key: 'm' },
  { value: 'year', label: 'Year', key: 'y' },
  { value: 'all', label: 'All', key: 'a' },
];

export function ProfileToolbar({ children, ...context }: UsageContext & { children: ReactNode }) {
  const { clock, view, extent, show } = context;
  const preset = presetOf(clock, view, extent);
  const toPreset = (value: Preset) => show(presetSpan(clock, anchorOf(view, extent), value, extent));
  const step = (direction: 1 | -1) => show(stepSpan(clock, view, extent, direction));
  useShortcuts([
    ...presets.map(({ value, label, key }) => ({
      keys: key,
      label: `Show ${label === 'All' ? 'all' : `one ${label.toLowerCase()}`}`,
      group: 'Load profile',
      run: () => toPreset(value),
    })),
    { keys: ',', label: 'Earlier', group: 'Load profile', run: () => step(-1) },
    { keys: '.', label: 'Later', group: 'Load profile', run: () => step(1) },
  ]);
  return (
    <div className="ms-usage-toolbar">
      <SegmentedControl
        size="xs"
        aria-label="Span of time"
        data={presets.map(({ value, label }) => ({ value, label }))}
        value={preset ?? ''}
        onChange={(value) => toPreset(value as Preset)} // one of the values above
      />
      <Group gap={2} wrap="nowrap">
        <Tooltip label="Earlier (,)">
          <ActionIcon aria-label="Earlier" onClick={() => step(-1)} disabled={view.from <= extent.from}>
            <IconChevronLeft size={17} />
          </ActionIcon>
        </Tooltip>
        <Text size="sm" fw={600} className="ms-usage-span" aria-live="polite" data-testid="span">
          {formatSpan(clock, Math.round(view.from), Math.round(view.to))}
        </Text>
        <Tooltip label="Later (.)">
          <ActionIcon aria-label="Later" onClick={() => step(1)} disabled={view.to >= extent.to}>
            <IconChevronRight size={17} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Group gap="xs" ml="auto">
        <MeasureChoice {...context} />
        <SeriesChoice {...context} />
        {children}
      </Group>
    </div>
  );
}

/** Presets are about the middle of the view, or its end when the view shows the newest data. */
function anchorOf(view: UsageContext['view'], extent: UsageContext['extent']): number {
  const middle = (view.from + view.to) / 2;
  return view.to >= extent.to - 1 && view.from > extent.from
    ? extent.to - 1
    : Math.min(Math.max(middle, extent.from), extent.to - 1);
}

function MeasureChoice({ shown, search, onSearch }: UsageContext) {
  const rates = shown.map(({ unit, behaviour }) => (behaviour === 'interval' ? rateUnit(unit) : undefined));
  const rate = rates.find((unit) => unit !== undefined);
  const hasCost = shown.some(({ cost }) => cost !== undefined);
  const data: { value: Measure; label: string }[] = [
    { value: 'amount', label: shown[0]?.unit ?? 'Amount' },
    ...(rate ? [{ value: 'power' as const, label: rate }] : []),
    ...(hasCost ? [{ value: 'cost' as const, label: 'with cost' }] : []),
  ];
  if (data.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="What is measured"
      data={data}
      value={search.measure ?? 'amount'}
      onChange={(value) => onSearch(withMeasure(search, value as Measure), true)} // one of the values above
    />
  );
}

function withMeasure(search: UsageSearch, measure: Measure): UsageSearch {
  const { measure: _, ...rest } = search;
  return measure === 'amount' ? rest : { ...rest, measure };
}

function SeriesChoice({ all, shown, search, onSearch }: UsageContext) {
  if (all.length < 2) return null;
  const toggle = (id: string) => {
    const ids = shown.map((one) => one.id);
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    if (next.length > 0) onSearch({ ...search, series: next }, true);
  };
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconChartLine size={14} aria-hidden />}>
          Series: {shown.length} of {all.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {all.map((row) => (
            <Checkbox
              key={row.id}
              size="xs"
              checked={shown.includes(row)}
              onChange={() => toggle(row.id)}
              label={
                <Group gap="xs" wrap="nowrap">
                  <span className="ms-swatch" style={{ background: seriesColor(all, row.id) }} />
                  <span>{row.label}</span>
                  <span className="ms-dim">{formatCount(row.count)}</span>
                </Group>
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
