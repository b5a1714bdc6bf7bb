/** Block by block and test by test: the blocks beside the tests of the one that is looked at, and a test below them. */
import { Badge, SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { CheckedBlock, CheckedTest } from '#shared/contract/conformance.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { BlockList } from './block-list.tsx';
import type { CheckSearch, Show } from './check-address.ts';
import { failsWords, listedTests, STATE_COLORS, STATE_WORDS, stateOf } from './check-words.ts';

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
    render: failsWords,
  },
];

interface ResultSplitProps<T extends CheckedTest> {
  /** Id of the table: what is searched for in one is not in another. */
  table: string;
  result: { blocks: readonly CheckedBlock[]; tests: readonly T[] };
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
  /** The test that is looked at. @param looked the address without it */
  detail: (test: T, looked: CheckSearch) => ReactNode;
}

export function ResultSplit<T extends CheckedTest>({ table, result, search, onSearch, detail }: ResultSplitProps<T>) {
  const show = search.show ?? 'failing';
  const rows = useMemo(() => listedTests(result, show, search.block), [result, show, search.block]);
  const { test: _test, at: _at, ...looked } = search;
  const opened = result.tests.find(({ key }) => key === search.test);
  const control = <ShowControl show={show} onShow={(next) => onSearch(showing(looked, next), true)} />;
  return (
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
          id={table}
          noun="tests"
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          onOpen={({ key }) => onSearch({ ...looked, test: key }, true)}
          actions={control}
          empty={
            <div className="ms-panel ms-check-none">
              {control}
              <EmptyState title={show === 'failing' ? 'No test fails here' : 'There is nothing of that kind here'}>
                {show === 'all'
                  ? 'No test of the book is listed for this block.'
                  : 'Show all tests to see what was looked at.'}
              </EmptyState>
            </div>
          }
        />
        {opened ? detail(opened, looked) : null}
      </div>
    </div>
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
