/** What to export, which values of it, and as which files. Values, format and the handling of texts are remembered. */
import { Button, Checkbox, Group, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ExportFormat, ExportValues } from '#shared/contract/exports.ts';
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { SET_BY_ADMINISTRATOR, usePolicy } from '../../ui/policy.tsx';
import { usePreference } from '../../ui/preferences.ts';
import { csvOptions, RawTextCheckbox } from '../../ui/raw-text.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CsvFormFields, csvForm } from './csv-form-fields.tsx';

export interface ExportScope {
  id: string;
  label: string;
  selection: CallInput<'export.start'>['selection'];
  /** Of a scope of one meter: the series to choose from. */
  series?: readonly { id: string; label: string }[];
}

export type StartedExport = NonNullable<CallOutput<'export.start'>>;

interface Choice<Value> {
  value: Value;
  label: string;
  description?: string;
  disabled?: boolean;
}

const valueChoices: Choice<ExportValues>[] = [
  { value: 'raw', label: 'Readings', description: 'Every reading as it was sent' },
  { value: 'daily', label: 'By day', description: 'A row for each local day, with its coverage' },
  { value: 'monthly', label: 'By month', description: 'A row for each local month, with its coverage' },
];

const formats: Choice<ExportFormat>[] = [
  { value: 'csv', label: 'CSV', description: 'For spreadsheets' },
  { value: 'parquet', label: 'Parquet', description: 'Small; for DuckDB, Python, Spark' },
  { value: 'json', label: 'JSON', description: 'One object per line' },
];

const notAllowed = (format: Choice<ExportFormat>): Choice<ExportFormat> => ({
  ...format,
  disabled: true,
  description: `Not allowed. ${SET_BY_ADMINISTRATOR}`,
});

interface ExportFormProps {
  workspace: string;
  /** Narrowest first; the first is chosen at first. */
  scopes: readonly ExportScope[];
  onStarted: (started: StartedExport) => void;
  onClose: () => void;
}

export function ExportForm({ workspace, scopes, onStarted, onClose }: ExportFormProps) {
  const [scopeId, setScope] = useState(scopes[0]?.id ?? '');
  const [days, setDays] = useState<Days>({ firstDay: '', lastDay: '' });
  const [series, setSeries] = useState<string[]>();
  const [values, setValues] = usePreference<ExportValues>('export.values', 'raw');
  const [format, setFormat] = usePreference<ExportFormat>('export.format', 'csv');
  const start = useAction('export.start');
  const { allows } = usePolicy();
  const group = useGroupScope(workspace, scopes);
  const offered = group ? [...scopes, group.scope] : scopes;
  const scope = offered.find(({ id }) => id === scopeId);
  const hasSpan = scope?.selection?.from !== undefined;
  const wrong = !hasSpan && days.firstDay !== '' && days.lastDay !== '' && days.lastDay < days.firstDay;
  const run = () => {
    const selection = selectionOf(scope, series, hasSpan ? undefined : days);
    const csv = format === 'csv' ? { ...csvOptions(), csv: csvForm() } : {};
    start.run({ workspace, format, values, ...csv, ...(selection && { selection }) }, (answer) => {
      if (answer) onStarted(answer);
    });
  };
  return (
    <Stack gap="md">
      <Choices
        label="What"
        choices={offered.map(({ id, label }) => ({ value: id, label }))}
        value={scopeId}
        onChange={setScope}
      />
      {scopeId === group?.scope.id ? group.field : null}
      {scope?.series && scope.series.length > 1 ? (
        <SeriesField offered={scope.series} chosen={series} onChange={setSeries} />
      ) : null}
      {hasSpan ? null : <SpanFields days={days} onChange={setDays} wrong={wrong} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Choices label="Values" choices={valueChoices} value={values} onChange={setValues} />
        <Choices
          label="Format"
          choices={formats.map((one) => (allows(one.value) ? one : notAllowed(one)))}
          value={format}
          onChange={setFormat}
        />
      </SimpleGrid>
      {format === 'csv' ? (
        <>
          <CsvFormFields />
          <RawTextCheckbox />
        </>
      ) : null}
      <Dim>
        Meters, customers, bills and sources come as tables of their own, and a manifest explains every column. No
        existing file is overwritten.
      </Dim>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={run}
          loading={start.isPending}
          disabled={wrong || !allows(format) || (scope?.series !== undefined && series?.length === 0)}
        >
          Export
        </Button>
      </Group>
    </Stack>
  );
}

/** What is exported; undefined for everything. @param days undefined where the scope has its own span */
function selectionOf(scope: ExportScope | undefined, series: string[] | undefined, days: Days | undefined) {
  const selection = {
    ...scope?.selection,
    ...(scope?.series && series ? { series } : {}),
    ...Object.fromEntries(Object.entries(days ?? {}).filter(([, day]) => day !== '')),
  };
  return Object.keys(selection).length > 0 ? selection : undefined;
}

/** A group of meters as a scope, and the field that says which; undefined where there is none, or a scope is one. */
function useGroupScope(workspace: string, scopes: readonly ExportScope[]) {
  const groups = useCall('groups.names', { workspace }).data ?? [];
  const [chosen, choose] = useState<string>();
  const group = chosen ?? groups[0]?.id;
  if (group === undefined || scopes.some(({ id }) => id === 'group')) return undefined;
  const scope: ExportScope = { id: 'a-group', label: 'A group of meters', selection: { group } };
  const field = (
    <Select
      label="Group"
      size="xs"
      data={groups.map(({ id, name }) => ({ value: id, label: name }))}
      value={group}
      onChange={(value) => choose(value ?? undefined)}
      allowDeselect={false}
      searchable
    />
  );
  return { scope, field };
}

interface SeriesFieldProps {
  offered: readonly { id: string; label: string }[];
  /** Undefined for all of them. */
  chosen: string[] | undefined;
  onChange: (chosen: string[]) => void;
}

function SeriesField({ offered, chosen, onChange }: SeriesFieldProps) {
  return (
    <Checkbox.Group
      label="Series"
      value={chosen ?? offered.map(({ id }) => id)}
      onChange={onChange}
      error={chosen?.length === 0 ? 'Choose at least one series' : undefined}
    >
      <Stack gap={8} my={6}>
        {offered.map(({ id, label }) => (
          <Checkbox key={id} value={id} label={label} size="xs" />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface ChoicesProps<Value> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choices<Value extends string>({ choices, ...props }: ChoicesProps<Value>) {
  return (
    <Radio.Group<Value> {...props}>
      <Stack gap={8} mt={6}>
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} size="xs" />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Dates as 2025-01-31, empty for no limit. */
interface Days {
  firstDay: string;
  lastDay: string;
}

function SpanFields({ days, onChange, wrong }: { days: Days; onChange: (days: Days) => void; wrong: boolean }) {
  return (
    <div>
      <Group gap="sm" grow align="flex-start">
        <TextInput
          type="date"
          size="xs"
          label="First day"
          value={days.firstDay}
          onChange={(event) => onChange({ ...days, firstDay: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          size="xs"
          label="Last day"
          value={days.lastDay}
          onChange={(event) => onChange({ ...days, lastDay: event.currentTarget.value })}
          error={wrong ? 'Before the first day' : undefined}
        />
      </Group>
      <Dim mt={4}>Both included, in each meter’s own local time. Leave them empty for all data.</Dim>
    </div>
  );
}
