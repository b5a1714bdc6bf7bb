import type { Clock } from '#shared/time/index.ts';
import { formatMeasured, formatMoney } from '../ui/format.ts';
import { formatLocalDate, formatLocalTime, formatOffset } from './local-clock.ts';
import type { DrawnPoint } from './series-shape.ts';

export interface TooltipEntry {
  id: string;
  /** Which pane it is in. */
  pane: number;
  label: string;
  color: string;
  unit: string;
  currency: string | undefined;
  isMoney: boolean;
  /** The true reading; undefined where there is no data. */
  point: DrawnPoint | undefined;
}

interface ProfileTooltipProps {
  at: number;
  entries: readonly TooltipEntry[];
  clock: Clock;
  /** Of the cursor and of the whole picture, px. */
  x: number;
  width: number;
}

/** What is under the cursor: when exactly, how much, how good, at which rate and price. Says "no data" in a hole. */
export function ProfileTooltip({ at, entries, clock, x, width }: ProfileTooltipProps) {
  const point = entries.find((entry) => entry.point)?.point;
  const when = point ? timesOf(clock, point) : formatLocalTime(clock, Math.floor(at / 60) * 60);
  // With a pane of costs, the cost is in a line of its own.
  const costsBelow = entries.some(({ isMoney }) => isMoney);
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div className="ms-tooltip" style={side} role="status">
      <div className="ms-tooltip-when">
        {formatLocalDate(clock, point?.t ?? at)}
        <b>{when}</b>
        <span className="ms-dim">{formatOffset(clock.offsetAt(point?.t ?? at))}</span>
      </div>
      {entries.map((entry) => (
        <div key={entry.id} className="ms-tooltip-line">
          <i style={{ background: entry.color }} />
          <span>{entry.label}</span>
          {entry.point && point && !contains(entry.point, point) ? (
            <span className="ms-dim">
              {formatLocalDate(clock, entry.point.t)}, {timesOf(clock, entry.point)}
            </span>
          ) : null}
          {entry.point ? (
            <b>{entry.isMoney ? formatMoney(entry.point.v, entry.unit) : formatMeasured(entry.point.v, entry.unit)}</b>
          ) : (
            <em>no data</em>
          )}
          {entry.point && entry.point.quality !== 'valid' ? (
            <span className="ms-tooltip-quality" data-quality={entry.point.quality}>
              {entry.point.quality}
            </span>
          ) : null}
          {entry.point && !entry.isMoney ? (
            <span className="ms-dim">{priceWords(entry.point, entry.currency, !costsBelow)}</span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function timesOf(clock: Clock, { t, d }: DrawnPoint): string {
  return `${formatLocalTime(clock, t)}–${formatLocalTime(clock, t + d)}`;
}

/** Whether a reading lasts all the time of another one, so that it may stand under its heading: others may be hours away. */
function contains(one: DrawnPoint, other: DrawnPoint): boolean {
  return one.t <= other.t && one.t + one.d >= other.t + other.d;
}

/** The rates of a reading and its cost: `TOU 2 · $0.04`. */
function priceWords({ priced, cost }: DrawnPoint, currency: string | undefined, withCost: boolean): string {
  return [...priced, ...(cost === null || !withCost ? [] : [formatMoney(cost, currency)])].join(' · ');
}
