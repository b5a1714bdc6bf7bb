/** The grid of a batch: a row for each scenario, a column for each utility. */
import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RunLine } from '#shared/contract/scenarios.ts';
import { runWords } from '#shared/scenarios/states.ts';
import { runColor } from './run-words.ts';

export function ResultGrid({ runs }: { runs: readonly RunLine[] }) {
  const utilities = [...new Set(runs.map(({ utility }) => utility))];
  const scenarios = [...new Set(runs.map(({ scenario }) => scenario))];
  const byPlace = new Map(runs.map((run) => [`${run.utility} ${run.scenario}`, run]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="ms-panel ms-support-scroll" aria-label="Results by scenario and utility" tabIndex={0}>
      <Table verticalSpacing={3} aria-label="Results by scenario and utility">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Scenario</Table.Th>
            {utilities.map((utility) => (
              <Table.Th key={utility}>{utility}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {scenarios.map((scenario) => (
            <Table.Tr key={scenario}>
              <Table.Td>{scenario}</Table.Td>
              {utilities.map((utility) => (
                <Table.Td key={utility}>
                  <Result run={byPlace.get(`${utility} ${scenario}`)} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Result({ run }: { run: RunLine | undefined }) {
  if (!run) return null;
  return (
    <Link
      to="/w/$workspace/support/runs/$run"
      params={{ workspace: run.workspace, run: run.id }}
      title={run.reason}
      data-scenario={run.scenario}
      data-state={run.state}
    >
      <Badge size="sm" color={runColor[run.state]}>
        {runWords[run.state]}
      </Badge>
    </Link>
  );
}
