/** What both sides of a comparison came to, and by how much they differ. */
import { completeShare } from '../../../charts/completeness.ts';
import { Dim } from '../../../ui/dim.tsx';
import { formatMeasured, formatShare } from '../../../ui/format.ts';
import { type PeriodRow, sumRows } from '../period-rows.ts';
import { comparableSums, sideValue } from './comparison.ts';
import { changeWords } from './comparison-words.ts';

/** One of the two that are compared: what it is called, and the colour of its bars. */
export interface Side {
  id: string;
  label: string;
  color: string;
  /** A register: what it counted in a hole is known. */
  counts: boolean;
}

interface DifferencesProps {
  pairs: readonly { now: PeriodRow | undefined; before: PeriodRow | undefined }[];
  unit: string;
  /** Samples are averaged, not summed. */
  sampled: boolean;
  level: string | undefined;
  now: Side;
  before: Side;
}

export function Differences({ pairs, unit, sampled, level, ...ends }: DifferencesProps) {
  const sides = [
    { ...ends.now, sum: sumRows(pairs.flatMap(({ now }) => (now ? [now] : []))) },
    { ...ends.before, sum: sumRows(pairs.flatMap(({ before }) => (before ? [before] : []))) },
  ];
  const fair = comparableSums(pairs, completeShare, sampled);
  const measured = (value: number | undefined) => (value === undefined ? 'no data' : formatMeasured(value, unit));
  return (
    <section className="ms-panel ms-stats" aria-label="Comparison">
      <dl>
        {sides.map(({ id, label, color, sum }) => (
          <div key={id} className="ms-stat" {...(sum.coverage < completeShare ? { 'data-mark': 'warn' } : {})}>
            <dt>
              <i className="ms-swatch" style={{ background: color }} /> {label}
            </dt>
            <dd>{measured(sideValue(sum, sampled))}</dd>
            <dd className="ms-stat-note">
              {formatShare(sum.coverage)} complete, {formatShare(sum.estimated)} estimated
            </dd>
          </div>
        ))}
        <div className="ms-stat" data-stat="difference">
          <dt>Difference</dt>
          <dd>{changeWords(fair, { unit, level })}</dd>
          <dd className="ms-stat-note">
            {fair.pairs === 0
              ? 'no period is complete on both sides'
              : fair.pairs === fair.of
                ? 'all periods are complete on both sides'
                : `over the ${fair.pairs} of ${fair.of} periods that are complete on both sides`}
          </dd>
        </div>
      </dl>
      <Dim pb={4}>Days and hours are those of the meter’s clock; days of 23 and 25 hours are included.</Dim>
    </section>
  );
}
