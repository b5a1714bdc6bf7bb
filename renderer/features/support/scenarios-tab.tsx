/** The catalogue of scenarios, and what the chosen one must lead to. */
import { Badge, Button, Text } from '@mantine/core';
import type { ScenarioView } from '#shared/contract/scenarios.ts';
import { formatCounted } from '../../ui/format.ts';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { ExpectationPanel } from './expectation-panel.tsx';
import type { Firing } from './use-firing.ts';

const columns: TableColumn<ScenarioView>[] = [
  { id: 'name', header: 'Scenario', width: [11, 2], value: (row) => row.name },
  {
    id: 'group',
    header: 'Group',
    width: [9.25, 0],
    value: (row) => row.group,
    render: (row) => (
      <Badge size="sm" color="gray">
        {row.group}
      </Badge>
    ),
    filter: true,
  },
  { id: 'simulates', header: 'What it simulates', width: [11, 3], value: (row) => row.simulates },
  { id: 'user', header: 'User name in a form', width: [14, 2], value: (row) => row.userName, hidden: true },
];

interface ScenariosTabProps {
  scenarios: ScenarioView[];
  chosen: ScenarioView | undefined;
  onChoose: (scenario: ScenarioView) => void;
  firing: Firing;
}

export function ScenariosTab({ scenarios, chosen, onChoose, firing: { fire, ready, isPending } }: ScenariosTabProps) {
  return (
    <div className="ms-support-split">
      <DataTable
        id="scenarios"
        noun="scenarios"
        columns={columns}
        rows={scenarios}
        rowId={({ name }) => name}
        onOpen={onChoose}
        selectionActions={(several) => (
          <Button
            variant="default"
            size="compact-sm"
            disabled={!ready}
            loading={isPending}
            onClick={() =>
              fire(
                several.map(({ name }) => name),
                `Fire ${formatCounted(several.length, 'scenario')}`,
              )
            }
          >
            Run the selected
          </Button>
        )}
        empty={<Text>The catalogue is empty.</Text>}
      />
      {chosen ? <ExpectationPanel scenario={chosen} /> : null}
    </div>
  );
}
