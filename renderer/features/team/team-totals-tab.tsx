/** Amounts of all meters of the server: of each measure, by month and by tariff. Nothing unlike is added. */
import { Select, Text } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { TeamMeasure } from '#shared/contract/team.ts';
import { tariffName } from '#shared/espi/tariff.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted } from '../../ui/format.ts';
import { EmptyState, FailureState, failureOf, LoadingState, ofEarlier, RefreshFailure } from '../../ui/states.tsx';
import { monthWords } from '../coverage/months.ts';
import { ChooseRow, FigureTable } from '../portfolio/figure-table.tsx';
import { MeasureCard } from '../portfolio/measure-card.tsx';
import { useTeam } from './ask-team.ts';
import { DEFAULT_MONTHS, MONTH_COUNTS, parseTeamSearch } from './team-address.ts';
import type { TeamProps } from './team-props.ts';
import { lackWords } from './team-words.ts';

type Totals = CallOutput<'team.totals'>;

export function TeamTotalsTab(props: TeamProps) {
  const { workspace, server, search } = props;
  const { measure, tariff, months = DEFAULT_MONTHS } = search;
  const asked = {
    workspace,
    count: months,
    ...(measure === undefined ? {} : { measure }),
    ...(tariff === undefined ? {} : { tariff: tariff === '' ? null : tariff }),
  };
  const answer = useTeam('team.totals', asked, server);
  const failure = failureOf([answer]);
  if (failure?.bare) return <FailureState {...failure} />;
  const isEarlier = answer.isPlaceholderData;
  if (!answer.data || (isEarlier && !answer.data.measure)) return <LoadingState label="Asking the server for totals" />;
  if (!answer.data.measure) {
    return (
      <>
        {failure ? <RefreshFailure {...failure} /> : null}
        <EmptyState icon={IconServer2} title="Nothing adds up yet">
          Totals appear as soon as a workspace publishes readings of amounts to the server.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {failure ? <RefreshFailure {...failure} /> : null}
      <TotalsHead {...props} totals={answer.data} shown={answer.data.measure} />
      <div className="ms-sides" {...ofEarlier(isEarlier)}>
        <ByMonth {...props} totals={answer.data} measure={answer.data.measure} />
        <ByTariff {...props} totals={answer.data} measure={answer.data.measure} />
      </div>
    </>
  );
}

function TotalsHead({ search, onSearch, totals, shown }: TeamProps & { totals: Totals; shown: TeamMeasure }) {
  const { span, measures, unmeasured } = totals;
  const lacks = lackWords(shown);
  return (
    <>
      <div className="ms-ranking-controls">
        <Select
          label="Months"
          size="xs"
          w={120}
          data={MONTH_COUNTS.map((count) => ({ value: String(count), label: `${count} months` }))}
          value={String(span.count)}
          onChange={(count) => onSearch(parseTeamSearch({ ...search, months: Number(count) }))}
          allowDeselect={false}
        />
        <Text size="sm" py={5} data-testid="shown-months">
          {monthWords(span.first)} to {monthWords(span.first + span.count - 1)}
        </Text>
      </div>
      <fieldset className="ms-measures" aria-label="Totals">
        {measures.map((measure) => (
          <MeasureCard
            key={measure.key}
            measure={measure}
            chosen={measure.key === shown.key}
            onChoose={() => onSearch(parseTeamSearch({ ...search, measure: measure.key, tariff: undefined }))}
          />
        ))}
      </fieldset>
      <Dim data-testid="left-out">
        Of each meter the series with the most readings counts, in months of its own calendar.{' '}
        {unmeasured > 0 ? `${formatCounted(unmeasured, 'meter')} left out: nothing of them adds up. ` : ''}
        {lacks}
      </Dim>
    </>
  );
}

function ByMonth({ totals, measure, search }: TeamProps & { totals: Totals; measure: TeamMeasure }) {
  const { tariff } = search;
  const of = tariff === undefined ? '' : `, ${tariff === '' ? 'without a tariff' : tariffName(tariff)}`;
  return (
    <FigureTable
      title={`By month${of}`}
      nameHeader="Month"
      measure={measure}
      rows={totals.months.map((one) => ({ ...one, key: String(one.month), label: monthWords(one.month) }))}
      name={({ label }) => label}
    />
  );
}

function ByTariff({ totals, measure, search, onSearch }: TeamProps & { totals: Totals; measure: TeamMeasure }) {
  const rows = totals.tariffs.map((one) => ({
    ...one,
    key: one.value ?? '',
    label: one.value === null ? 'no tariff' : (tariffName(one.value) ?? one.value),
  }));
  return (
    <FigureTable
      title="By tariff"
      nameHeader="Tariff"
      measure={measure}
      rows={rows}
      name={({ key, label }) => (
        <ChooseRow
          label={label}
          chosen={search.tariff === key}
          onToggle={() => onSearch(parseTeamSearch({ ...search, tariff: search.tariff === key ? undefined : key }))}
        />
      )}
    >
      <Dim pt={6}>A tariff that is chosen narrows the months down.</Dim>
    </FigureTable>
  );
}
