/** Above the chart: which span, which series, which measure. */
import { Button, Checkbox, Group, Popover, SegmentedControl, Stack, Switch, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartLine, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { addUnits, formatSpan, instantOf, localParts } from '../../../charts/local-clock.ts';
import { rateUnit } from '../../../charts/measure.ts';
import { type Preset, presetOf, presetSpan, stepSpan } from '../../../charts/viewport.ts';
import { formatCount, unitWords } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useShownKeys } from '../../../ui/keymap.ts';
import { lazyScreen } from '../../../ui/lazy-screen.ts';
import { useShortcuts } from '../../../ui/shortcuts.ts';
import { LoadingState } from '../../../ui/states.tsx';
import { seriesColor } from '../series-choice.ts';
import type { UsageContext } from '../usage-context.ts';
import type { DayRange } from './day-calendar.tsx';

const loadCalendar = () => import('./day-calendar.tsx');
const DayCalendar = lazyScreen(loadCalendar, 'DayCalendar');

const presets: { value: Preset; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
  { value: 'all', label: 'All' },
];

export function ProfileToolbar({ children, ...context }: UsageContext & { children: ReactNode }) {
  const { clock, view, extent, show } = context;
  const preset = presetOf(clock, view, extent);
  const toPreset = (value: Preset) => show(presetSpan(clock, anchorOf(view, extent), value, extent));
  const step = (direction: 1 | -1) => show(stepSpan(clock, view, extent, direction));
  const keys = useShownKeys();
  useShortcuts({
    'profile.day': () => toPreset('day'),
    'profile.week': () => toPreset('week'),
    'profile.month': () => toPreset('month'),
    'profile.year': () => toPreset('year'),
    'profile.all': () => toPreset('all'),
    'profile.earlier': () => step(-1),
    'profile.later': () => step(1),
  });
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
        <IconButton
          icon={IconChevronLeft}
          label="Earlier"
          hint={`Earlier (${keys('profile.earlier')})`}
          iconSize={17}
          onClick={() => step(-1)}
          disabled={view.from <= extent.from}
        />
        <SpanPicker {...context} />
        <IconButton
          icon={IconChevronRight}
          label="Later"
          hint={`Later (${keys('profile.later')})`}
          iconSize={17}
          onClick={() => step(1)}
          disabled={view.to >= extent.to}
        />
      </Group>
      <Group gap="xs" ml="auto">
        <MeasureChoice {...context} />
        <SeriesChoice {...context} />
        {children}
      </Group>
    </div>
  );
}

/** The shown span in words; opens a calendar of the meter's days. */
function SpanPicker({ clock, view, extent, show }: UsageContext) {
  const [opened, calendar] = useDisclosure(false);
  const [range, setRange] = useState<DayRange>([null, null]);
  const choose = (next: DayRange) => {
    setRange(next);
    const [first, last] = next.map((day) => (day === null ? undefined : dayStart(clock, day)));
    if (first === undefined || last === undefined) return;
    show({ from: first, to: addUnits(clock, last, 'day', 1) });
    setRange([null, null]);
    calendar.close();
  };
  return (
    <Popover opened={opened} onChange={calendar.toggle} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Choose days">
          <Button
            variant="subtle"
            color="gray"
            className="ms-usage-span"
            onClick={calendar.toggle}
            // Here by the time that it opens, so that the focus finds it.
            onPointerEnter={loadCalendar}
            onFocus={loadCalendar}
            aria-haspopup="dialog"
          >
            <span aria-live="polite" data-testid="span">
              {formatSpan(clock, toMinute(view.from), toMinute(view.to))}
            </span>
          </Button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<LoadingState label="Opening the calendar" />}>
          <DayCalendar
            value={range}
            onChange={choose}
            shown={isoDay(clock, view.from)}
            first={isoDay(clock, extent.from)}
            last={isoDay(clock, extent.to - 1)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A free zoom ends between two minutes; nobody reads the seconds of it. */
const toMinute = (at: number) => Math.round(at / 60) * 60;

/** `2026-03-03`, as the calendar writes days; and back to the day's first instant on the meter's clock. */
function isoDay(clock: UsageContext['clock'], at: number): string {
  const { year, month, day } = localParts(clock, at);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function dayStart(clock: UsageContext['clock'], iso: string): number {
  const [year = 1970, month = 1, day = 1] = iso.split('-').map(Number);
  return instantOf(clock, year, month, day);
}

/** Presets are about the middle of the view, or its end when the view shows the newest data. */
function anchorOf(view: UsageContext['view'], extent: UsageContext['extent']): number {
  const middle = (view.from + view.to) / 2;
  return view.to >= extent.to - 1 && view.from > extent.from
    ? extent.to - 1
    : Math.min(Math.max(middle, extent.from), extent.to - 1);
}

/** Amounts or mean power, and whether the cost is drawn below. */
function MeasureChoice({ shown, search, onSearch, scaleOf }: UsageContext) {
  const rates = shown.map(({ unit, behaviour }) =>
    behaviour === 'interval' ? rateUnit(scaleOf({ unit }).unit) : undefined,
  );
  const rate = rates.find((unit) => unit !== undefined);
  const { measure, cost, ...rest } = search;
  const withCost = cost ? { cost } : {};
  return (
    <>
      {rate ? (
        <SegmentedControl
          size="xs"
          aria-label="What is measured"
          data={[
            { value: 'amount', label: unitWords(scaleOf({ unit: shown[0]?.unit ?? '' }).unit) },
            { value: 'power', label: rate },
          ]}
          value={measure ?? 'amount'}
          onChange={(value) =>
            onSearch({ ...rest, ...withCost, ...(value === 'power' ? { measure: 'power' as const } : {}) }, true)
          }
        />
      ) : null}
      {shown.some((one) => one.cost !== undefined) ? (
        <Switch
          size="xs"
          label="Cost"
          checked={cost === true}
          onChange={({ currentTarget: { checked } }) =>
            onSearch({ ...rest, ...(measure ? { measure } : {}), ...(checked ? { cost: true as const } : {}) }, true)
          }
        />
      ) : null}
    </>
  );
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
