/** Expected beside observed, and beside what an earlier run of the same scenario came to. */
import { Badge, Table, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { RunView } from '#shared/contract/scenarios.ts';
import { aspectOf } from '#shared/scenarios/check-names.ts';
import { checkWords } from '#shared/scenarios/states.ts';
import { type CheckGroup, groupChecks, passedWords } from './check-groups.ts';
import { type ComparedCheck, compareChecks } from './run-comparison.ts';
import { checkColor, isOpen } from './run-words.ts';

interface RunChecksProps {
  run: RunView;
  earlier: RunView | undefined;
}

export function RunChecks({ run, earlier }: RunChecksProps) {
  if (run.checks.length === 0) {
    return <Text c="dimmed">{isOpen(run.state) ? 'Nothing has been judged yet.' : 'Nothing was judged.'}</Text>;
  }
  const rows = earlier
    ? compareChecks(run, earlier)
    : run.checks.map((check) => ({ check, earlier: undefined, differs: false }));
  const groups = groupChecks(rows, isOpen(run.state));
  // With a single meter there is little to fold.
  const folds = groups.filter(({ title }) => title.startsWith('Meter ')).length > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="ms-panel ms-support-scroll" aria-label="Expected and observed" tabIndex={0}>
      <Table verticalSpacing={4} aria-label="Expected and observed" className="ms-support-checks">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>State</Table.Th>
            <Table.Th>Expectation</Table.Th>
            <Table.Th>Expected</Table.Th>
            <Table.Th>Observed</Table.Th>
            {earlier ? <Table.Th>Earlier</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            columns={earlier ? 5 : 4}
            startsFolded={folds && group.isQuiet && group.title.startsWith('Meter ')}
          />
        ))}
      </Table>
    </section>
  );
}

interface GroupProps {
  group: CheckGroup;
  columns: number;
  startsFolded: boolean;
}

/** One body of the table. It folds by itself once all of it has passed, unless somebody has opened or closed it. */
function Group({ group, columns, startsFolded }: GroupProps) {
  const [chosen, choose] = useState<boolean>();
  const isFolded = chosen ?? startsFolded;
  const Icon = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <Table.Tbody data-group={group.title}>
      <Table.Tr>
        <Table.Th colSpan={columns} scope="rowgroup">
          <UnstyledButton onClick={() => choose(!isFolded)} aria-expanded={!isFolded} className="ms-support-group">
            <Icon size={14} aria-hidden />
            {group.title}
            <Text size="xs" c="dimmed" component="span">
              {passedWords(group)}
            </Text>
          </UnstyledButton>
        </Table.Th>
      </Table.Tr>
      {isFolded ? null : group.rows.map((row) => <CheckRow key={row.check.id} {...row} isCompared={columns === 5} />)}
    </Table.Tbody>
  );
}

function CheckRow({ check, earlier, differs, isCompared }: ComparedCheck & { isCompared: boolean }) {
  return (
    <Table.Tr data-check={check.id} data-state={check.state} data-differs={differs || undefined}>
      <Table.Td>
        <Badge size="sm" miw="max-content" color={checkColor[check.state]}>
          {checkWords[check.state]}
        </Badge>
      </Table.Td>
      <Table.Td title={check.id}>{aspectOf(check.id)}</Table.Td>
      <Table.Td>{check.expected}</Table.Td>
      <Table.Td>{check.observed}</Table.Td>
      {isCompared ? (
        <Table.Td>
          {earlier ? `${differs ? 'differs: ' : ''}${checkWords[earlier.state]}, ${earlier.observed}` : 'none'}
        </Table.Td>
      ) : null}
    </Table.Tr>
  );
}
