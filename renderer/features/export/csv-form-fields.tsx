/** Separator and decimal sign of CSV files; remembered by the window. */
import { Group, Select } from '@mantine/core';
import type { CsvForm } from '#shared/csv.ts';
import { currentPreference, usePreference } from '../../ui/preferences.ts';

const SEPARATOR = 'csv.separator';
const DECIMAL = 'csv.decimal';

const separators: { value: CsvForm['separator']; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
];
const decimals: { value: CsvForm['decimal']; label: string }[] = [
  { value: '.', label: 'Point: 1234.5' },
  { value: ',', label: 'Comma: 1234,5' },
];

/** The choice at this moment. */
export function csvForm(): CsvForm {
  return {
    separator: known(separators, currentPreference(SEPARATOR, ',')),
    decimal: known(decimals, currentPreference(DECIMAL, '.')),
  };
}

export function CsvFormFields() {
  const [separator, setSeparator] = usePreference<string>(SEPARATOR, ',');
  const [decimal, setDecimal] = usePreference<string>(DECIMAL, '.');
  return (
    <Group gap="md" grow>
      <Select
        label="Between values"
        size="xs"
        data={separators}
        value={known(separators, separator)}
        allowDeselect={false}
        onChange={(value) => value && setSeparator(value)}
      />
      <Select
        label="Decimal sign"
        size="xs"
        data={decimals}
        value={known(decimals, decimal)}
        allowDeselect={false}
        onChange={(value) => value && setDecimal(value)}
      />
    </Group>
  );
}

/** A remembered choice, or the usual one where it is not known. */
function known<T extends string>(choices: readonly { value: T }[], chosen: string): T {
  const found = choices.find(({ value }) => value === chosen) ?? choices[0];
  return (found as { value: T }).value; // there is one at least
}
