/** The column that names a meter, in every table of meters: one that stands there under each of its authorizations is marked. */
import { Badge } from '@mantine/core';
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import { formatCount } from './format.ts';
import { twinWords } from './meter-name.ts';
import type { TableColumn } from './table/index.ts';

export const meterColumn: TableColumn<UsagePointRow> = {
  id: 'meter',
  header: 'Meter',
  width: [7.5, 1.2],
  value: (row) => row.meterNumber ?? row.uid,
  render: (row) => {
    const twin = twinWords(row);
    return (
      <>
        {twin ? (
          <Badge size="xs" mr={6} color="gray" title={twin} aria-label={twin}>
            ×{formatCount((row.alsoUnder?.length ?? 0) + 1)}
          </Badge>
        ) : null}
        {row.meterNumber ?? row.uid}
      </>
    );
  },
};
