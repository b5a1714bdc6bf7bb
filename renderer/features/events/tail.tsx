/** The log as a list that follows the newest, and stops following as soon as someone moves in it. */
import { Button, Kbd } from '@mantine/core';
import { IconArrowUp, IconBroadcast, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useId, useRef, useState } from 'react';
import type { EventRow } from '#shared/contract/events.ts';
import { formatCount } from '../../ui/format.ts';
import { useShownKeys } from '../../ui/keymap.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { moveCursor } from '../../ui/table/columns.ts';
import { useListKeys } from '../../ui/table/use-list-keys.ts';
import { copyEvents } from './copy-events.ts';
import { type EventsSearch, filterOf, isFiltered } from './events-address.ts';
import { TailRow, tailColumns } from './tail-row.tsx';
import { useTail } from './use-tail.ts';

const rowHeight = 28;

interface TailProps {
  workspace: string;
  search: EventsSearch;
  onOpen: (uid: string | undefined) => void;
  onClear: () => void;
}

export function EventTail({ workspace, search, onOpen, onClear }: TailProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [frozenAt, setFrozenAt] = useState<number>();
  const [cursor, setCursor] = useState<number>(-1);
  const [count, setCount] = useState(0);
  const baseId = useId();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const tail = useTail(
    { workspace, filter: filterOf(search), order: search.order ?? 'arrival', frozenAt },
    items[0]?.index ?? 0,
    items.at(-1)?.index ?? 0,
  );
  // The list's length is known only with its first page; the virtualizer above needs it before.
  if (tail.matching !== count) setCount(tail.matching);
  const isFollowing = frozenAt === undefined;
  // Rows that are not drawn again keep an older `freeze`; the place must be the newest that is on the screen.
  const newest = useRef(tail.newest);
  newest.current = tail.newest;
  const freeze = () => setFrozenAt((at) => at ?? newest.current);
  const follow = () => {
    setFrozenAt(undefined);
    setCursor(-1);
    virtual.scrollToOffset(0);
  };
  useListKeys(() => scroller.current);
  useShortcuts({ 'events.follow': follow, 'events.pause': () => (isFollowing ? freeze() : follow()) });

  const moveTo = (index: number) => {
    freeze();
    setCursor(index);
    virtual.scrollToIndex(index);
  };
  const current = cursor >= 0 ? tail.rowAt(cursor) : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && current && !window.getSelection()?.toString()) {
      void copyEvents(workspace, [current.uid]);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const shown = Math.floor((scroller.current?.clientHeight ?? 300) / rowHeight) - 1;
    const next = moveCursor(event.key, cursor, count, shown);
    if (next !== undefined && count > 0) moveTo(next);
    else if (event.key === 'Enter' && current) onOpen(current.uid);
    else if (event.key === 'Escape') {
      if (search.event) onOpen(undefined);
      else follow();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (tail.error) return <FailureState error={tail.error} onRetry={tail.retry} />;
  if (tail.isLoading) return <LoadingState label="Loading the events" />;
  return (
    <div className="ms-tail">
      <div className="ms-tail-bar">
        <FollowButton isFollowing={isFollowing} onClick={isFollowing ? freeze : follow} />
        <span className="ms-dim" role="status" data-testid="event-count">
          {formatCount(tail.matching)} of {formatCount(tail.total)} events
        </span>
        {tail.newer > 0 ? (
          <Button
            size="compact-xs"
            variant="filled"
            leftSection={<IconArrowUp size={13} aria-hidden />}
            onClick={follow}
            data-testid="newer"
          >
            {formatCount(tail.newer)} new
          </Button>
        ) : null}
        <Keys />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised with a sticky, gridded header */}
      <div
        ref={scroller}
        className="ms-table-scroll"
        role="grid"
        aria-label="Events"
        aria-rowcount={count + 1}
        aria-activedescendant={cursor >= 0 ? `${baseId}-${cursor}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          // A following list grows at its top and stays there; leaving the top means to look at something.
          if (isFollowing && event.currentTarget.scrollTop > rowHeight) freeze();
        }}
      >
        <TailHead />
        {/* biome-ignore lint/a11y: part of the grid */}
        <div role="rowgroup" className="ms-table-body ms-tail-body" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <TailRow
              key={index}
              id={`${baseId}-${index}`}
              index={index}
              start={start}
              event={tail.rowAt(index)}
              isCurrent={index === cursor}
              openUid={search.event}
              onClick={(event: EventRow) => {
                freeze();
                setCursor(index);
                onOpen(event.uid);
              }}
            />
          ))}
        </div>
        {count === 0 ? <Nothing isFiltered={isFiltered(search)} onClear={onClear} /> : null}
      </div>
    </div>
  );
}

/** What arrives changes neither of these: in a storm they are not drawn four times a second with the rows. */
const FollowButton = memo(DrawnFollowButton, (a, b) => a.isFollowing === b.isFollowing);
const Keys = memo(DrawnKeys);
const TailHead = memo(DrawnHead);

/** Only reads refs and sets state in `onClick`, so an older one does the same. */
function DrawnFollowButton({ isFollowing, onClick }: { isFollowing: boolean; onClick: () => void }) {
  return (
    <Button
      size="compact-xs"
      variant={isFollowing ? 'light' : 'default'}
      aria-pressed={isFollowing}
      leftSection={isFollowing ? <IconPlayerPause size={13} aria-hidden /> : <IconPlayerPlay size={13} aria-hidden />}
      onClick={onClick}
    >
      {isFollowing ? 'Following' : 'Paused'}
    </Button>
  );
}

function DrawnKeys() {
  const keys = useShownKeys();
  return (
    <span className="ms-tail-keys ms-dim" aria-hidden>
      <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move <Kbd size="xs">Enter</Kbd> open{' '}
      <Kbd size="xs">{keys('events.follow')}</Kbd> follow <Kbd size="xs">{keys('events.pause')}</Kbd> pause
    </span>
  );
}

function DrawnHead() {
  return (
    // biome-ignore lint/a11y: part of the grid
    <div role="rowgroup" className="ms-table-head ms-tail-head">
      {/* biome-ignore lint/a11y: part of the grid */}
      <div role="row" aria-rowindex={1} className="ms-table-headrow ms-tail-grid">
        {tailColumns.map((name) => (
          // biome-ignore lint/a11y: part of the grid
          <div key={name} role="columnheader" className="ms-table-cell">
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}

function Nothing({ isFiltered: isNarrow, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isNarrow) {
    return (
      <EmptyState
        title="No event matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState icon={<IconBroadcast size={26} stroke={1.6} aria-hidden />} title="No events yet">
      They appear here as soon as the service sends one or a poll finds one. The strip above shows how events come in;
      the rehearsal bench can send a test event at once.
    </EmptyState>
  );
}
