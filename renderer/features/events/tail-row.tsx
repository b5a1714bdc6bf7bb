import { memo } from 'react';
import type { EventRow } from '#shared/contract/events.ts';
import { eventTypeFact, unreadableMembers } from '#shared/event-types.ts';
import { formatDuration } from '../../ui/format.ts';
import { arrivalTime, happenedTime, isDenied, subjectOf, typeMeaning, wayWords } from './event-words.ts';

export const tailColumns = ['Arrived', 'Happened', 'Type', 'About', 'By', 'Marks'] as const;

interface TailRowProps {
  id: string;
  index: number;
  start: number;
  event: EventRow | undefined;
  isCurrent: boolean;
  openUid: string | undefined;
  onClick: (event: EventRow) => void;
}

/** One line of the log. Rows that did not change are not drawn again while others arrive. */
export const TailRow = memo(DrawnRow, (a, b) => {
  const isSameEvent = a.event === b.event || (a.event?.seq === b.event?.seq && sameMarks(a.event, b.event));
  const isOpen = (props: TailRowProps) => props.event !== undefined && props.event.uid === props.openUid;
  return (
    isSameEvent && a.index === b.index && a.start === b.start && a.isCurrent === b.isCurrent && isOpen(a) === isOpen(b)
  );
});

function sameMarks(a: EventRow | undefined, b: EventRow | undefined): boolean {
  return marksOf(a).join() === marksOf(b).join();
}

function DrawnRow({ id, index, start, event, isCurrent, openUid, onClick }: TailRowProps) {
  const fact = event && eventTypeFact(event.type);
  const isOpen = event !== undefined && event.uid === openUid;
  return (
    // biome-ignore lint/a11y: the grid has the focus and the keys; aria-activedescendant names this row
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isCurrent || isOpen}
      className="ms-table-row ms-tail-grid"
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => event && onClick(event)}
    >
      {event ? (
        <>
          <Cell mono>{arrivalTime(event.arrivedAt)}</Cell>
          <Cell mono>{happenedTime(event)}</Cell>
          <Cell title={typeMeaning(event.type)}>
            <span className="ms-event-dot" data-tone={fact?.tone ?? 'unknown'} aria-hidden />
            {event.type}
          </Cell>
          <Cell mono>{subjectOf(event)}</Cell>
          <Cell>{wayWords[event.way]}</Cell>
          <Cell>
            {marksOf(event).map((mark) => (
              <span key={mark} className="ms-event-mark">
                {mark}
              </span>
            ))}
          </Cell>
        </>
      ) : (
        <Cell>…</Cell>
      )}
    </div>
  );
}

/** What is not ordinary about an event. */
function marksOf(event: EventRow | undefined): string[] {
  if (!event) return [];
  const isUnreadable = unreadableMembers(event).length > 0;
  const marks: [boolean, string][] = [
    [event.late, `late${event.lateMs === undefined ? '' : ` by ${formatDuration(event.lateMs)}`}`],
    [event.hole, 'filled in'],
    [event.deliveries > 1, `×${event.deliveries}`],
    [event.delivered === false, 'undelivered'],
    [isDenied(event), 'not confirmed'],
    [isUnreadable, 'unreadable'],
    [!isUnreadable && !eventTypeFact(event.type), 'new type'],
  ];
  return marks.flatMap(([isSo, words]) => (isSo ? [words] : []));
}

function Cell({ children, mono, title }: { children: React.ReactNode; mono?: boolean; title?: string }) {
  return (
    // biome-ignore lint/a11y: cells are read, the row is acted on
    <div role="gridcell" className={mono ? 'ms-table-cell ms-mono' : 'ms-table-cell'} title={title}>
      {children}
    </div>
  );
}
