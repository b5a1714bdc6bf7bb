import { Select } from '@mantine/core';
import type { TeamMeasure } from '#shared/contract/team.ts';
import { formatCounted } from '../../ui/format.ts';
import { parseTeamSearch } from './team-address.ts';
import type { TeamProps } from './team-props.ts';

/** What is ranked: of one service, direction and unit. */
export function MeasureSelect({
  measures,
  chosen,
  search,
  onSearch,
}: TeamProps & { measures: readonly TeamMeasure[]; chosen: string }) {
  return (
    <Select
      label="Of"
      size="xs"
      w={220}
      data={measures.map(({ key, label, unit, of }) => ({
        value: key,
        label: `${label}, ${unit} (${formatCounted(of, 'meter')})`,
      }))}
      value={chosen}
      onChange={(measure) => onSearch(parseTeamSearch({ ...search, measure, month: undefined }))}
      allowDeselect={false}
    />
  );
}
