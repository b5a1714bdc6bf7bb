/** The highest readings of the shown span, asked for when they are looked at. */
import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { SeriesRow } from '#shared/contract/usage.ts';
import { useCall } from '../../../api/index.ts';
import { formatLocalDate, formatLocalTime } from '../../../charts/local-clock.ts';
import type { Span } from '../../../charts/viewport.ts';
import { Dim } from '../../../ui/dim.tsx';
import { formatMeasured } from '../../../ui/format.ts';
import { FailureState, LoadingState } from '../../../ui/states.tsx';
import type { UsageContext } from '../usage-context.ts';

const listed = 10;

interface PeakListProps extends Pick<UsageContext, 'workspace' | 'clock' | 'scaleOf'> {
  row: SeriesRow;
  asked: Span;
  onShow: (at: number) => void;
}

export function PeakList({ onShow, ...props }: PeakListProps) {
  const [opened, list] = useDisclosure(false);
  return (
    <Popover opened={opened} onChange={list.toggle} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="ms-link" onClick={list.toggle} aria-haspopup="dialog">
          top {listed}
        </button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        {opened ? (
          <Peaks
            {...props}
            onShow={(at) => {
              list.close();
              onShow(at);
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function Peaks({ workspace, clock, scaleOf, row, asked, onShow }: PeakListProps) {
  const answer = useCall('usage.readings', {
    workspace,
    series: row.id,
    from: Math.round(asked.from),
    to: Math.round(asked.to),
    offset: 0,
    limit: listed,
    order: { by: 'value', descending: true },
  });
  if (!answer.data) {
    return answer.error ? (
      <FailureState error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <LoadingState label="Finding the highest readings" />
    );
  }
  const scale = scaleOf(row);
  const peaks = answer.data.rows.filter(({ value }) => value !== undefined);
  return (
    <>
      <Dim mb={4}>Highest readings of the shown span</Dim>
      <ol className="ms-peaks" aria-label="Highest readings">
        {peaks.map(({ start, block, value = 0 }) => (
          <li key={`${start} ${block}`}>
            <b>{formatMeasured(scale.of(value), scale.unit)}</b>
            <button type="button" className="ms-link" onClick={() => onShow(start)}>
              {formatLocalDate(clock, start)}, {formatLocalTime(clock, start)}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
