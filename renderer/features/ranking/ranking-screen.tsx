/** Meters in the order of a figure of a period, and of how it changed: who uses most, and who moved. */
import './ranking.css';
import { IconTrophy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type { RankedMeter } from '#shared/contract/ranking.ts';
import { routes } from '#shared/routes.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted } from '../../ui/format.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, failureOf, Pending, RefreshFailure } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/table/index.ts';
import { rankingQuery } from '../../ui/total-queries.ts';
import { GroupSelect } from '../groups/group-select.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { daysOf, parseRankingSearch, periodOf, quantityKey, type RankingSearch } from './ranking-address.ts';
import { rankingColumns } from './ranking-columns.tsx';
import { type QuantityRow, RankingControls } from './ranking-controls.tsx';

interface RankingProps {
  workspace: string;
  search: RankingSearch;
  onSearch: (search: RankingSearch) => void;
}

export function RankingScreen(props: RankingProps) {
  const { workspace, search, onSearch } = props;
  const { group } = search;
  const scope = { workspace, ...(group === undefined ? {} : { group }) };
  const quantities = useCall('ranking.quantities', scope);
  const failure = failureOf([quantities]);
  const quantity = quantities.data?.find((one) => quantityKey(one) === search.quantity) ?? quantities.data?.[0];
  return (
    <Screen
      title="Ranking"
      actions={
        <>
          {quantity ? <AsQuery {...props} quantity={quantity} /> : null}
          <GroupSelect
            workspace={workspace}
            group={group}
            onGroup={(next) => onSearch(parseRankingSearch({ ...search, group: next }))}
          />
        </>
      }
    >
      {quantities.data ? null : <Pending query={quantities} label="Looking for what can be compared" />}
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {quantities.data && !quantity ? (
        <EmptyState icon={IconTrophy} title="Nothing to rank yet" action={<SyncButton workspace={workspace} />}>
          Meters are ranked as soon as their readings are fetched or a file is opened.
        </EmptyState>
      ) : null}
      {quantities.data && quantity ? <Ranking {...props} quantities={quantities.data} quantity={quantity} /> : null}
    </Screen>
  );
}

/** Where the order is that of amounts, and no group is chosen, which is in no view. */
function AsQuery({ workspace, search, quantity }: RankingProps & { quantity: QuantityRow }) {
  const { by = 'amount', up = false, group, least, most } = search;
  const told = by === 'amount' && [group, least, most].every((one) => one === undefined);
  const measured = { ...quantity, service: quantity.service < 0 ? undefined : quantity.service };
  const period = periodOf(search, quantity.lastDay);
  return <OpenAsQuery workspace={workspace} query={told ? rankingQuery(measured, period, up) : undefined} />;
}

interface RankingTableProps extends RankingProps {
  quantities: readonly QuantityRow[];
  quantity: QuantityRow;
}

function Ranking({ workspace, search, onSearch, quantities, quantity }: RankingTableProps) {
  const { by = 'amount', up = false, group, least, most } = search;
  const { from, until } = periodOf(search, quantity.lastDay);
  const days = daysOf(from, until);
  const { service, flow, uom, currencies, unit } = quantity;
  const [currency] = currencies;
  const input: Omit<CallInput<'ranking.list'>, 'offset' | 'limit' | 'search'> = {
    workspace,
    quantity: { service, flow, uom },
    from,
    until,
    by,
    descending: !up,
    ...(group === undefined ? {} : { group }),
    ...(currency ? { currency: currency.code } : {}),
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  };
  const navigate = useNavigate();
  const columns = useMemo(() => rankingColumns({ by, unit, days }), [by, unit, days]);
  return (
    <>
      <RankingControls {...{ search, onSearch, quantities, quantity, from, until }} />
      <PagedTable<RankedMeter, RankedMeter, CallOutput<'ranking.list'>>
        id="ranking"
        noun="meters"
        columns={columns}
        searched
        pageSize={100}
        queryKey={queryKey('ranking.list', input)}
        ask={(page, view) =>
          call('ranking.list', { ...input, ...page, ...(view.search ? { search: view.search } : {}) })
        }
        addressOf={({ id }) => routes.meter(workspace, id)}
        rawOf={({ id }) => routes.entry(workspace, id)}
        onOpen={({ id }) =>
          void navigate({ to: '/w/$workspace/meters/$usagePoint', params: { workspace, usagePoint: id } })
        }
        empty="No meter can be ranked."
        below={({ unknown, unsummed, billedIn, previousFrom, lastYearFrom }) => (
          <Dim data-testid="left-out">
            {unknown > 0 ? `${formatCounted(unknown, 'meter')} left out: the figure is not known. ` : ''}
            {unsummed > 0 ? `${formatCounted(unsummed, 'meter')} not compared: their days are not summed. ` : ''}
            {`Changes are of days that are whole in both periods, at least half of them: against ${days} days from ${previousFrom}, and from ${lastYearFrom}. `}
            {currency && (by === 'cost' || by === 'price') ? `Costs are compared in ${currency.label}. ` : ''}
            {by === 'billed' || by === 'billedPrice'
              ? `Bills are shared by time, where they are for all of the period${billedIn ? `, in ${billedIn}` : ''}; their price is of meters that miss nothing. `
              : ''}
            Base load is the mean of each whole day’s lowest reading.
          </Dim>
        )}
      />
    </>
  );
}
