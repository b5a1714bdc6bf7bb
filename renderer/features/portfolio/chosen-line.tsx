/** What is chosen in the pictures: each with a button that takes it back. */
import { Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Overview, OverviewChoice } from '#shared/contract/overview.ts';
import { Dim } from '../../ui/dim.tsx';
import { chosenParts } from './chosen-parts.ts';
import type { PortfolioProps } from './portfolio-address.ts';

export function ChosenLine({ search, onSearch, overview }: PortfolioProps & { overview: Overview }) {
  const { choice, ...rest } = search;
  const parts = choice ? chosenParts(choice, overview.sides) : [];
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
