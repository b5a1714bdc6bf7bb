/** Scenarios by day: each cell is the verdict of that day and leads to its run; the newest day is at the right. */
import { Text } from '@mantine/core';
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react';
import type { GridCell, GridRow, RunGrid, RunView } from '#shared/contract/scenarios.ts';
import { routes } from '#shared/routes.ts';
import { runWords } from '#shared/scenarios/states.ts';
import { cellWords, isMixed, MARKS, monthsOf, streakWords } from './verdict-grid-words.ts';
import './verdict-grid.css';

interface VerdictGridProps {
  workspace: string;
  grid: RunGrid;
}

/** A year is ten thousand cells: they are drawn again only when an answer came. */
export const VerdictGrid = memo(function VerdictGrid({ workspace, grid }: VerdictGridProps) {
  const { days, rows } = grid;
  const scroller = useRef<HTMLElement>(null);
  const newest = days.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest day is at the right end, and in view when it comes
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [newest, days.length]);
  const severalUtilities = new Set(rows.map(({ utility }) => utility)).size > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className="ms-panel ms-verdicts" aria-label="Verdicts by scenario and day" tabIndex={0}>
      <table aria-label="Verdicts by scenario and day">
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              Scenario
            </th>
            <th rowSpan={2} scope="col">
              Since when
            </th>
            {monthsOf(days).map(({ month, days: span }) => (
              <th key={month} colSpan={span} scope="colgroup">
                <span>{month}</span>
              </th>
            ))}
          </tr>
          <tr>
            {days.map((day) => (
              <th key={day} scope="col" title={day}>
                {day.slice(8)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {rows.map((row, index) => (
            <Row
              key={`${row.scenario} ${row.utility}`}
              workspace={workspace}
              row={row}
              days={days}
              isFirst={index === 0}
              withUtility={severalUtilities}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
});

interface RowProps {
  workspace: string;
  row: GridRow;
  days: readonly string[];
  isFirst: boolean;
  withUtility: boolean;
}

function Row({ workspace, row, days, isFirst, withUtility }: RowProps) {
  const byDay = new Map(row.cells.map((cell) => [cell.day, cell]));
  const newest = row.cells.at(-1);
  return (
    <tr data-scenario={row.scenario} data-now={row.now?.state}>
      <th scope="row">
        {row.scenario}
        {withUtility ? (
          <Text size="xs" c="dimmed">
            {row.utility}
          </Text>
        ) : null}
      </th>
      <td data-since={row.scenario}>
        {row.now?.firstRun && row.before ? (
          <a href={`#${routes.run(workspace, row.now.firstRun)}`}>{streakWords(row)}</a>
        ) : (
          streakWords(row)
        )}
      </td>
      {days.map((day, index) => {
        const cell = byDay.get(index);
        return (
          <td key={day}>
            {cell ? (
              <Cell workspace={workspace} row={row} cell={cell} day={day} isEntry={isFirst && cell === newest} />
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}

interface CellProps {
  workspace: string;
  row: GridRow;
  cell: GridCell;
  day: string;
  /** The one that the tab key reaches; arrows lead to the others. */
  isEntry: boolean;
}

function Cell({ workspace, row, cell, day, isEntry }: CellProps) {
  const words = cellWords(row, cell, day);
  return (
    <a
      href={`#${routes.run(workspace, cell.run)}`}
      className="ms-verdict"
      data-state={cell.state}
      data-mixed={isMixed(cell) || undefined}
      tabIndex={isEntry ? 0 : -1}
      aria-label={words}
      title={words}
    >
      {MARKS[cell.state]}
    </a>
  );
}

const STEPS: Record<string, [rows: number, cells: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Arrows go from cell to cell, over days without a run; the last one visited is what the tab key comes back to. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest('td'); // events of the table's own elements
  const from = cell?.querySelector('a.ms-verdict');
  if (!step || !cell || !from) return;
  event.preventDefault();
  const rows = [...event.currentTarget.rows];
  let [row, column] = [rows.findIndex((one) => one.contains(cell)), cell.cellIndex];
  for (;;) {
    row += step[0];
    column += step[1];
    const next = rows[row]?.cells[column];
    if (!next) return;
    const link = next.querySelector<HTMLAnchorElement>('a.ms-verdict');
    if (!link) continue;
    for (const other of event.currentTarget.querySelectorAll<HTMLAnchorElement>('a.ms-verdict[tabindex="0"]'))
      other.tabIndex = -1;
    link.tabIndex = 0;
    link.focus();
    return;
  }
}

const EXPLAINED: readonly RunView['state'][] = [
  'pass',
  'differs',
  'fail',
  'unjudged',
  'superseded',
  'refused',
  'cancelled',
];

/** What the shapes mean. */
export function VerdictLegend() {
  return (
    <ul className="ms-verdict-legend" aria-label="What the signs mean">
      {EXPLAINED.map((state) => (
        <li key={state}>
          <span className="ms-verdict" data-state={state} aria-hidden>
            {MARKS[state]}
          </span>{' '}
          {state === 'unjudged' ? 'could not be judged, or outcome unknown' : runWords[state]}
        </li>
      ))}
      <li>
        <span className="ms-verdict" data-state="pass" data-mixed aria-hidden>
          {MARKS.pass}
        </span>{' '}
        with a corner: the runs of the day did not all end alike
      </li>
    </ul>
  );
}
