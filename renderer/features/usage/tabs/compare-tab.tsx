/** The shown span beside another: the one before, a year earlier, or another meter. */
import { SegmentedControl } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Clock } from '#shared/time/index.ts';
import { formatSpan } from '../../../charts/local-clock.ts';
import { FilledBars } from '../../../charts/period-bars.tsx';
import { unitWords, withUnit } from '../../../ui/format.ts';
import { EmptyState, FailureState, LoadingState, RefreshFailure } from '../../../ui/states.tsx';
import { type PeriodRow, periodName } from '../period-rows.ts';
import { PictureMenu } from '../picture-menu.tsx';
import type { UsageContext } from '../usage-context.ts';
import { type Comparison, comparisonOf } from './comparison.ts';
import { sideWords } from './comparison-words.ts';
import { Differences } from './differences.tsx';
import { MeterSelect } from './meter-select.tsx';
import { NumbersTable } from './numbers-table.tsx';
import { SeriesSelect } from './series-select.tsx';
import { useComparison } from './use-comparison.ts';

const choices: { value: Comparison; label: string }[] = [
  { value: 'previous', label: 'Previous span' },
  { value: 'year', label: 'Year before, same weekdays' },
  { value: 'date', label: 'Year before, same dates' },
  { value: 'meter', label: 'Another meter' },
];

export function CompareTab(context: UsageContext) {
  const { main, search, onSearch } = context;
  const said = comparisonOf(search.with);
  // Another meter was asked for, but which one is not said yet.
  const [open, setOpen] = useState(false);
  const comparison = open ? 'meter' : said.comparison;
  const choose = (next: Comparison) => {
    setOpen(next === 'meter');
    if (next !== 'meter') onSearch({ ...search, with: next }, true);
  };
  const picture = useRef<HTMLDivElement>(null);
  const compared = useComparison(context, comparison, said.meter);
  const { failure } = compared;
  return (
    <>
      <div className="ms-usage-toolbar">
        <SegmentedControl size="xs" aria-label="Compared with" data={choices} value={comparison} onChange={choose} />
        {comparison === 'meter' ? (
          <MeterSelect
            workspace={context.workspace}
            not={context.point.id}
            chosen={compared.other}
            onChoose={(id) => onSearch({ ...search, with: id }, true)}
          />
        ) : null}
        <SeriesSelect {...context} />
        <PictureMenu context={context} chart={picture} title="Comparison" span={compared.span} drawn={compared.drawn} />
      </div>
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {failure?.bare ? (
        <FailureState {...failure} />
      ) : comparison === 'meter' && said.meter === undefined ? (
        <EmptyState title="Which other meter?">
          Choose one above that is measured in {unitWords(main.unit)}. Both are compared over the same span, in this
          meter’s local time.
        </EmptyState>
      ) : compared.isUnlike ? (
        <EmptyState title="These two cannot be compared">
          That meter has nothing in {unitWords(main.unit)} like {main.label}. Choose another one above.
        </EmptyState>
      ) : compared.isHere ? (
        <>
          <Differences {...compared} sampled={main.behaviour === 'sample'} level={main.level} />
          <div className="ms-panel ms-usage-chart ms-usage-fill" ref={picture}>
            <Sides {...context} {...compared} comparison={comparison} />
          </div>
        </>
      ) : (
        <LoadingState label="Adding up both sides" />
      )}
    </>
  );
}

type SidesProps = ReturnType<typeof useComparison> & Pick<UsageContext, 'clock'> & { comparison: Comparison };

/** Both sides as bars, and the same numbers as a table. */
function Sides({ clock, span, period, pairs, unit, now, before, comparison }: SidesProps) {
  // Two spans in the order of time; of two meters this one first.
  const sets = comparison === 'meter' ? [now, before] : [before, now];
  return (
    <>
      <FilledBars
        least={220}
        unit={unit}
        sets={sets}
        bars={pairs.map((pair) => ({
          label: pair.label,
          values: { now: barOf(clock, pair.now, comparison), before: barOf(clock, pair.before, comparison) },
        }))}
        description={`${now.label} compared with ${before.label}, ${formatSpan(clock, span.from, span.to)}, by ${period}. The table below has the same numbers.`}
      />
      <NumbersTable
        label="Comparison"
        heads={['Period', withUnit(now.label, unit), withUnit(before.label, unit)]}
        rows={pairs.map((pair) => [pair.label, ...[pair.now, pair.before].map((row) => sideWords(clock, row))])}
      />
    </>
  );
}

/** Both sides of two spans are named by their dates; of two meters by the meters. */
function barOf(clock: Clock, row: PeriodRow | undefined, comparison: Comparison) {
  if (row === undefined) return undefined;
  const title = comparison === 'meter' ? {} : { title: periodName(clock, row) };
  return { total: row.total ?? row.mean, coverage: row.coverage, ...title };
}
