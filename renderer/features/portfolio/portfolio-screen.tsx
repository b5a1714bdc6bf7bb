/** The overview of the portfolio or a group: totals by measure, and what they are made of. What is chosen in a picture narrows the others down. */
import './portfolio.css';
import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Overview, OverviewMeasure } from '#shared/contract/overview.ts';
import { useCall } from '../../api/index.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../ui/states.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { ChosenLine } from './chosen-line.tsx';
import { AmountsFigure, LargestFigure, MonthsFigure, SideFigures } from './figures.tsx';
import { MeasureCards } from './measure-cards.tsx';
import type { PortfolioProps } from './portfolio-address.ts';
import { PortfolioNotes } from './portfolio-notes.tsx';
import { SpanChoice } from './span-choice.tsx';

/** A year. */
const DEFAULT_COUNT = 12;

export function PortfolioScreen(props: PortfolioProps) {
  const { workspace, search } = props;
  const { count = DEFAULT_COUNT, ...asked } = search;
  const overview = useCall('overview.get', { workspace, count, ...asked }, { keepPrevious: true });
  const failure = failureOf([overview]);
  const { data } = overview;
  return (
    <Screen title="Portfolio" actions={data ? <SpanChoice {...props} overview={data} /> : null}>
      {failure?.bare ? <FailureState {...failure} /> : null}
      {failure && !failure.bare ? <RefreshFailure {...failure} /> : null}
      {data ? <Shown {...props} overview={data} /> : null}
      {data || failure ? null : <LoadingState label="Adding up the portfolio" />}
    </Screen>
  );
}

function Shown({ overview, ...props }: PortfolioProps & { overview: Overview }) {
  const { workspace, search } = props;
  if (overview.meters === 0 && search.choice === undefined && search.group === undefined) {
    return (
      <EmptyState icon={IconLayoutDashboard} title="No meters yet" action={<SyncButton workspace={workspace} />}>
        What all meters come to shows as soon as their data is fetched or a file is opened.
      </EmptyState>
    );
  }
  const { measure } = overview;
  return (
    <>
      <MeasureCards {...props} overview={overview} />
      <ChosenLine {...props} />
      {measure ? <Figures {...props} overview={overview} measure={measure} /> : <NothingLeft />}
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

function NothingLeft() {
  return <EmptyState title="No totals">No meter that is chosen has readings or bills that add up.</EmptyState>;
}
