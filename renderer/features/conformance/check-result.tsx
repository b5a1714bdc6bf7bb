/** The result: a sentence, what was asked for, then block by block and test by test. */
import { Alert, Badge, SegmentedControl, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { CheckedTest, DocumentRef, PreCheck } from '#shared/contract/conformance.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { BlockList } from './block-list.tsx';
import type { CheckSearch, Show } from './check-address.ts';
import { listedTests, STATE_COLORS, STATE_WORDS, stateOf, summaryOf } from './check-words.ts';
import { DemandBar } from './demand-bar.tsx';
import { TestDetail } from './test-detail.tsx';

const columns: TableColumn<CheckedTest>[] = [
  {
    id: 'state',
    header: 'Verdict',
    width: [8.5, 0],
    value: (row) => STATE_WORDS[stateOf(row)],
    render: (row) => (
      <Badge size="sm" color={STATE_COLORS[stateOf(row)]}>
        {STATE_WORDS[stateOf(row)]}
      </Badge>
    ),
    filter: true,
  },
  { id: 'id', header: 'Test', width: [5.5, 0], value: (row) => row.id },
  { id: 'block', header: 'Block', width: [4.5, 0], value: (row) => row.block },
  { id: 'requirement', header: 'Requirement', width: [16, 4], value: (row) => row.requirement },
  {
    id: 'failed',
    header: 'Fails',
    width: [5, 0],
    align: 'end',
    value: (row) => row.failed,
    render: (row) => (row.contexts === 0 ? '' : `${formatCount(row.failed)} of ${formatCount(row.contexts)}`),
  },
];

interface CheckResultProps {
  workspace: string;
  document: DocumentRef;
  result: PreCheck;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function CheckResult({ workspace, document, result, search, onSearch }: CheckResultProps) {
  const show = search.show ?? 'failing';
  const rows = useMemo(() => listedTests(result, show, search.block), [result, show, search.block]);
  const { test: _test, at: _at, ...looked } = search;
  const opened = result.tests.find(({ key }) => key === search.test);
  const summary = summaryOf(result);
  return (
    <>
      <div className="ms-panel ms-check-summary" data-testid="check-summary">
        <Badge size="lg" color={summary.color}>
          {summary.title}
        </Badge>
        <Text size="sm" flex="1 1 20rem">
          {summary.text} By the public Green Button test book: a pre-check, not a certification.
        </Text>
        <DemandBar search={search} onSearch={onSearch} />
      </div>
      {result.notes
        .filter(({ severity, test }) => severity === 'fail' && test === null)
        .map(({ message }) => (
          <Alert key={message} color="red" variant="light">
            {message}
          </Alert>
        ))}
      <div className="ms-check-split">
        <BlockList
          result={result}
          block={search.block}
          onBlock={(block) => {
            const { block: _block, ...rest } = looked;
            onSearch(block === undefined ? rest : { ...rest, block }, true);
          }}
        />
        <div className="ms-check-right">
          <DataTable
            id="check-tests"
            noun="tests"
            columns={columns}
            rows={rows}
            rowId={({ key }) => key}
            onOpen={({ key }) => onSearch({ ...looked, test: key }, true)}
            actions={<ShowControl show={show} onShow={(next) => onSearch(showing(looked, next), true)} />}
            empty={
              <div className="ms-panel ms-check-none">
                <ShowControl show={show} onShow={(next) => onSearch(showing(looked, next), true)} />
                <EmptyState title={show === 'failing' ? 'No test fails here' : 'There is nothing of that kind here'}>
                  {show === 'all'
                    ? 'The test book has no test for this block.'
                    : 'Show all tests to see what was looked at.'}
                </EmptyState>
              </div>
            }
          />
          {opened ? (
            <TestDetail
              key={opened.key}
              workspace={workspace}
              document={document}
              test={opened}
              notes={result.notes}
              search={search}
              onAt={(at) => onSearch({ ...looked, test: opened.key, ...(at > 0 ? { at } : {}) }, true)}
              onClose={() => onSearch(looked, true)}
            />
          ) : null}
        </div>
      </div>
    </>
  );
}

function showing(search: CheckSearch, show: Show): CheckSearch {
  const { show: _show, ...rest } = search;
  return show === 'failing' ? rest : { ...rest, show };
}

function ShowControl({ show, onShow }: { show: Show; onShow: (show: Show) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Tests that are listed"
      data={[
        { value: 'failing', label: 'Failures' },
        { value: 'warnings', label: 'Warnings, too' },
        { value: 'all', label: 'All tests' },
      ]}
      value={show}
      onChange={onShow}
    />
  );
}
