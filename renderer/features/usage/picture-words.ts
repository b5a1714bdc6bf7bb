/** What is written on a saved picture: whose readings it shows, of when, how sure they are and where they are from. Pure. */
import type { CallOutput } from '#shared/contract/index.ts';
import type { SeriesRow, UsageStatistics } from '#shared/contract/usage.ts';
import { formatOffset, formatSpan } from '../../charts/local-clock.ts';
import type { PictureWords } from '../../charts/picture.ts';
import type { Span } from '../../charts/viewport.ts';
import { formatCount, formatOwnTime, formatShare, unitWords } from '../../ui/format.ts';
import type { UsageContext } from './usage-context.ts';

/** What a picture draws of a series. */
export interface Drawn {
  series: SeriesRow;
  /** What it is called, where that is not its label. */
  name?: string;
  /** That of the axis. */
  unit: string;
  /** Where that is another one than the picture's. */
  span?: Span;
}

/** A drawn series, with what is known of its readings in that span. */
export interface Described extends Drawn {
  numbers: UsageStatistics;
  blocks: CallOutput<'usage.blocks'>;
}

interface Pictured extends Pick<UsageContext, 'workspace' | 'point' | 'clock'> {
  title: string;
  span: Span;
  series: readonly Described[];
}

export const nameOf = ({ meterNumber, uid }: UsageContext['point']) => meterNumber ?? uid;

export function pictureWords({ workspace, point, clock, title, span, series }: Pictured): PictureWords {
  const { from, to } = wholeSeconds(span);
  const whose = (one: Drawn) => (series.length > 1 ? `${labelOf(one)}: ` : '');
  return {
    caption: [
      `${title}, meter ${nameOf(point)}: ${series.map(labelWithUnit).join(', ')}`,
      `${formatSpan(clock, from, to)} (${clock.label}, ${formatOffset(clock.offsetAt(from))} at its start), workspace ${workspace}`,
      ...series.flatMap((one) => [
        `${whose(one)}${formatCount(one.numbers.count)} readings, ${formatShare(one.numbers.estimated)} estimated, coverage ${formatShare(one.numbers.coverage)}`,
        `${whose(one)}Source ${sourceWords(one.blocks)}`,
      ]),
    ],
    facts: {
      workspace,
      usage_point: point.id,
      meter: nameOf(point),
      from,
      to,
      zone: clock.label,
      series: series.map((one) => ({ ...factsOf(one), ...wholeSeconds(one.span ?? span) })),
    },
  };
}

/** Calls take whole seconds; a view that is dragged has parts of them. */
export function wholeSeconds({ from, to }: Span): Span {
  return { from: Math.round(from), to: Math.round(to) };
}

function labelWithUnit(drawn: Drawn): string {
  const unit = unitWords(drawn.unit);
  return unit === '' ? labelOf(drawn) : `${labelOf(drawn)} (${unit})`;
}

const labelOf = ({ name, series }: Drawn) => name ?? series.label;

function sourceWords({ rows: [block], matching, newestFetch }: Described['blocks']): string {
  const more = matching > 1 ? ` and ${formatCount(matching - 1)} more` : '';
  const newest = matching > 1 ? 'the newest fetched' : 'fetched';
  const fetched = newestFetch === undefined ? '' : `, ${newest} ${formatOwnTime(newestFetch)}`;
  return `${block?.href ?? block?.source ?? 'unknown'}${more}${fetched}`;
}

function factsOf({ numbers, blocks, ...drawn }: Described) {
  const [block] = blocks.rows;
  const { newestFetch } = blocks;
  return {
    id: drawn.series.id,
    label: labelOf(drawn),
    unit: drawn.unit,
    readings: numbers.count,
    estimated: numbers.estimated,
    coverage: numbers.coverage,
    source_href: block?.href,
    source: block?.source,
    blocks: blocks.matching,
    fetched_at: newestFetch === undefined ? undefined : new Date(newestFetch).toISOString(),
  };
}
