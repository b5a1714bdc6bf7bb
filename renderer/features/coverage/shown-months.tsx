/** Says which months are shown and which have data, and has the buttons to the others. */
import { Button, Group, Text } from '@mantine/core';
import { Dim } from '../../ui/dim.tsx';
import { type MonthAxis, monthWords, pageOf, pagesOf } from './months.ts';

interface ShownMonthsProps {
  all: MonthAxis;
  /** As of `pageOf`. */
  page: number;
  onPage: (page: number) => void;
}

export function ShownMonths({ all, page, onPage }: ShownMonthsProps) {
  const span = (axis: MonthAxis) => `${monthWords(axis.first)} to ${monthWords(axis.first + axis.count - 1)}`;
  const pages = pagesOf(all);
  if (pages === 1) {
    return (
      <Text size="xs" c="dimmed" data-testid="shown-months">
        All months with data: {span(all)}.
      </Text>
    );
  }
  return (
    <Group gap="xs" data-testid="shown-months">
      <Dim>
        Shown: {span(pageOf(all, page))}, of {span(all)}.
      </Dim>
      <Button size="compact-xs" variant="default" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        Older months
      </Button>
      <Button size="compact-xs" variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer months
      </Button>
    </Group>
  );
}
