/** A load-duration curve as points, as words and as rows. Pure. */
import type { CallOutput } from '#shared/contract/index.ts';
import { formatCounted, formatMeasured, formatQuantity, formatShare } from '../../../ui/format.ts';

type Duration = CallOutput<'usage.duration'>;

/** Each value with the share of the readings that are as high or higher. */
export function durationPoints(answer: Pick<Duration, 'values'> | undefined): { share: number; value: number }[] {
  const values = answer?.values ?? [];
  return values.map((value, index) => ({ share: index / Math.max(1, values.length - 1), value }));
}

/** What the curve shows, for people who cannot see it. */
export function durationWords({ values, count, unit }: Duration): string {
  const [highest, lowest] = [values[0], values.at(-1)];
  const middle = values[Math.floor(values.length / 2)];
  if (highest === undefined || lowest === undefined || middle === undefined) return 'No readings.';
  const measured = (value: number) => formatMeasured(value, unit);
  return `${formatCounted(count, 'reading')} from ${measured(highest)} down to ${measured(lowest)}; half of them are ${measured(middle)} or more.`;
}

/** One row for every twentieth of the readings. */
export function durationRows(answer: Pick<Duration, 'values'>): string[][] {
  const points = durationPoints(answer);
  const step = Math.max(1, Math.round((points.length - 1) / 20));
  return points
    .filter((_, index) => index % step === 0 || index === points.length - 1)
    .map(({ share, value }) => [formatShare(share), formatQuantity(value)]);
}
