/** The overview of the portfolio or a group: totals by measure, and what they are made of. What is chosen in a picture narrows the others down. */
import './portfolio.css';
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Overview, OverviewMeasure } from '#shared/contract/overview.ts';
import { useCall } from '../../api/index.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../ui/states.tsx';
import { billedQuery, measuredOf, overviewQuery } from '../../ui/total-queries.ts';
import { GroupSelect } from '../groups/group-select.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { ChosenLine } from './chosen-line.tsx';
import { AmountsFigure, LargestFigure, MonthsFigure, SideFigures } from './figures.tsx';
import { MeasureCards } from './measure-cards.tsx';
import { overviewQuestion, type PortfolioProps, type PortfolioSearch } from './portfolio-address.ts';
import { PortfolioNotes } from './portfolio-notes.tsx';
import { PortfolioViews } from './portfolio-views.tsx';
import { PortfolioReportLink } from './report/report-link.tsx';
import { SpanChoice } from './span-choice.tsx';
import { MOST_SUMMED } from './sum-address.ts';

export function PortfolioScreen(props: PortfolioProps) {
  const { workspace, search } = props;
  const overview = useCall('overview.get', overviewQuestion(workspace, search), { keepPrevious: true });
  const failure = failureOf([overview]);
  const { data } = overview;
  return (
    <Screen
      title="Portfolio"
      earlier={overview.isPlaceholderData}
      actions={
        <>
          {data ? <AsQuery {...props} overview={data} /> : null}
          {data ? <SumLink {...props} overview={data} /> : null}
          {data?.measure ? <PortfolioReportLink workspace={workspace} search={search} /> : null}
          <PortfolioViews search={search} onSearch={props.onSearch} />
          <GroupSelect
            workspace={workspace}
            group={search.group}
            onGroup={(group) => props.onSearch(inGroup(search, group))}
          />
          {data ? <SpanChoice {...props} overview={data} /> : null}
        </>
      }
    >
      {failure?.bare ? <FailureState {...failure} /> : null}
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {data ? <Shown {...props} overview={data} isEarlier={overview.isPlaceholderData} /> : null}
      {data || failure ? null : <LoadingState label="Adding up the portfolio" />}
    </Screen>
  );
}

/** Another group begins anew, but for the measure and the months. */
function inGroup({ group: _, choice: _choice, ...rest }: PortfolioSearch, group: string | undefined): PortfolioSearch {
  return group === undefined ? rest : { ...rest, group };
}

/** @param isEarlier the overview is the answer to an earlier question: that it has nothing says nothing of this one */
function Shown({ overview, isEarlier, ...props }: PortfolioProps & { overview: Overview; isEarlier: boolean }) {
  const { workspace, search } = props;
  if (!isEarlier && overview.meters === 0 && search.choice === undefined && search.group === undefined) {
    return (
      <EmptyState icon={IconLayoutDashboard} title="No meters yet" action={<SyncButton workspace={workspace} />}>
        Totals appear as soon as data is fetched or a file is opened.
      </EmptyState>
    );
  }
  const { measure } = overview;
  return (
    <>
      <MeasureCards {...props} overview={overview} />
      <ChosenLine {...props} overview={overview} />
      {measure ? <Figures {...props} overview={overview} measure={measure} /> : null}
      {measure || isEarlier ? null : <NothingLeft hasOthers={overview.measures.length > 0} />}
      <PortfolioNotes overview={overview} />
    </>
  );
}

function Figures(props: PortfolioProps & { overview: Overview; measure: OverviewMeasure }) {
  return (
    <>
      <MonthsFigure {...props} />
      <div className="ms-sides">
        <SideFigures {...props} />
        <AmountsFigure {...props} />
      </div>
      <LargestFigure {...props} />
    </>
  );
}

/** The months of what is shown, where the views tell it: not of groups, of what is chosen, and of differences. */
function AsQuery({ workspace, search, overview }: PortfolioProps & { overview: Overview }) {
  const isWhole = search.group === undefined && search.choice === undefined;
  return <OpenAsQuery workspace={workspace} query={isWhole ? monthsQuery(overview) : undefined} />;
}

function monthsQuery({ measure, span }: Overview) {
  if (measure?.key.startsWith('cost:')) return billedQuery(measure.currency, span);
  const measured = measuredOf(measure?.key ?? '');
  return measured && overviewQuery(measured, span);
}

/** To the sum of the shown meters: a group's, all, or those that are chosen where all of them are listed. */
function SumLink({ workspace, search, overview }: PortfolioProps & { overview: Overview }) {
  const { measure, largest } = overview;
  const { group, choice } = search;
  const listed = measure !== undefined && largest.length === measure.meters;
  if (measure?.unit === undefined || measure.meters < 2 || (choice !== undefined && !listed)) return null;
  if (measure.meters > MOST_SUMMED) return null;
  const meters = choice === undefined ? undefined : largest.map(({ id }) => id);
  // A difference has no readings of its own.
  const key = measure.key.replace(/:net$/, ':1');
  return (
    <ButtonLink
      size="xs"
      variant="default"
      to="/w/$workspace/portfolio/sum"
      params={{ workspace }}
      search={{ ...(meters ? { meters } : group === undefined ? {} : { group }), measure: key }}
    >
      Sum of these meters
    </ButtonLink>
  );
}

/** @param hasOthers the chosen meters have other totals, which stand above */
function NothingLeft({ hasOthers }: { hasOthers: boolean }) {
  return hasOthers ? (
    <EmptyState title="No such totals">
      None of the chosen meters has these totals. Choose one of those above.
    </EmptyState>
  ) : (
    <EmptyState title="No totals">None of the chosen meters has readings or bills that add up.</EmptyState>
  );
}
