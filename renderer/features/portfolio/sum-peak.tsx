/** When the sum peaks, who makes its peak, and how far the meters' own peaks lie apart. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Summed, SumPart } from '#shared/contract/sum.ts';
import type { Clock } from '#shared/time/index.ts';
import { formatLocalDate, formatLocalStamp } from '../../charts/local-clock.ts';
import { FactList } from '../../ui/fact-table.tsx';
import { formatDecimals, formatMeasured, formatQuantity, formatShare, withUnit } from '../../ui/format.ts';
import { meterName } from '../../ui/meter-name.ts';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { scaleOfLargest } from '../../ui/unit-scale.ts';
import { shownAs } from './sum-shape.ts';

export function SumPeak({ workspace, sum, clock }: { workspace: string; sum: Summed; clock: Clock }) {
  const navigate = useNavigate();
  const { peak, diversity } = sum;
  const columns = useMemo(() => columnsOf(sum, clock), [sum, clock]);
  if (peak === undefined) return null;
  const { unit, factor } = shownAs(sum);
  const own = sum.parts.reduce((all, one) => all + (one.peak?.value ?? 0), 0) * factor;
  const scale = scaleOfLargest(unit, [peak.value * factor, own]);
  const measured = (value: number) => formatMeasured(scale.of(value), scale.unit);
  return (
    <section className="ms-panel ms-figures" aria-label="Peak of the sum" data-testid="sum-peak">
      <h2>Peak of the sum</h2>
      <FactList
        className="ms-sum-facts"
        facts={[
          ['Coincident peak', measured(peak.value * factor)],
          ['At', timeIn(sum, clock, peak.at)],
          ['Meters contributing', `${formatQuantity(peak.meters)} of ${sum.parts.length}`],
          ['Own peaks added up', measured(own)],
          ['Diversity factor', diversity === undefined ? 'not known' : formatDecimals(diversity, 2)],
        ]}
      />
      <div className="ms-sum-table">
        <DataTable
          id="sum-parts"
          noun="meters"
          columns={columns}
          rows={sum.parts}
          rowId={({ id }) => id}
          onOpen={({ id }) =>
            void navigate({ to: '/w/$workspace/meters/$usagePoint', params: { workspace, usagePoint: id } })
          }
          empty={null}
        />
      </div>
    </section>
  );
}

/** Of a sum by days, the day. */
function timeIn({ starts }: Summed, clock: Clock, at: number): string {
  return starts === undefined ? formatLocalStamp(clock, at) : formatLocalDate(clock, at);
}

function columnsOf(sum: Summed, clock: Clock): TableColumn<SumPart>[] {
  const { unit, factor } = shownAs(sum);
  const scale = scaleOfLargest(
    unit,
    sum.parts.map(({ peak }) => peak && peak.value * factor),
  );
  const amount = (value: number | undefined) => (value === undefined ? undefined : scale.of(value * factor));
  const whole = sum.peak?.value ?? 0;
  const share = ({ atPeak }: SumPart) => (atPeak === undefined || whole <= 0 ? undefined : atPeak / whole);
  return [
    { id: 'meter', header: 'Meter', width: [9, 1], value: meterName },
    { id: 'customer', header: 'Customer', width: [9, 1], value: (row) => row.customerName },
    {
      id: 'atPeak',
      header: withUnit('At the peak', scale.unit),
      width: [8.5, 0.5],
      align: 'end',
      value: (row) => amount(row.atPeak),
      render: (row) => (row.atPeak === undefined ? 'no data' : formatQuantity(amount(row.atPeak) ?? 0)),
    },
    { id: 'share', header: 'Share of it', width: [6, 0.4], value: share, format: formatShare },
    {
      id: 'peak',
      header: withUnit('Own peak', scale.unit),
      width: [7, 0.5],
      value: (row) => amount(row.peak?.value),
      format: formatQuantity,
    },
    {
      id: 'peakAt',
      header: 'Own peak at',
      width: [11, 0.8],
      value: (row) => row.peak?.at,
      instant: 'seconds',
      render: (row) => (row.peak === undefined ? '' : timeIn(sum, clock, row.peak.at)),
    },
  ];
}
