/** The log as a list that follows the newest, and stops following as soon as someone moves in it. */
import { Button, Kbd } from '@mantine/core';
import { IconArrowUp, IconBroadcast, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { memo, type ReactNode, type RefObject, useRef, useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { ContextItem } from '../../ui/context-menu/use-context-menu.tsx';
import { formatCount } from '../../ui/format.ts';
import { useShownKeys } from '../../ui/keymap.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { addressItems, rawItems } from '../../ui/table/row-items.ts';
import { useRows } from '../../ui/table/use-pages.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { moveCursor, runGridKey } from '../../ui/virtual-grid/grid-keys.ts';
import { useVirtualRows } from '../../ui/virtual-grid/use-virtual-rows.ts';
import { GridCell, GridHead, VirtualGrid } from '../../ui/virtual-grid/virtual-grid.tsx';
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
  const { tail, cursor, isFollowing, freeze, follow, put } = useFollowing(workspace, search, scroller);
  const { matching: count = 0, total = 0 } = tail.first.data ?? {};
  const rows = useVirtualRows(scroller, { count, rowHeight, overscan: 12 });
  const { rowAt } = useRows(
    tail,
    rows.items.map(({ index }) => index),
    tail.first.data,
  );
  const move = ({ key }: { key: string }) => {
    const next = count > 0 ? moveCursor(key, cursor, count, rows.page()) : undefined;
    if (next === undefined) return false;
    put(next);
    rows.scrollTo(next);
    return true;
  };
  const current = cursor >= 0 ? rowAt(cursor) : undefined;

  if (tail.first.error) return <FailureState error={tail.first.error} onRetry={() => void tail.first.refetch()} />;
  if (tail.first.isPending) return <LoadingState label="Loading the events" />;
  return (
    <div className="ms-tail">
      <TailBar newer={tail.newer} onFollow={follow}>
        <FollowButton isFollowing={isFollowing} onClick={isFollowing ? freeze : follow} />
        <span className="ms-dim" role="status" data-testid="event-count">
          {formatCount(count)} of {formatCount(total)} events
        </span>
      </TailBar>
      <VirtualGrid
        rows={rows}
        label="Events"
        aria-activedescendant={cursor >= 0 ? rows.idOf(cursor) : undefined}
        onKeyDown={(event) =>
          runGridKey(event, {
            move,
            copy: current && (() => void copyEvents(workspace, [current.uid])),
            keys: {
              Enter: current && (() => onOpen(current.uid)),
              Escape: search.event ? () => onOpen(undefined) : follow,
            },
          })
        }
        itemsOf={(index) => {
          const event = rowAt(index);
          if (!event) return [];
          put(index);
          return eventItems(workspace, event.uid, () => onOpen(event.uid));
        }}
        onScroll={(event) => {
          // A following list grows at its top and stays there; leaving the top means to look at something.
          if (isFollowing && event.currentTarget.scrollTop > rowHeight) freeze();
        }}
        head={<TailHead />}
        empty={
          // That another filter found none says nothing of this one.
          tail.first.isPlaceholderData ? (
            <LoadingState label="Loading the events" />
          ) : (
            <Nothing isFiltered={isFiltered(search)} onClear={onClear} />
          )
        }
      >
        {rows.items.map(({ index, start }) => (
          <TailRow
            key={index}
            id={rows.idOf(index)}
            index={index}
            start={start}
            event={rowAt(index)}
            isCurrent={index === cursor}
            openUid={search.event}
            onClick={(event) => {
              put(index);
              onOpen(event.uid);
            }}
          />
        ))}
      </VirtualGrid>
    </div>
  );
}

/** An event was received as JSON, which its page shows. */
function eventItems(workspace: string, uid: string, openRaw: () => void): ContextItem[] {
  return [
    ...addressItems(routes.event(workspace, uid)),
    { label: 'Copy the event’s JSON', run: () => void copyEvents(workspace, [uid]) },
    ...rawItems(openRaw, () => {}),
  ];
}

/** The log's rows and the cursor among them. Whoever moves in them freezes the list at what is on the screen. */
function useFollowing(workspace: string, search: EventsSearch, scroller: RefObject<HTMLDivElement | null>) {
  const [frozenAt, setFrozenAt] = useState<number>();
  const [cursor, setCursor] = useState(-1);
  const isFollowing = frozenAt === undefined;
  const tail = useTail({ workspace, filter: filterOf(search), order: search.order ?? 'arrival', frozenAt });
  // Rows that are not drawn again keep an older `freeze`; the place must be the newest that is on the screen.
  const latest = useLatest(tail.first.data?.newest ?? 0);
  const freeze = () => setFrozenAt((at) => at ?? latest.current);
  const follow = () => {
    setFrozenAt(undefined);
    setCursor(-1);
    scroller.current?.scrollTo({ top: 0 });
  };
  const put = (index: number) => {
    freeze();
    setCursor(index);
  };
  useShortcuts({ 'events.follow': follow, 'events.pause': () => (isFollowing ? freeze() : follow()) });
  return { tail, cursor, isFollowing, freeze, follow, put };
}

function TailBar({ newer, onFollow, children }: { newer: number; onFollow: () => void; children: ReactNode }) {
  return (
    <div className="ms-tail-bar">
      {children}
      {newer > 0 ? (
        <Button
          size="compact-xs"
          variant="filled"
          leftSection={<IconArrowUp size={13} aria-hidden />}
          onClick={onFollow}
          data-testid="newer"
        >
          {formatCount(newer)} new
        </Button>
      ) : null}
      <Keys />
    </div>
  );
}

/** New events change none of these: in a storm they are not drawn four times a second with the rows. */
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
    <GridHead>
      {tailColumns.map((name) => (
        <GridCell key={name} head>
          {name}
        </GridCell>
      ))}
    </GridHead>
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
    <EmptyState icon={IconBroadcast} title="No events yet">
      They appear here as soon as the service sends one or a poll finds one. The strip above shows how events come in;
      the rehearsal bench can send a test event at once.
    </EmptyState>
  );
}
