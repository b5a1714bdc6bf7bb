/** The coverage of a meter as a cell a month: how much is there, what of it is estimated, what is missing. */
import './coverage.css';
import type { MouseEvent } from 'react';
import type { MonthShares } from '#shared/contract/coverage.ts';
import { formatShare } from '../../ui/format.ts';
import { type MonthAxis, monthState, monthWords, stateWords, stripWords } from './months.ts';
import { useMonthShares } from './use-month-shares.ts';

interface MonthStripProps {
  workspace: string;
  usagePoint: string;
  axis: MonthAxis | undefined;
  /** A collection of its history is under way. */
  collecting: boolean;
  /** A month was clicked. */
  onMonth?: ((month: number) => void) | undefined;
}

export function MonthStrip({ workspace, usagePoint, axis, ...shown }: MonthStripProps) {
  const { data } = useMonthShares(workspace, usagePoint, axis);
  return axis && data ? <ShareStrip axis={axis} shares={data} {...shown} /> : <span className="ms-strip" />;
}

interface ShareStripProps extends Pick<MonthStripProps, 'collecting' | 'onMonth'> {
  axis: MonthAxis;
  shares: MonthShares;
}

/** The strip of months whose shares are known. */
export function ShareStrip({ axis, shares: data, collecting, onMonth }: ShareStripProps) {
  const words = `${stripWords(axis, data)}${collecting ? '; being collected' : ''}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the row, and there each month is a button
    <span
      className="ms-strip"
      role="img"
      aria-label={words}
      data-cells={cellsOf(data, axis)}
      data-collecting={collecting}
      onPointerMove={(event) => {
        event.currentTarget.title = cellWords(data, axis, placeOf(event, axis));
      }}
      onClick={(event) => {
        const index = placeOf(event, axis);
        if (!onMonth || monthState(data, index) === 'none') return;
        event.stopPropagation();
        onMonth(axis.first + index);
      }}
    >
      <svg viewBox={`0 0 ${axis.count * 10} 10`} preserveAspectRatio="none" aria-hidden="true">
        {layersOf(data, axis, collecting).map(({ name, path }) =>
          path ? <path key={name} className={name} d={path} /> : null,
        )}
      </svg>
    </span>
  );
}

/** Which month of the axis a pointer is on. */
function placeOf(event: MouseEvent<HTMLElement>, { count }: MonthAxis): number {
  const box = event.currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - box.left) / box.width) * count)));
}

/** A letter a month: full, estimated, partial, missing, or a dot outside of the meter's data. */
function cellsOf(shares: MonthShares, { count }: MonthAxis): string {
  return Array.from({ length: count }, (_, index) => {
    const state = monthState(shares, index);
    return state === 'none' ? '.' : state.charAt(0);
  }).join('');
}

function cellWords(shares: MonthShares, { first }: MonthAxis, index: number): string {
  const percent = (list: readonly number[]) => formatShare(list[index] ?? 0);
  const state = stateWords[monthState(shares, index)];
  return `${monthWords(first + index)}: ${state}. ${percent(shares.there)} covered, ${percent(shares.estimated)} estimated, ${percent(shares.missing)} missing`;
}

/** Filled from below: estimates, what else is there, then gaps; a collection marks what it may still fill. */
function layersOf({ there, estimated, missing }: MonthShares, { count }: MonthAxis, collecting: boolean) {
  const paths = { there: '', estimated: '', missing: '', wanted: '' };
  const box = (index: number, low: number, high: number) =>
    high > low ? `M${index * 10 + 0.7} ${10 - low * 10}V${10 - high * 10}h8.6V${10 - low * 10}Z` : '';
  for (let index = 0; index < count; index += 1) {
    const guessed = estimated[index] ?? 0;
    const has = there[index] ?? 0;
    const lacks = missing[index] ?? 0;
    // A hole of an hour in a month must be seen, too.
    const seen = lacks > 0 ? Math.max(lacks, 0.18) : 0;
    paths.estimated += box(index, 0, guessed > 0 ? Math.max(guessed, 0.18) : 0);
    paths.there += box(index, guessed > 0 ? Math.max(guessed, 0.18) : 0, Math.min(has, 1 - seen));
    paths.missing += box(index, 1 - seen, 1);
    if (collecting && has < 1) paths.wanted += box(index, Math.min(has, 1 - seen), 1);
  }
  return [
    { name: 'ms-strip-there', path: paths.there },
    { name: 'ms-strip-estimated', path: paths.estimated },
    { name: 'ms-strip-missing', path: paths.missing },
    { name: 'ms-strip-wanted', path: paths.wanted },
  ];
}
