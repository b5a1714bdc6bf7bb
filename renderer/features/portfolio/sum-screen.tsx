/** Many meters as one: their summed profile, or the meters beside each other; who makes its peak, and its patterns. */
import './portfolio.css';
import '../usage/usage.css';
import { SegmentedControl } from '@mantine/core';
import type { Summed } from '#shared/contract/sum.ts';
import { type Clock, clockOf } from '#shared/time/index.ts';
import { useCall } from '../../api/index.ts';
import { formatSpan } from '../../charts/local-clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted, formatInterval } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, Pending, RefreshFailure } from '../../ui/states.tsx';
import { measuredOf, sumQuery } from '../../ui/total-queries.ts';
import { parseSumSearch, type SumSearch } from './sum-address.ts';
import { SumPatterns } from './sum-patterns.tsx';
import { SumPeak } from './sum-peak.tsx';
import { SumProfile } from './sum-profile.tsx';
import { spanOfSum } from './sum-shape.ts';
import { SumSpan } from './sum-span.tsx';
import { isCut } from './sum-spans.ts';

interface SumProps {
  workspace: string;
  search: SumSearch;
  onSearch: (search: SumSearch) => void;
}

export function SumScreen({ workspace, search, onSearch }: SumProps) {
  const { group, meters, overlay, from, to } = search;
  const answer = useCall(
    'sum.profile',
    { workspace, group, meters, measure: search.measure, from, to },
    { keepPrevious: true },
  );
  const failure = failureOf([answer]);
  const measure = answer.data?.measure ?? search.measure;
  const { overlay: _, ...rest } = search;
  return (
    <Screen
      title="Sum of meters"
      earlier={answer.isPlaceholderData}
      crumbs={[
        <AnchorLink
          key="portfolio"
          size="sm"
          to="/w/$workspace/portfolio"
          params={{ workspace }}
          search={{ ...(measure === undefined ? {} : { measure }), ...(group === undefined ? {} : { group }) }}
        >
          Portfolio
        </AnchorLink>,
      ]}
      actions={
        <>
          {answer.data ? <AsQuery {...{ workspace, search, onSearch }} sum={answer.data} /> : null}
          <SegmentedControl
            size="xs"
            aria-label="How the meters are drawn"
            data={[
              { value: 'sum', label: 'Summed' },
              { value: 'overlay', label: 'Overlaid' },
            ]}
            value={overlay ? 'overlay' : 'sum'}
            onChange={(value) => onSearch(value === 'overlay' ? { ...rest, overlay: true } : rest)}
          />
        </>
      }
    >
      {failure?.bare ? <FailureState {...failure} /> : null}
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {answer.data ? <Shown {...{ workspace, search, onSearch }} sum={answer.data} /> : null}
      {answer.data || failure ? null : <LoadingState label="Adding up the meters" />}
    </Screen>
  );
}

/** Not of groups, which are in no view, nor of days, which differ in length. */
function AsQuery({ workspace, search, sum }: SumProps & { sum: Summed }) {
  const { group, meters } = search;
  const measured = measuredOf(sum.measure);
  const told = measured && group === undefined && sum.starts === undefined && sum.v.length > 0;
  const span = { step: sum.step, from: sum.from, to: sum.from + sum.v.length * sum.step };
  return <OpenAsQuery workspace={workspace} query={told ? sumQuery(measured, { ...span, meters }) : undefined} />;
}

function Shown({ workspace, search, onSearch, sum }: SumProps & { sum: Summed }) {
  const { overlay = false, lines } = search;
  const { timeOf } = sum;
  const point = useCall('usagePoints.get', { workspace, id: timeOf ?? '' }, { enabled: timeOf !== undefined });
  if (timeOf === undefined) {
    return (
      <EmptyState title="Nothing to add up">
        {sum.label}: no meter has such readings at equal intervals, or by days that are summed up.
      </EmptyState>
    );
  }
  if (!point.data) return <Pending query={point} label="Looking up the local time" />;
  const clock: Clock = clockOf(point.data.localTime);
  const { from, to } = spanOfSum(sum);
  const byDay = sum.starts !== undefined;
  const aligned = byDay
    ? 'by days of each meter’s own time'
    : `aligned to ${formatInterval(sum.step)}, the coarsest interval`;
  const left =
    sum.left > 0
      ? ` Not in it: ${formatCounted(sum.left, 'meter')} without such readings at equal intervals${byDay ? ', or by days that are summed up' : ''}.`
      : '';
  return (
    <>
      <SumSpan search={search} onSearch={onSearch} sum={sum} clock={clock} />
      <SumProfile
        key={`${sum.from} ${sum.step} ${sum.v.length}`}
        {...{ workspace, sum, clock, overlay }}
        chosen={lines}
        onChosen={(ids) => onSearch(parseSumSearch({ ...search, lines: ids }))}
      />
      <Dim data-testid="sum-notes">
        {sum.label} of {formatCounted(sum.parts.length, 'meter')}, {aligned}, {formatSpan(clock, from, to)}.{left}
        {isCut(sum, search) ? ' So many intervals are not added up at once; the earlier ones are left out.' : ''} Where
        fewer meters contribute, the sum is of these; where any of them is estimated, it is marked. Times are of{' '}
        {clock.label}.
      </Dim>
      <SumPeak workspace={workspace} sum={sum} clock={clock} />
      <SumPatterns sum={sum} clock={clock} />
    </>
  );
}
