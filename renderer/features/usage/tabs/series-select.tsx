import { Select } from '@mantine/core';
import type { UsageContext } from '../usage-context.ts';

/** Which series a picture of one series is about; the others stay chosen behind it. */
export function SeriesSelect({ all, main, shown, search, onSearch }: UsageContext) {
  if (all.length < 2) return null;
  return (
    <Select
      size="xs"
      w={280}
      ml="auto"
      aria-label="Series"
      data={all.map(({ id, label }) => ({ value: id, label }))}
      value={main.id}
      allowDeselect={false}
      onChange={(id) => {
        if (id) onSearch({ ...search, series: [id, ...shown.map((one) => one.id).filter((one) => one !== id)] }, true);
      }}
    />
  );
}
