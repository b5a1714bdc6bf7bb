/** Which months the totals are of. */
import { Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Overview } from '#shared/contract/overview.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { monthWords } from '../coverage/months.ts';
import { type PortfolioProps, SPANS } from './portfolio-address.ts';

export function SpanChoice({ search, onSearch, overview }: PortfolioProps & { overview: Overview }) {
  const { span, data } = overview;
  if (data.count === 0) return null;
  const last = span.first + span.count - 1;
  const dataEnd = data.first + data.count;
  // Months that are no longer shown cannot stay chosen.
  const { first: _, count: _count, choice = {}, ...rest } = search;
  const { months: _months, ...kept } = choice;
  const show = (first: number | undefined, count: number) =>
    onSearch({
      ...rest,
      count,
      ...(first === undefined ? {} : { first }),
      ...(Object.keys(kept).length > 0 ? { choice: kept } : {}),
    });
  return (
    <Group gap="xs">
      <IconButton
        icon={IconChevronLeft}
        label="Earlier months"
        variant="default"
        disabled={span.first <= data.first}
        onClick={() => show(Math.max(0, span.first - span.count), span.count)}
      />
      <Text size="sm" data-testid="shown-span">
        {monthWords(span.first)} to {monthWords(last)}
      </Text>
      <IconButton
        icon={IconChevronRight}
        label="Later months"
        variant="default"
        disabled={last + 1 >= dataEnd}
        onClick={() => show(last + 1 + span.count >= dataEnd ? undefined : last + 1, span.count)}
      />
      <Select
        size="xs"
        w={120}
        aria-label="Months shown"
        data={SPANS.map((count) => ({ value: String(count), label: `${count} months` }))}
        value={String(span.count)}
        allowDeselect={false}
        onChange={(value) => value && show(undefined, Number(value))}
      />
    </Group>
  );
}
