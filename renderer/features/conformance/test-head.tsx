/** Which test a detail is of, its verdict, and the way out. */
import { Badge, CloseButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { STATE_COLORS, STATE_WORDS, type stateOf } from './check-words.ts';

interface TestHeadProps {
  test: { id: string; block: string };
  state: ReturnType<typeof stateOf>;
  onClose: () => void;
  /** Before the way out. */
  children?: ReactNode;
}

export function TestHead({ test, state, onClose, children }: TestHeadProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color={STATE_COLORS[state]} miw="max-content">
        {STATE_WORDS[state]}
      </Badge>
      <b>{test.id}</b>
      <Text size="sm" c="dimmed">
        {test.block}
      </Text>
      {children}
      <CloseButton ml="auto" size="sm" aria-label="Close the test" onClick={onClose} />
    </Group>
  );
}
