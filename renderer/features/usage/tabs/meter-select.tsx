/** Chooses another meter among all of the workspace: the store searches them by what is typed. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import { useCall } from '../../../api/index.ts';

/** Nobody reads on further: more letters are quicker. */
const MOST = 50;

interface MeterSelectProps {
  workspace: string;
  /** Above the field; without it the field is the "Other meter" of a comparison. */
  label?: string;
  /** Not offered: the one that is compared. */
  not?: string;
  chosen: UsagePointRow | undefined;
  onChoose: (id: string) => void;
  /** What is wrong with the chosen one. */
  error?: string | undefined;
}

export function MeterSelect({ workspace, label, not, chosen, onChoose, error }: MeterSelectProps) {
  const [typed, setTyped] = useState('');
  const option = chosen && optionOf(chosen);
  // The chosen one stands in the field, and is no search.
  const [search] = useDebouncedValue(typed === option?.label ? '' : typed.trim(), 150);
  const sort = { column: 'readings', descending: true } as const;
  const found = useCall('usagePoints.list', { workspace, search, sort, limit: MOST }, { keepPrevious: true });
  const offered = (found.data?.rows ?? []).filter(
    ({ id, readings }) => id !== not && id !== chosen?.id && readings > 0,
  );
  return (
    <Select
      size="xs"
      w={300}
      searchable
      {...(label === undefined ? { 'aria-label': 'Other meter' } : { label })}
      placeholder="Meter number, customer or address"
      data={[...(option ? [option] : []), ...offered.map(optionOf)]}
      filter={({ options }) => options}
      nothingFoundMessage={found.isPlaceholderData ? 'Searching' : 'No meter with readings matches'}
      error={found.error ? 'The meters could not be loaded' : error}
      value={option?.value ?? null}
      onSearchChange={setTyped}
      onChange={(id) => {
        if (id) onChoose(id);
      }}
    />
  );
}

function optionOf(row: UsagePointRow) {
  const label = [row.meterNumber ?? row.uid, row.customerName, row.serviceKind?.label, row.file]
    .filter(Boolean)
    .join(' · ');
  return { value: row.id, label };
}
