/** The overview of the portfolio or of a group as a report: its totals and pictures, of what is chosen, with how sure they are. */
import type { Overview } from '#shared/contract/overview.ts';
import { useCall } from '../../../api/index.ts';
import { Dim } from '../../../ui/dim.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { Report, type ReportFact, ReportTable } from '../../../ui/report/report.tsx';
import { EmptyState, FailureState, failureOf, LoadingState } from '../../../ui/states.tsx';
import { monthWords } from '../../coverage/months.ts';
import { chosenParts } from '../chosen-parts.ts';
import { overviewQuestion, type PortfolioSearch } from '../portfolio-address.ts';
import { noteLines } from '../portfolio-notes.tsx';
import {
  coverageLine,
  measureTable,
  overviewCsv,
  pictures,
  pictureTable,
  sourceLines,
  unlistedWords,
  zoneLines,
} from './report-rows.ts';

export function PortfolioReport({ workspace, search }: { workspace: string; search: PortfolioSearch }) {
  const { group } = search;
  const overview = useCall('overview.get', overviewQuestion(workspace, search));
  const origins = useCall('overview.origins', { workspace, ...(group === undefined ? {} : { group }) });
  const groups = useCall('groups.names', { workspace });
  const failure = failureOf([overview, origins, groups]);
  if (failure) return <FailureState {...failure} title="The overview could not be loaded" />;
  if (!overview.data || !origins.data || !groups.data) return <LoadingState label="Adding up the portfolio" />;
  const { measure } = overview.data;
  if (!measure) return <EmptyState title="Nothing that adds up to report" />;
  const name = group === undefined ? undefined : (groups.data.find(({ id }) => id === group)?.name ?? group);
  return (
    <Report
      title={name === undefined ? 'Portfolio' : `Group ${name}`}
      fileName={`${name === undefined ? 'portfolio' : `group-${name}`}-report`.replaceAll(/[^\p{L}\p{N}-]+/gu, '-')}
      workspace={workspace}
      crumbs={[
        <AnchorLink key="portfolio" inherit to="/w/$workspace/portfolio" params={{ workspace }} search={search}>
          Portfolio
        </AnchorLink>,
      ]}
      head={headOf(overview.data, search, zoneLines(origins.data))}
      foot={[
        ['Coverage', [coverageLine(measure), ...noteLines(overview.data)]],
        ['Sources', sourceLines(origins.data)],
      ]}
      csv={overviewCsv(overview.data, measure)}
    >
      <h3>Totals</h3>
      <ReportTable {...measureTable(overview.data)} />
      {pictures(overview.data, measure).map((picture) => (
        <section key={picture.title} aria-label={picture.title}>
          <h3>{`${measure.label}: ${picture.title.toLowerCase()}`}</h3>
          <ReportTable {...pictureTable(picture, measure)} />
          {picture.unlisted === undefined ? null : <Dim pt={4}>{unlistedWords(picture.unlisted)}.</Dim>}
        </section>
      ))}
    </Report>
  );
}

/** What stands below the title of each page. */
function headOf({ span, sides }: Overview, { choice }: PortfolioSearch, zones: string[]): ReportFact[] {
  const last = span.first + span.count - 1;
  const chosen = choice === undefined ? [] : chosenParts(choice, sides).map(({ words }) => words);
  return [
    ['Period', [`${monthWords(span.first)} – ${monthWords(last)}`]],
    ['Time zone', zones],
    ...(chosen.length > 0 ? [['Only', chosen] as const] : []),
  ];
}
