/** Expected beside observed, and beside what an earlier run of the same scenario came to. */
import { Badge, Table, Text } from '@mantine/core';
import type { RunView } from '#shared/contract/scenarios.ts';
import { checkWords } from '#shared/scenarios/states.ts';
import { formatDuration } from '../../ui/format.ts';
import { compareChecks, milestones } from './run-comparison.ts';
import { checkColor } from './run-words.ts';

interface ComparedProps {
  run: RunView;
  earlier: RunView | undefined;
}

export function RunChecks({ run, earlier }: ComparedProps) {
  if (run.checks.length === 0) return <Text c="dimmed">Nothing has been seen yet.</Text>;
  const rows = earlier
    ? compareChecks(run, earlier)
    : run.checks.map((check) => ({ check, earlier: undefined, differs: false }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="ms-panel ms-support-scroll" aria-label="Expected and observed" tabIndex={0}>
      <Table verticalSpacing={4} striped aria-label="Expected and observed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="6rem">State</Table.Th>
            <Table.Th>Expectation</Table.Th>
            <Table.Th>Expected</Table.Th>
            <Table.Th>Observed</Table.Th>
            {earlier ? <Table.Th>Earlier</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ check, earlier: before, differs }) => (
            <Table.Tr key={check.id} data-check={check.id} data-state={check.state} data-differs={differs || undefined}>
              <Table.Td>
                <Badge size="sm" color={checkColor[check.state]}>
                  {checkWords[check.state]}
                </Badge>
              </Table.Td>
              <Table.Td>{check.id}</Table.Td>
              <Table.Td>{check.expected}</Table.Td>
              <Table.Td>{check.observed}</Table.Td>
              {earlier ? (
                <Table.Td>
                  {before ? `${differs ? 'differs: ' : ''}${checkWords[before.state]}, ${before.observed}` : 'none'}
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** How long each step took. */
export function RunTimes({ run, earlier }: ComparedProps) {
  const rows = milestones(run, earlier);
  if (rows.length === 0) return null;
  return (
    <dl className="ms-support-facts" aria-label="Time to each step">
      {rows.map(({ name, ms, earlierMs }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {ms === undefined ? 'not reached' : `after ${formatDuration(ms)}`}
            {earlierMs === undefined ? '' : ` (earlier ${formatDuration(earlierMs)})`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
