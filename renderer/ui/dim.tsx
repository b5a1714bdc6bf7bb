import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Words that stand back: what explains the rest. */
export function Dim(props: TextProps & { children: ReactNode }) {
  return <Text size="xs" c="dimmed" {...props} />;
}
