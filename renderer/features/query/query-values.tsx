/** Fields for the values of `$name` in a query. They belong to the run, not to the text. */
import { Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { call, useCall } from '../../api/index.ts';
import { keepQueryValues, type QueryValues, queryValues } from '../../ui/query-values.ts';
import { MeterSelect } from '../usage/tabs/meter-select.tsx';

/** How long nothing is typed before the names in the text are looked for. */
const REST_MS = 250;

/** The names in a text, in their order; those of the text before while it is no whole query. */
function useNames(workspace: string, sql: string): readonly string[] {
  const [rested] = useDebouncedValue(sql, REST_MS);
  const asks = rested.includes('$');
  const found = useCall('query.parameters', { workspace, sql: rested || ' ' }, { enabled: asks, keepPrevious: true });
  const names = useRef<readonly string[]>([]);
  if (!asks) names.current = [];
  else if (found.data) names.current = found.data;
  return names.current;
}

/** @param linked those of the address */
export function useQueryValues(workspace: string, sql: string, linked: QueryValues | undefined) {
  const names = useNames(workspace, sql);
  const [values, setValues] = useState<QueryValues>(() => ({ ...queryValues(workspace), ...linked }));
  // A link to another query, while the screen is there.
  useEffect(() => {
    if (linked) setValues((now) => ({ ...now, ...linked }));
  }, [linked]);
  useEffect(() => keepQueryValues(workspace, values), [workspace, values]);
  const give = (more: QueryValues) => setValues((now) => ({ ...now, ...more }));
  /** What a run of the text as it is now is given, however soon after it was written: an empty field is a missing value. */
  const given = async (): Promise<QueryValues> => {
    const asked = sql.includes('$') ? await call('query.parameters', { workspace, sql }).catch(() => undefined) : [];
    const wanted = (asked ?? names).map((name) => [name, values[name] ?? ''] as const);
    return Object.fromEntries(wanted.filter(([, value]) => value !== ''));
  };
  return { names, values, give, given };
}

interface QueryFieldsProps {
  workspace: string;
  names: readonly string[];
  values: QueryValues;
  onChange: (more: QueryValues) => void;
}

export function QueryFields({ workspace, names, values, onChange }: QueryFieldsProps) {
  if (names.length === 0) return null;
  return (
    <Group gap="sm" align="end" role="group" aria-label="Values of the query">
      {names.map((name) =>
        name === 'meter' ? (
          <MeterField
            key={name}
            workspace={workspace}
            id={values.meter ?? ''}
            onChoose={(meter) => onChange({ meter })}
          />
        ) : (
          <TextInput
            key={name}
            size="xs"
            label={`$${name}`}
            {...fieldOf(name, values[name] ?? '')}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ),
      )}
    </Group>
  );
}

/** A day, or a time as a field for times takes it. DuckDB also writes a space between the two. */
const DAY_OR_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?$/;

/** How a value is shown: a field for times would be empty for what it does not take, though the query runs with it. */
function fieldOf(name: string, value: string): { value: string; type?: 'datetime-local'; step?: number } {
  if (name !== 'from' && name !== 'to') return { value };
  const [, day, time = '00:00'] = DAY_OR_TIME.exec(value) ?? [];
  const shown = value === '' ? '' : day && `${day}T${time}`;
  return shown === undefined ? { value } : { value: shown, type: 'datetime-local', step: 1 };
}

function MeterField({ workspace, id, onChoose }: { workspace: string; id: string; onChoose: (id: string) => void }) {
  const chosen = useCall('usagePoints.get', { workspace, id }, { enabled: id !== '' });
  return (
    <MeterSelect
      workspace={workspace}
      label="$meter"
      chosen={id === '' ? undefined : chosen.data}
      onChoose={onChoose}
      error={id !== '' && chosen.error ? `There is no meter ${id}` : undefined}
    />
  );
}
