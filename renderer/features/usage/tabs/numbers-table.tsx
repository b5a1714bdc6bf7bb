/** The numbers behind a picture, for users who cannot see it or want the exact values. */
import { Table } from '@mantine/core';

interface NumbersTableProps {
  /** What they are, e.g. `Load duration`. */
  label: string;
  heads: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
}

export function NumbersTable({ label, heads, rows }: NumbersTableProps) {
  return (
    <details className="ms-numbers">
      <summary>{label} as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={`${label} as a table`} tabIndex={0}>
        <Table verticalSpacing={2} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, index) => (
                <Table.Th key={head} scope="col" ta={index === 0 ? 'start' : 'end'}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name = '', ...cells], place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may come twice, as an hour does
              <Table.Tr key={place}>
                <Table.Th scope="row" fw={400}>
                  {name}
                </Table.Th>
                {cells.map((cell, index) => (
                  <Table.Td key={heads[index + 1]} ta="end">
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}
