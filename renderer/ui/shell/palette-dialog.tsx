/**
 * Ctrl/Cmd+K: runs any registered action and jumps to any group, authorization or meter by name, tag, uid or meter
 * number, and to events by a whole uid. Before anything is typed it offers what was opened last.
 */
import { Kbd, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { groupBy } from '#shared/group.ts';
import { asErrorValue, useCall, useCalls } from '../../api/index.ts';
import { useShownKeys } from '../keymap.ts';
import { mayRun, type PaletteAction, paletteActions, rankActions } from '../palette.ts';
import { NOT_ALLOWED, usePolicy } from '../policy.tsx';
import { type Recent, recentsOf } from '../recents.ts';
import { useRegistry } from '../registry.ts';
import {
  AuthorizationAction,
  EventAction,
  GroupAction,
  MeterAction,
  QueryAction,
  TagAction,
} from './palette-objects.tsx';

const [store, spotlight] = createSpotlight();

/** Opens the palette. */
export const openPalette = spotlight.open;

const objectsShown = 8;
const eventsShown = 4;

export function Palette({ workspace }: { workspace: WorkspaceView }) {
  const [query, setQuery] = useState('');
  const actions = useRegistry(paletteActions);
  const { named, similar } = rankActions(actions, query);
  return (
    <Spotlight.Root store={store} query={query} onQueryChange={setQuery} shortcut={null} scrollable maxHeight={440}>
      <Spotlight.Search placeholder="Meter number, name, uid, or what to do" leftSection={<IconSearch size={17} />} />
      {/* The list scrolls; without a stop in it, keys could not reach what is below. */}
      <Spotlight.ActionsList {...({ viewportProps: { tabIndex: 0 } } as object)}>
        {query.trim() === '' ? <RecentObjects workspace={workspace} /> : null}
        {/* A command that was named comes first: Enter must not open a customer whose notes hold the same word. */}
        <ActionGroups actions={named} />
        <FoundObjects workspace={workspace} query={query} hasActions={named.length + similar.length > 0} />
        <ActionGroups actions={similar} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Actions under their headings; what the administrator does not allow is greyed, and says so. */
export function ActionGroups({ actions }: { actions: readonly PaletteAction[] }) {
  const keys = useShownKeys();
  const { allows } = usePolicy();
  return [...groupBy(actions, ({ group }) => group)].map(([group, list]) => (
    <Spotlight.ActionsGroup key={group} label={group}>
      {list.map((action) => {
        const disabled = !mayRun(action, allows);
        const description = disabled ? NOT_ALLOWED : action.description;
        return (
          <Spotlight.Action
            key={action.id}
            label={action.label}
            {...(description ? { description } : {})}
            rightSection={action.shortcut ? <Kbd size="xs">{keys(action.shortcut)}</Kbd> : undefined}
            {...(disabled ? { disabled, opacity: 0.6, style: { cursor: 'not-allowed' } } : {})}
            onClick={action.run}
          />
        );
      })}
    </Spotlight.ActionsGroup>
  ));
}

/**
 * Found objects arrive after the key that asked for them, above what was selected then: Enter must mean the first line
 * again, unless someone has moved on with the arrows. The palette keeps its selection in the elements.
 */
function selectFirst(): void {
  const { listId, selected } = store.getState();
  const first = document.getElementById(listId)?.querySelector('[data-action]');
  if (!first || selected > 0) return;
  document.getElementById(listId)?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** What was opened last; what is gone since is left out. */
function RecentObjects({ workspace: { id: workspace } }: { workspace: WorkspaceView }) {
  const [recents] = useState(() => recentsOf(workspace));
  const idsOf = (kind: Recent['kind']) =>
    recents.filter((one) => one.kind === kind).map(({ id }) => ({ workspace, id }));
  const meters = useCalls('usagePoints.get', idsOf('meter'));
  const authorizations = useCalls('authorizations.get', idsOf('authorization'));
  const lines = recents.flatMap(({ kind, id }) => {
    if (kind === 'meter') {
      const row = meters.find(({ data }) => data?.id === id)?.data;
      return row ? [<MeterAction key={id} workspace={workspace} row={row} />] : [];
    }
    const row = authorizations.find(({ data }) => data?.id === id)?.data;
    return row ? [<AuthorizationAction key={id} workspace={workspace} row={row} />] : [];
  });
  return <ObjectGroup label="Recent">{lines}</ObjectGroup>;
}

interface FoundObjectsProps {
  workspace: WorkspaceView;
  query: string;
  /** Commands answer the query too. */
  hasActions: boolean;
}

/** Objects come from the store, so that all are found and not only those that a screen happens to show. */
function FoundObjects({ workspace: { id: workspace, name: workspaceName }, query, hasActions }: FoundObjectsProps) {
  const [search] = useDebouncedValue(query.trim(), 120);
  const { meters, authorizations, events, groups, tags, queries } = useFound(workspace, search);
  if (!mayFind(search)) return null;
  const failed = meters.error ?? authorizations.error ?? events.error;
  const noneFound =
    groups.length + tags.length + queries.length === 0 &&
    [meters, authorizations, events].every(({ data, isPlaceholderData }) => data?.matching === 0 && !isPlaceholderData);
  return (
    <>
      {failed ? (
        <Text size="xs" c="var(--ms-bad)" role="alert" px="md" py={6}>
          {asErrorValue(failed).message}
        </Text>
      ) : null}
      <ObjectGroup label="Groups and tags">
        {[
          ...groups.map((row) => <GroupAction key={`group ${row.id}`} workspace={workspace} row={row} />),
          ...tags.map((row) => <TagAction key={`tag ${row.tag}`} workspace={workspace} row={row} />),
        ]}
      </ObjectGroup>
      <ObjectGroup label={countLabel('Meters', meters.data)}>
        {meters.data?.rows.map((row) => (
          <MeterAction key={row.id} workspace={workspace} row={row} />
        ))}
      </ObjectGroup>
      <ObjectGroup label={countLabel('Authorizations', authorizations.data)}>
        {authorizations.data?.rows.map((row) => (
          <AuthorizationAction key={row.id} workspace={workspace} row={row} />
        ))}
      </ObjectGroup>
      <ObjectGroup label={countLabel('Events', events.data)}>
        {events.data?.rows.map((row) => (
          <EventAction key={row.uid} workspace={workspace} row={row} search={search} />
        ))}
      </ObjectGroup>
      <ObjectGroup label="Queries">
        {queries.map((row) => (
          <QueryAction key={row.name} workspace={workspace} row={row} />
        ))}
      </ObjectGroup>
      {!hasActions && noneFound ? (
        <Text size="xs" c="dimmed" px="md" py={6}>
          No command, meter, authorization or event matches “{search}” in {workspaceName}.
        </Text>
      ) : null}
    </>
  );
}

const mayFind = (search: string) => search.length >= 2;

/** What a search finds; the first line is selected whenever something arrives. */
function useFound(workspace: string, search: string) {
  const enabled = mayFind(search);
  const input = { workspace, search, limit: objectsShown };
  const meters = useCall('usagePoints.list', input, { enabled, keepPrevious: true });
  const authorizations = useCall('authorizations.list', input, { enabled, keepPrevious: true });
  // By the whole uid, of the event or of what it is about; a part of one would match times and texts.
  const about = { workspace, filter: { object: search }, limit: eventsShown };
  const events = useCall('events.list', about, { enabled });
  // Few, and known by name: they are narrowed down here.
  const groups = useCall('groups.names', { workspace }, { enabled });
  const tags = useCall('tags.list', { workspace }, { enabled });
  const queries = useCall('queryFiles.list', undefined, { enabled, fresh: true });
  // Before they are seen: Enter may follow at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists that arrived are the occasion, not the input
  useLayoutEffect(selectFirst, [meters.data, authorizations.data, events.data, groups.data, tags.data, queries.data]);
  const named = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  const first = <Row,>(rows: readonly Row[] | undefined, words: (row: Row) => string) =>
    rows?.filter((row) => named(words(row))).slice(0, objectsShown) ?? [];
  return {
    meters,
    authorizations,
    events,
    groups: first(groups.data, ({ name }) => name),
    tags: first(tags.data, ({ tag }) => tag),
    queries: first(queries.data?.files, ({ name, description }) => `${name} ${description}`),
  };
}

function ObjectGroup({ label, children }: { label: string; children: ReactNode[] | undefined }) {
  return children && children.length > 0 ? (
    <Spotlight.ActionsGroup label={label}>{children}</Spotlight.ActionsGroup>
  ) : null;
}

function countLabel(name: string, answer: { rows: readonly unknown[]; matching: number } | undefined): string {
  return answer && answer.matching > answer.rows.length
    ? `${name} (${answer.rows.length} of ${answer.matching})`
    : name;
}
