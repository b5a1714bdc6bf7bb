/** A row a year, a cell a month, filled as far as there is data. */
import './coverage.css';
import type { CSSProperties } from 'react';
import { groupBy } from '#shared/group.ts';
import { monthName } from '../../charts/local-clock.ts';
import { formatShare } from '../../ui/format.ts';
import { ofEarlier } from '../../ui/states.tsx';

export interface MonthCell {
  /** year * 12 + month - 1 */
  month: number;
  /** Shares 0..1 of the month. */
  coverage: number;
  estimated: number;
  /** A second line. */
  note?: string | undefined;
  title: string;
  onOpen?: () => void;
}

interface MonthGridProps {
  label: string;
  cells: readonly MonthCell[];
  /** They are the answer to an earlier question. */
  earlier?: boolean;
}

export function MonthGrid({ label, cells, earlier }: MonthGridProps) {
  const years = groupBy(cells, ({ month }) => Math.floor(month / 12));
  const months = Array.from({ length: 12 }, (_, index) => index);
  return (
    <table className="ms-months" aria-label={label} {...ofEarlier(earlier)}>
      <thead>
        <tr>
          <th scope="col">Year</th>
          {months.map((index) => (
            <th key={index} scope="col">
              {monthName(index + 1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...years].map(([year, ofYear]) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {months.map((index) => {
              const cell = ofYear.find(({ month }) => month % 12 === index);
              return <td key={index}>{cell ? <Month cell={cell} /> : null}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Month({ cell: { coverage, estimated, note, title, onOpen } }: { cell: MonthCell }) {
  const shared = {
    className: 'ms-month',
    // Custom properties are not in React's type of a style.
    style: { '--share': coverage, '--guessed': estimated } as CSSProperties,
    title,
  };
  const content = (
    <>
      {formatShare(coverage)}
      {note ? <small>{note}</small> : null}
    </>
  );
  return onOpen ? (
    <button type="button" {...shared} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <span {...shared}>{content}</span>
  );
}
