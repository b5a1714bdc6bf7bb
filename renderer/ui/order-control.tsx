import { SegmentedControl } from '@mantine/core';

/** Whether a ranking begins with the highest or the lowest. */
export function OrderControl({ up, onChange }: { up: boolean | undefined; onChange: (up: true | undefined) => void }) {
  return (
    <SegmentedControl
      aria-label="Order"
      size="xs"
      data={[
        { value: 'down', label: 'Highest' },
        { value: 'up', label: 'Lowest' },
      ]}
      value={up ? 'up' : 'down'}
      onChange={(value) => onChange(value === 'up' ? true : undefined)}
    />
  );
}
