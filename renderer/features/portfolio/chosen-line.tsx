/** What is chosen in the pictures: each with a button that takes it back. */
import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { OverviewChoice } from '#shared/contract/overview.ts';
import { OVERVIEW_SIDES } from '#shared/overview-sides.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { monthWords } from '../coverage/months.ts';
import type { PortfolioProps } from './portfolio-address.ts';
import { SIDE_WORDS } from './side-words.ts';

export function ChosenLine({ search, onSearch }: PortfolioProps) {
  const { choice, ...rest } = search;
  const parts = choice ? partsOf(choice) : [];
  if (choice === undefined || parts.length === 0) return null;
  const without = (key: keyof OverviewChoice) => {
    const { [key]: _, ...left } = choice;
    onSearch(Object.keys(left).length > 0 ? { ...rest, choice: left } : rest);
  };
  return (
    <Group gap="xs" role="group" aria-label="Chosen">
      <Dim>Only</Dim>
      {parts.map(({ key, words }) => (
        <Button
          key={key}
          size="compact-xs"
          variant="default"
          rightSection={<IconX size={12} aria-hidden />}
          aria-label={`${words}: take back`}
          onClick={() => without(key)}
        >
          {words}
        </Button>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => onSearch(rest)}>
        Show all
      </Button>
    </Group>
  );
}

function partsOf(choice: OverviewChoice): { key: keyof OverviewChoice; words: string }[] {
  const { months, amount } = choice;
  const sides = OVERVIEW_SIDES.flatMap((key) => {
    const values = choice[key];
    return values
      ? [{ key, words: `${SIDE_WORDS[key]} ${values.map((value) => value || 'not known').join(', ')}` }]
      : [];
  });
  const ends = [
    ...(amount?.atLeast === undefined ? [] : [`from ${formatQuantity(amount.atLeast)}`]),
    ...(amount?.below === undefined ? [] : [`below ${formatQuantity(amount.below)}`]),
  ];
  return [
    ...(months
      ? [
          {
            key: 'months' as const,
            words: months
              .toSorted((a, b) => a - b)
              .map(monthWords)
              .join(', '),
          },
        ]
      : []),
    ...sides,
    ...(amount ? [{ key: 'amount' as const, words: `Size ${ends.join(' ')}` }] : []),
  ];
}
