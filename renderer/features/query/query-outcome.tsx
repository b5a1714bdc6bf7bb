/** Below a query: that it runs, what came of it, or what could be asked. */
import { IconDatabaseSearch } from '@tabler/icons-react';
import { Dim } from '../../ui/dim.tsx';
import type { QueryValues } from '../../ui/query-values.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { QuerySearch } from './query-address.ts';
import { QueryFailure, QueryResult } from './query-result.tsx';
import { RunningQuery } from './running-query.tsx';
import type { Ran } from './use-query.ts';

interface OutcomeProps {
  workspace: string;
  search: QuerySearch;
  /** Keeps what the chart shows in the address. */
  onSearch: (search: QuerySearch) => void;
  /** As it is written now, the names of the values in it, and what the fields have for them and for others. */
  sql: string;
  names: readonly string[];
  values: QueryValues;
  running: { token: string } | undefined;
  ran: Ran | undefined;
  /** Goes to the place in the text that is wrong. */
  onPlace: (offset: number) => void;
}

export function QueryOutcome(props: OutcomeProps) {
  const { workspace, search, onSearch, running, ran, onPlace } = props;
  if (!ran && !running) {
    return (
      <EmptyState icon={IconDatabaseSearch} title="Ask anything">
        Write a SELECT over the views at the side, or begin with an example, and run it. A query only reads: nothing can
        be changed by it.
      </EmptyState>
    );
  }
  return (
    <>
      {running ? (
        // Its result has the same token, and both are there for a moment.
        <RunningQuery key={`running ${running.token}`} workspace={workspace} token={running.token} doing="Running" />
      ) : null}
      {ran ? <OfAnother {...props} ran={ran} /> : null}
      {ran?.error === undefined ? null : <QueryFailure error={ran.error} onPlace={onPlace} />}
      {ran?.answer ? (
        <QueryResult
          key={ran.token}
          workspace={workspace}
          {...ran}
          answer={ran.answer}
          chart={search.chart}
          onChart={(chart) => {
            const { chart: _before, ...kept } = search;
            onSearch(chart ? { ...kept, chart } : kept);
          }}
        />
      ) : null}
    </>
  );
}

/** That what came of a query is not of what stands above it now. */
function OfAnother({ ran, sql, names, values }: OutcomeProps & { ran: Ran }) {
  if (ran.sql !== sql) return <Dim>This is of the query before it was changed.</Dim>;
  // An empty field is a missing value.
  const isSame = names.every((name) => (ran.parameters[name] ?? '') === (values[name] ?? ''));
  return isSame ? null : <Dim>This is of other values than those above.</Dim>;
}
