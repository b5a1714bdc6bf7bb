/** The overview as a report has it: a table for each picture, what stands on each page, and the same as CSV. Pure. */
import type { CallOutput } from '#shared/contract/index.ts';
import type { Overview, OverviewFigures, OverviewMeasure } from '#shared/contract/overview.ts';
import type { CsvValue } from '#shared/csv.ts';
import { OVERVIEW_SIDES } from '#shared/overview-sides.ts';
import { formatCount, formatCounted, formatOwnTime, formatQuantity, formatShare } from '../../../ui/format.ts';
import { meterName } from '../../../ui/meter-name.ts';
import { monthWords } from '../../coverage/months.ts';
import {
  addedUpWords,
  coverWords,
  demandScale,
  metersWords,
  type Scale,
  totalScale,
  totalWords,
} from '../figure-words.ts';
import { amountWords, SIDE_WORDS } from '../side-words.ts';

interface Row extends OverviewFigures {
  label: string;
}

/** A picture of the overview. */
interface Picture {
  title: string;
  nameHeader: string;
  rows: readonly Row[];
  /** Meters with data that have no row, where there are any. */
  unlisted?: number;
}

type Origins = CallOutput<'overview.origins'>;

/** All pictures of a measure, as the screen has them. */
export function pictures(overview: Overview, measure: OverviewMeasure): Picture[] {
  const sides = OVERVIEW_SIDES.map((side) => ({
    title: `By ${SIDE_WORDS[side].toLowerCase()}`,
    nameHeader: SIDE_WORDS[side],
    rows: overview.sides[side],
  }));
  const unlisted = measure.meters - overview.largest.length;
  return [
    {
      title: 'By month',
      nameHeader: 'Month',
      rows: overview.months.map((one) => ({ ...one, label: monthWords(one.month) })),
    },
    // One bar of everything tells nothing.
    ...sides.filter(({ rows }) => rows.length > 1),
    {
      title: 'By size of the meter',
      nameHeader: 'All months together',
      rows: overview.amounts.map((one) => ({ ...one, label: amountWords(one, measure, formatQuantity) })),
    },
    {
      title: 'Meters, the largest first',
      nameHeader: 'Meter',
      rows: overview.largest.map((one) => ({ ...one, label: meterName(one) })),
      ...(unlisted > 0 ? { unlisted } : {}),
    },
  ];
}

/** Where meters have no row: `300 more meters, not listed`. */
export function unlistedWords(unlisted: number): string {
  return `${formatCounted(unlisted, 'more meter')}, not listed`;
}

/** A picture as a table of texts. */
export function pictureTable({ title, nameHeader, rows }: Picture, measure: OverviewMeasure) {
  const ofBills = measure.unit === undefined;
  const total = totalScale(
    measure,
    rows.map((one) => one.total),
  );
  const withDemand = rows.some(({ peak }) => peak !== undefined);
  const demand = demandScale(
    measure,
    rows.flatMap(({ peaks, base }) => [peaks, base]),
  );
  return {
    label: title,
    isList: true,
    heads: [
      nameHeader,
      `Total, ${total.unit}`,
      ...(withDemand
        ? [`Highest of a meter, ${demand.unit}`, `Peaks added up, ${demand.unit}`, `Base load, ${demand.unit}`]
        : []),
      'Meters',
      ofBills ? 'Billed' : 'Coverage',
      ...(ofBills ? [] : ['Estimated']),
    ],
    rows: rows.map((row) => [
      row.label,
      row.total === undefined ? 'no data' : total.format(row.total),
      ...(withDemand ? demandCells(row, demand) : []),
      row.meters === row.of ? formatCount(row.of) : `${formatCount(row.meters)} of ${formatCount(row.of)}`,
      row.meters === 0 ? '' : formatShare(row.coverage),
      ...(ofBills ? [] : [row.meters === 0 ? '' : formatShare(row.estimated)]),
    ]),
  };
}

function demandCells(row: Row, scale: Scale): string[] {
  return [
    row.peak === undefined ? '' : scale.format(row.peak.value),
    addedUpWords(row.peaks, row.demandMeters, row, scale),
    addedUpWords(row.base, row.baseMeters, row, scale),
  ];
}

/** The totals of all measures: unlike units stand beside each other. */
export function measureTable({ measures }: Overview) {
  return {
    label: 'Totals',
    isList: true,
    heads: ['Measure', 'Total', 'Meters', 'Made of'],
    rows: measures.map((one) => [
      one.label,
      totalWords(one),
      metersWords(one),
      coverWords(one, one.unit === undefined),
    ]),
  };
}

/** How far the totals can be relied on, for the foot of each page. */
export function coverageLine(measure: OverviewMeasure): string {
  const lacks = measure.meters < measure.of || measure.coverage < 1 ? '; totals lack the rest' : '';
  return `${measure.label}: ${metersWords(measure)}, ${coverWords(measure, measure.unit === undefined)}${lacks}.`;
}

/** Most of them by name. */
const MOST_NAMED = 3;

/** By whose clocks months are. */
export function zoneLines({ zones }: Origins): string[] {
  const named = zones.slice(0, MOST_NAMED).map(({ label, meters }) => `${label} (${formatCounted(meters, 'meter')})`);
  const more = zones.length - named.length;
  return [`Months are each meter’s own: ${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`];
}

export function sourceLines({ sources }: Origins): string[] {
  if (sources.length === 0) return ['Nothing was read.'];
  const named = sources.slice(0, MOST_NAMED).map(({ name, meters }) => `${name}, ${formatCounted(meters, 'meter')}`);
  const more = sources.length - named.length;
  const readAt = Math.max(...sources.map((one) => one.readAt));
  return [
    ...named,
    ...(more > 0 ? [`and ${formatCounted(more, 'other source')}`] : []),
    `The newest read ${formatOwnTime(readAt)}`,
  ];
}

/**
 * The numbers of the report, a line for each row of each picture and one for meters that have no row, in the unit of the measure. Shares
 * are 0 to 1; nothing is where nothing is known.
 */
export function overviewCsv(overview: Overview, measure: OverviewMeasure): CsvValue[][] {
  const heads = [
    ...['picture', 'name', 'measure', 'unit', 'total', 'meters with data', 'meters', 'coverage', 'estimated'],
    ...['highest demand of a meter', 'peaks added up', 'meters with demand', 'base load', 'meters with base load'],
  ];
  const line = (picture: string, name: string, of: OverviewMeasure, one: OverviewFigures): CsvValue[] => [
    ...[picture, name, of.label, of.unit ?? of.currency, one.total, one.meters, one.of],
    ...(one.meters === 0 ? [undefined, undefined] : [one.coverage, of.unit === undefined ? undefined : one.estimated]),
    ...[one.peak?.value, one.peaks, one.demandMeters, one.base, one.baseMeters],
  ];
  return [
    heads,
    ...overview.measures.map((one) => line('Totals', one.label, one, one)),
    ...pictures(overview, measure).flatMap(({ title, rows, unlisted }) => [
      ...rows.map((one) => line(title, one.label, measure, one)),
      ...(unlisted === undefined ? [] : [unlistedLine(heads.length, title, unlisted, measure)]),
    ]),
  ];
}

/** Of meters that have no row only their number is known. @param width columns of a line */
function unlistedLine(width: number, picture: string, unlisted: number, of: OverviewMeasure): CsvValue[] {
  const known = [picture, unlistedWords(unlisted), of.label, of.unit ?? of.currency, undefined, unlisted, unlisted];
  return Array.from({ length: width }, (_, place) => known[place]);
}
