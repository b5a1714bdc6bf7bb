/** Power quality summaries of a meter: what the network did to its voltage, period by period. */
import { Button, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { PowerQualityRow } from '#shared/contract/analysis.ts';
import { routes } from '#shared/routes.ts';
import type { Clock } from '#shared/time/index.ts';
import { useCall } from '../../../api/index.ts';
import { formatLocalDay } from '../../../charts/local-clock.ts';
import { PeriodBars } from '../../../charts/period-bars.tsx';
import { Dim } from '../../../ui/dim.tsx';
import { formatCount, formatCounted, formatQuantity } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/index.ts';
import type { UsageContext } from '../usage-context.ts';

/** A member of the summary; times `factor` it is in `unit`. */
interface Measure {
  name: string;
  label: string;
  unit: string;
  factor: number;
}

/** Members of ElectricPowerQualitySummary (espi.xsd): their words, and what makes them the unit that people read. */
const measures: readonly Measure[] = [
  { name: 'mainsVoltage', label: 'Mains voltage', unit: 'V', factor: 1e-6 },
  { name: 'powerFrequency', label: 'Frequency', unit: 'Hz', factor: 1e-6 },
  { name: 'supplyVoltageDips', label: 'Voltage dips', unit: 'times', factor: 1 },
  { name: 'shortInterruptions', label: 'Short interruptions', unit: 'times', factor: 1 },
  { name: 'longInterruptions', label: 'Long interruptions', unit: 'times', factor: 1 },
  { name: 'rapidVoltageChanges', label: 'Rapid voltage changes', unit: 'times', factor: 1 },
  { name: 'tempOvervoltage', label: 'Temporary overvoltages', unit: 'times', factor: 1 },
  { name: 'supplyVoltageVariations', label: 'Voltage variations', unit: 'times', factor: 1 },
  { name: 'supplyVoltageImbalance', label: 'Voltage imbalance', unit: 'times', factor: 1 },
  { name: 'harmonicVoltage', label: 'Harmonic voltage', unit: 'times', factor: 1 },
  { name: 'flickerPlt', label: 'Long-term flicker', unit: 'Plt', factor: 1 },
  { name: 'flickerPst', label: 'Short-term flicker', unit: 'Pst', factor: 1 },
];

export function QualityTab({ workspace, point, clock }: UsageContext) {
  const list = useCall('powerQuality.list', { workspace, usagePoint: point.id });
  const navigate = useNavigate();
  const [measure, setMeasure] = useState('supplyVoltageDips');
  const columns = useMemo(() => summaryColumns(clock), [clock]);
  const chosen = measures.find(({ name }) => name === measure);
  const { rows = [], matching = 0 } = list.data ?? {};
  return (
    <>
      {chosen && rows.length > 0 ? (
        <div className="ms-panel ms-usage-chart">
          <div className="ms-usage-toolbar">
            {measures
              .filter(({ name }) => rows.some(({ values }) => values[name] !== undefined))
              .map(({ name, label }) => (
                <Button
                  key={name}
                  size="compact-xs"
                  variant={name === measure ? 'light' : 'subtle'}
                  onClick={() => setMeasure(name)}
                  aria-pressed={name === measure}
                >
                  {label}
                </Button>
              ))}
          </div>
          <MeasureBars measure={chosen} rows={rows} clock={clock} />
        </div>
      ) : null}
      {matching > rows.length ? (
        <Dim>
          The newest {formatCount(rows.length)} of {formatCounted(matching, 'summary', 'summaries')} are shown.
        </Dim>
      ) : null}
      <DataTable
        id="power-quality"
        noun="summaries"
        columns={columns}
        rows={list.data?.rows}
        rowId={({ id }) => id}
        addressOf={({ entry }) => routes.entry(workspace, entry)}
        rawOf={({ entry }) => routes.entry(workspace, entry)}
        query={list}
        onOpen={({ entry }) => void navigate({ to: '/w/$workspace/entries/$entry', params: { workspace, entry } })}
        empty={
          <EmptyState icon={IconActivity} title="No power quality summaries">
            <Text>They are sent when an authorization’s scope has function block 17.</Text>
          </EmptyState>
        }
      />
    </>
  );
}

function MeasureBars({ measure, rows, clock }: { measure: Measure; rows: readonly PowerQualityRow[]; clock: Clock }) {
  return (
    <PeriodBars
      height={300}
      unit={measure.unit}
      sets={[{ id: 'value', label: measure.label, color: 'var(--ms-series-1)' }]}
      bars={rows.map((row) => ({
        label: row.start === undefined ? '?' : formatLocalDay(clock, row.start),
        values: { value: { total: measured(row, measure), coverage: 1 } },
      }))}
      description={`${measure.label} by period. The table below has the same numbers.`}
    />
  );
}

function summaryColumns(clock: Clock): TableColumn<PowerQualityRow>[] {
  return [
    {
      id: 'start',
      header: 'Period',
      width: [14.5, 0.5],
      value: (row) => row.start,
      instant: 'seconds',
      render: (row) =>
        row.start === undefined
          ? 'no period'
          : `${formatLocalDay(clock, row.start)} – ${formatLocalDay(clock, (row.end ?? row.start + 1) - 1)}`,
    },
    ...measures.map(
      (measure): TableColumn<PowerQualityRow> => ({
        id: measure.name,
        header: measure.unit === 'times' ? measure.label : `${measure.label}, ${measure.unit}`,
        width: [8, 0.5],
        value: (row) => measured(row, measure),
        format: formatQuantity,
      }),
    ),
  ];
}

/** In the unit that people read; undefined where the summary does not say it. */
function measured({ values }: PowerQualityRow, { name, factor }: Measure): number | undefined {
  return values[name] === undefined ? undefined : values[name] * factor;
}
