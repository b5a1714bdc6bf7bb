/** How the meter usually behaves: the average day with its spread, and the load-duration curve. */
import { SegmentedControl, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import type { DaySplit } from '#shared/contract/analysis.ts';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { formatSpan } from '../../../charts/local-clock.ts';
import { Dim } from '../../../ui/dim.tsx';
import { unitWords } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { PictureMenu } from '../picture-menu.tsx';
import type { UsageContext } from '../usage-context.ts';
import { DurationCurve } from './load-duration-figure.tsx';
import { SeriesSelect } from './series-select.tsx';
import { hasTimesOfDay, isComparable, WithoutTimesOfDay } from './times-of-day.tsx';
import { TypicalDay } from './typical-day-figure.tsx';

const splits: { value: DaySplit; label: string }[] = [
  { value: 'all', label: 'All days' },
  { value: 'workday', label: 'Workdays' },
  { value: 'weekday', label: 'Weekdays' },
  { value: 'season', label: 'Seasons' },
];

export function PatternsTab(context: UsageContext) {
  const { clock, view, main, extent, scaleOf } = context;
  const [split, setSplit] = useState<DaySplit>('all');
  const [whole, setWhole] = useState('all');
  const day = useRef<HTMLElement>(null);
  const curve = useRef<HTMLElement>(null);
  const drawn = [{ series: main, unit: scaleOf(main).unit }];
  const range = whole === 'all' ? extent : { from: Math.round(view.from), to: Math.round(view.to) };
  return (
    <>
      <div className="ms-usage-toolbar">
        <SegmentedControl
          size="xs"
          aria-label="Span of time"
          data={[
            { value: 'all', label: 'All data' },
            { value: 'view', label: 'Span shown' },
          ]}
          value={whole}
          onChange={setWhole}
        />
        <Text size="sm" fw={600}>
          {formatSpan(clock, range.from, range.to)}
        </Text>
        <SeriesSelect {...context} />
      </div>
      <div className="ms-patterns">
        <section className="ms-panel ms-usage-chart ms-usage-fill" ref={day}>
          <div className="ms-usage-toolbar">
            <Title order={2}>Average day</Title>
            <SegmentedControl
              size="xs"
              ml="auto"
              aria-label="Which days"
              data={splits}
              value={split}
              onChange={setSplit}
            />
            <PictureMenu context={context} chart={day} title="Average day" span={range} drawn={drawn} />
          </div>
          {hasTimesOfDay(main) ? <TypicalDay {...context} split={split} range={range} /> : <WithoutTimesOfDay />}
        </section>
        <section className="ms-panel ms-usage-chart ms-usage-fill" ref={curve}>
          <div className="ms-usage-toolbar">
            <Title order={2} me="auto">
              {main.level === undefined ? 'Load duration' : 'Duration'}
            </Title>
            <PictureMenu context={context} chart={curve} title="Load duration" span={range} drawn={drawn} />
          </div>
          {isComparable(main) ? (
            <DurationCurve {...context} range={range} />
          ) : (
            <EmptyState title="These readings cannot be ranked">
              They cover unequal lengths of time, so a larger amount need not be a higher load.
            </EmptyState>
          )}
        </section>
      </div>
      <Dim>
        Times are the meter’s ({clock.label}). Band: 10th to 90th percentile of the days.{' '}
        {isComparable(main) ? intervalWords(scaleOf(main).unit, main) : null}
      </Dim>
    </>
  );
}

/** What single values are: an amount belongs to its interval, a level does not. The average day says its own. */
function intervalWords(unit: string, { behaviour }: SeriesRow): string {
  const words = unitWords(unit);
  if (unit === '') return 'The file does not state the unit of the values.';
  if (words === '') return '';
  return behaviour === 'sample' ? `Values are in ${words}.` : `Load duration: values are ${words} per interval.`;
}
