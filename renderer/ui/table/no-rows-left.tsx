/** Where search and filters leave no row of a table. Rows that are not here may match all the same. */
import { Text } from '@mantine/core';
import { formatCount } from '../format.ts';
import { EmptyState, NoMatch } from '../states.tsx';

interface NoRowsLeftProps {
  noun: string;
  /** How many rows are here, and whether there are others. */
  here: number;
  partial: boolean;
}

export function NoRowsLeft({ noun, here, partial }: NoRowsLeftProps) {
  if (!partial) return <NoMatch noun={noun}>Clear the search or the filters above to see all of them.</NoMatch>;
  return (
    <EmptyState title={`None of the ${formatCount(here)} ${noun} that are here match`}>
      <Text size="sm">The others are not here and were not searched.</Text>
    </EmptyState>
  );
}
