/** Figures as a table with a bar in each row. A row is chosen by its button; what is chosen narrows the other pictures down. */
import type { ReactNode } from 'react';
import type { OverviewFigures, OverviewMeasure } from '#shared/contract/overview.ts';
import { formatShare } from '../../ui/format.ts';
import { isCoverageKnown, isIncomplete, metersWords, type Scale, totalScale } from './figure-words.ts';

export interface FigureRow extends OverviewFigures {
  key: string;
  label: string;
}

export interface FigureColumn<Row> {
  header: string;
  /** Longer, for people who point at it. */
  title?: string;
  cell: (row: Row) => ReactNode;
}

interface FigureTableProps<Row extends FigureRow> {
  title: string;
  measure: OverviewMeasure;
  rows: readonly Row[];
  /** After the total, before what it is made of. */
  columns?: readonly FigureColumn<Row>[];
  /** The first cell: a button that chooses the row, or a link. */
  name: (row: Row) => ReactNode;
  nameHeader: string;
  children?: ReactNode;
}

export function FigureTable<Row extends FigureRow>(props: FigureTableProps<Row>) {
  const { title, measure, rows, columns = [], name, nameHeader, children } = props;
  const scale = totalScale(
    measure,
    rows.map(({ total }) => total),
  );
  const largest = Math.max(0, ...rows.map(({ total }) => Math.abs(total ?? 0)));
  const ofBills = measure.unit === undefined;
  return (
    <section className="ms-panel ms-figures" aria-label={title} data-figure={title}>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="ms-figures-scroll" tabIndex={0} aria-label={`${title}, table`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{nameHeader}</th>
              <td className="ms-figures-bar" />
              <th scope="col" className="ms-num">
                Total, {scale.unit}
              </th>
              {columns.map(({ header, title: longer }) => (
                <th key={header} scope="col" className="ms-num" title={longer}>
                  {header}
                </th>
              ))}
              <th scope="col" className="ms-num">
                Meters
              </th>
              <th scope="col" className="ms-num">
                {ofBills ? 'Billed' : 'Coverage'}
              </th>
              {ofBills ? null : (
                <th scope="col" className="ms-num">
                  Estimated
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} data-row={row.key}>
                <th scope="row">{name(row)}</th>
                <td className="ms-figures-bar">
                  <Bar row={row} largest={largest} />
                </td>
                <Total row={row} scale={scale} />
                {columns.map(({ header, cell }) => (
                  <td key={header} className="ms-num">
                    {cell(row)}
                  </td>
                ))}
                <td className="ms-num" title={metersWords(row)}>
                  {row.meters === row.of ? row.of : `${row.meters} of ${row.of}`}
                </td>
                <td className="ms-num">{isCoverageKnown(row) ? formatShare(row.coverage) : ''}</td>
                {ofBills ? null : <td className="ms-num">{isCoverageKnown(row) ? formatShare(row.estimated) : ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {children}
    </section>
  );
}

/** Hatched where the total lacks something. */
function Bar({ row, largest }: { row: FigureRow; largest: number }) {
  if (row.total === undefined || largest === 0) return null;
  return (
    <span
      className="ms-figure-bar"
      data-complete={!isIncomplete(row)}
      data-negative={row.total < 0 || undefined}
      style={{ width: `${(Math.abs(row.total) / largest) * 100}%` }}
    />
  );
}

function Total({ row, scale }: { row: FigureRow; scale: Scale }) {
  return (
    <td className="ms-num" data-total={row.total}>
      {row.total === undefined ? 'no data' : scale.format(row.total)}
    </td>
  );
}

/** The name of a row that can be chosen. */
export function ChooseRow({ label, chosen, onToggle }: { label: string; chosen: boolean; onToggle: () => void }) {
  return (
    <button type="button" className="ms-choose" aria-pressed={chosen} onClick={onToggle}>
      {label}
    </button>
  );
}
