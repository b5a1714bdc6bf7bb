/** Which chart is drawn of a result, and which of its columns. */
import { Group, MultiSelect, Select } from '@mantine/core';
import type { ChartKind, ChartWish, QueryChart } from '#shared/contract/query-chart.ts';
import type { DrawnChart } from './words.ts';

const KINDS: readonly { value: ChartKind; label: string }[] = [
  { value: 'line', label: 'Line' },
  { value: 'bar', label: 'Bars' },
  { value: 'scatter', label: 'Scatter' },
  { value: 'heat', label: 'Heat map' },
];

interface ChoicesProps {
  columns: QueryChart['columns'];
  chart: DrawnChart;
  onWish: (wish: ChartWish) => void;
}

export function ChartChoices({ columns, chart, onWish }: ChoicesProps) {
  const { kind, x, y, colour } = chart;
  const change = (part: ChartWish) => onWish({ kind, x, y, colour, ...part });
  const isHeat = kind === 'heat';
  const names = (roles: readonly string[]) =>
    [...new Set(columns.filter(({ role }) => roles.includes(role)).map(({ name }) => name))].sort();
  const drawable = names(['time', 'part', 'number', 'text']);
  const numbers = names(['part', 'number']);
  const along = kind === 'line' || kind === 'scatter' ? names(['time', 'part', 'number']) : drawable;
  const many = kind === 'line' || kind === 'bar';
  const select = { size: 'xs', w: 150, allowDeselect: false } as const;
  return (
    <Group gap="xs" align="flex-end">
      <Select
        {...select}
        w={110}
        label="Chart"
        data={KINDS}
        value={kind}
        onChange={(value) => {
          const found = KINDS.find((one) => one.value === value);
          if (found) onWish({ kind: found.value });
        }}
      />
      <Select {...select} label="Across" data={along} value={x} onChange={(value) => value && change({ x: value })} />
      {many && colour === '' ? (
        <MultiSelect
          size="xs"
          w={220}
          label="Up"
          data={names(['part', 'number', 'text'])}
          value={y}
          maxValues={8}
          onChange={(values) => values.length > 0 && change({ y: values })}
        />
      ) : (
        <Select
          {...select}
          label={isHeat ? 'Down' : 'Up'}
          data={isHeat ? drawable : names(['part', 'number', 'text'])}
          value={y[0] ?? null}
          onChange={(value) => value && change({ y: [value] })}
        />
      )}
      <Select
        {...select}
        label="Colour"
        data={isHeat ? numbers : [{ value: '', label: 'none' }, ...drawable]}
        value={colour}
        onChange={(value) => value !== null && change({ colour: value })}
      />
    </Group>
  );
}
