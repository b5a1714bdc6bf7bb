/** The report of `inspect` for people. */
import type { Grid } from '#shared/espi/grid.ts';
import { unitLabel } from '#shared/espi/units.ts';
import { clockOfZone } from '#shared/time/index.ts';
import { counted } from '../common/counted.ts';
import { leftOutBy } from '../engine/reader/problems.ts';
import type { FileReport, SeriesReport } from './inspect-report.ts';

const MAX_PROBLEMS = 10;
/** What the schema divides money by. */
const SCHEMA_SCALE = 100_000;
const GRID_WORDS: Readonly<Record<Grid, string | undefined>> = {
  fixed: undefined,
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  irregular: 'of unequal length',
};
const SEVERITIES = ['error', 'warning', 'info'];

/** One file as a few lines; times in `zone`, which is named. */
export function reportText(report: FileReport, zone: string): string {
  if (!report.ok) {
    const { error } = report;
    return [`${report.file}: cannot be read`, `  ${error?.message ?? ''}`, error?.action ? `  ${error.action}` : '']
      .filter((line) => line !== '')
      .concat('')
      .join('\n');
  }
  return [
    report.file,
    `  Entries    ${counts(report.entries)}`,
    readingsLine(report, zone),
    ...report.series.map((series) => seriesLine(series, zone)),
    ...report.bills.map(billLine(zone)),
    ...report.localTimes.flatMap(timeLine),
    ...report.unattached.map(({ kind, href }) => `  Unattached ${kind} ${href ?? ''}`),
    ...problemLines(report),
    '',
  ].join('\n');
}

function timeLine({ usagePoint, source, label, inferred, warning }: FileReport['localTimes'][number]): string[] {
  if (inferred) return [`  Time       ${usagePoint}: ${label}, of the only LocalTimeParameters; no link names them.`];
  if (source !== 'assumed') return [];
  const why = warning ?? 'Its local time is not known.';
  return [`  Time       ${usagePoint}: ${why} ${label} is assumed; --zone names another.`];
}

function counts(entries: Record<string, number>): string {
  const parts = Object.entries(entries).map(([kind, count]) => `${count} ${kind}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function readingsLine({ readings }: FileReport, zone: string): string {
  if (readings.count === 0) return '  Readings   none';
  const { blocks, count, firstStart, lastStart } = readings;
  return `  Readings   ${count} in ${counted(blocks, 'interval block')}, ${instant(firstStart, zone)} to ${instant(lastStart, zone)} (${zone})`;
}

function seriesLine(series: SeriesReport, zone: string): string {
  const what = [
    series.commodity,
    series.flow,
    series.kind,
    series.intervalLength ? `${series.intervalLength} s` : GRID_WORDS[series.grid],
  ]
    .filter(Boolean)
    .join(', ');
  const total = series.sum === null ? '' : `, ${round(series.sum)} ${unitLabel(series.unit)}`.trimEnd();
  const notes = [
    series.behaviour === 'interval' ? undefined : `read as ${series.behaviour}`,
    series.gaps > 0 ? counted(series.gaps, 'gap') : undefined,
    series.gaps > 0 && series.holes.suggested === 'zeros' ? 'which may be zeros that were left out' : undefined,
    series.duplicates > 0 ? counted(series.duplicates, 'duplicate') : undefined,
    series.estimated > 0 ? `${series.estimated} estimated` : undefined,
  ].filter(Boolean);
  const span = `${instant(series.first, zone)} to ${instant(series.last, zone)}`;
  return `  Series     ${series.usagePoint ?? 'no usage point'}: ${what}: ${counted(series.count, 'reading')}${total}, ${span}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

function billLine(zone: string) {
  return (bill: FileReport['bills'][number]): string => {
    const amount = bill.total === undefined ? 'no amount' : `${round(bill.total)} ${bill.currency ?? ''}`.trimEnd();
    const used =
      bill.consumption === undefined ? '' : `, ${round(bill.consumption.value)} ${unitLabel(bill.consumption.unit)}`;
    const scale = bill.moneyScale === SCHEMA_SCALE ? '' : ` (${bill.moneyScaleReason})`;
    const warning = bill.moneyWarning === undefined ? '' : `\n  warning    ${bill.moneyWarning}`;
    return `  Bill       ${instant(bill.start ?? null, zone)} to ${instant(bill.end ?? null, zone)}: ${amount}${used}, ${counted(bill.items.length, 'line')}${scale}${warning}`;
  };
}

function problemLines({ problems }: FileReport): string[] {
  const gravest = problems.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const single = gravest.filter(({ message }) => leftOutBy(message) === 0);
  const counts = gravest.filter(({ message }) => leftOutBy(message) > 0);
  const shown = [
    ...single.slice(0, MAX_PROBLEMS).map(({ severity, line, message }) => {
      return `  ${severity.padEnd(10)} ${line === null ? '' : `line ${line}: `}${message}`;
    }),
    ...counts.map(({ severity, code, message }) => `  ${severity.padEnd(10)} ${code}: ${message}`),
  ];
  const listed = Math.max(single.length - MAX_PROBLEMS, 0);
  const left = counts.reduce((sum, { message }) => sum + leftOutBy(message), listed);
  const inJson = left === listed ? 'all' : `${listed} of them`;
  return left > 0 ? [...shown, `  and ${counted(left, 'more problem')} (--json shows ${inJson})`] : shown;
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** Local date and time to the minute. */
function instant(epoch: number | null, zone: string): string {
  if (epoch === null) return '?';
  const local = new Date((epoch + clockOfZone(zone).offsetAt(epoch)) * 1000);
  return Number.isNaN(local.getTime()) ? String(epoch) : local.toISOString().slice(0, 16).replace('T', ' ');
}
