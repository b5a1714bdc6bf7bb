import { memo } from 'react';
import type { EventRow } from '#shared/contract/events.ts';
import { eventTypeFact, unreadableMembers } from '#shared/event-types.ts';
import { formatDuration } from '../../ui/format.ts';
import { GridCell, GridRow } from '../../ui/virtual-grid/virtual-grid.tsx';
import { arrivalTime, happenedTime, isDenied, subjectOf, typeMeaning, wayWords } from './event-words.ts';

export const tailColumns = ['Arrived', 'Happened', 'Type', 'About', 'By', 'Marks'] as const;

const mono = 'ms-grid-cell ms-mono';

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
    <GridRow
      id={id}
      index={index}
      start={start}
      aria-selected={isCurrent || isOpen}
      onClick={() => event && onClick(event)}
    >
      {event ? (
        <>
          <GridCell className={mono}>{arrivalTime(event.arrivedAt)}</GridCell>
          <GridCell className={mono}>{happenedTime(event)}</GridCell>
          <GridCell title={typeMeaning(event.type)}>
            <span className="ms-event-dot" data-tone={fact?.tone ?? 'unknown'} aria-hidden />
            {event.type}
          </GridCell>
          <GridCell className={mono}>{subjectOf(event)}</GridCell>
          <GridCell>{wayWords[event.way]}</GridCell>
          <GridCell>
            {marksOf(event).map((mark) => (
              <span key={mark} className="ms-event-mark">
                {mark}
              </span>
            ))}
          </GridCell>
        </>
      ) : (
        <GridCell>…</GridCell>
      )}
    </GridRow>
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
