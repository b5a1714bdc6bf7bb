import { Badge } from '@mantine/core';
import type { TableColumn } from '../../ui/table/index.ts';

/** How many problems a row has, in any table. */
export const problemsColumn: TableColumn<{ problems: number }> = {
  id: 'problems',
  header: 'Problems',
  width: [5.5, 0],
  align: 'end',
  value: (row) => row.problems,
  render: ({ problems }) =>
    problems > 0 ? (
      <Badge size="sm" color="red">
        {problems}
      </Badge>
    ) : null,
};
