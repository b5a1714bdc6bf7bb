import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactTableProps {
  /** Names and values, a line each; those without a value are left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Width of the names. */
  names?: string;
  /** Between the lines, px. */
  spacing?: number;
  className?: string;
}

interface FactListProps extends Pick<FactTableProps, 'facts'> {
  className: string;
  label?: string;
}

/** Names and values, as many beside each other as the style sheet of `className` lets; those without a value are left out. */
export function FactList({ facts, className, label }: FactListProps) {
  return (
    <dl className={className} aria-label={label}>
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Names and values below each other. */
export function FactTable({ facts, names, spacing = 2, className }: FactTableProps) {
  return (
    <Table withRowBorders={false} verticalSpacing={spacing} className={className ?? ''}>
      <Table.Tbody>
        {facts.map(([name, value], index) =>
          value === undefined ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat (headers); their order is their identity
            <Table.Tr key={index}>
              <Table.Th fw={400} c="dimmed" w={names}>
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  );
}
