/**
 * Ctrl/Cmd+K: runs any registered action and jumps to any group, authorization or meter by name, tag, uid or meter
 * number, and to events by a whole uid. Before anything is typed it offers what was opened last.
 */
import { Kbd, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  IconBroadcast,
  IconDatabaseSearch,
  IconFolders,
  IconGauge,
  IconSearch,
  IconTag,
  IconUserCheck,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import type { AuthorizationRow, UsagePointRow } from '#shared/contract/portfolio.ts';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { groupBy } from '#shared/group.ts';
import { asErrorValue, useCall, useCalls } from '../../api/index.ts';
import { formatCounted } from '../format.ts';
import { useShownKeys } from '../keymap.ts';
import { meterName, twinWords } from '../meter-name.ts';
import { type PaletteAction, paletteActions, rankActions } from '../palette.ts';
import { type Recent, recentsOf } from '../recents.ts';
import { useRegistry } from '../registry.ts';

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

function ActionGroups({ actions }: { actions: readonly PaletteAction[] }) {
  const keys = useShownKeys();
  return [...groupBy(actions, ({ group }) => group)].map(([group, list]) => (
    <Spotlight.ActionsGroup key={group} label={group}>
      {list.map((action) => (
        <Spotlight.Action
          key={action.id}
          label={action.label}
          {...(action.description ? { description: action.description } : {})}
          rightSection={action.shortcut ? <Kbd size="xs">{keys(action.shortcut)}</Kbd> : undefined}
          onClick={action.run}
        />
      ))}
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

interface ObjectActionProps<Row> {
  workspace: string;
  row: Row;
}

function MeterAction({ workspace, row }: ObjectActionProps<UsagePointRow>) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={meterName(row)}
      description={[row.customerName, row.address, row.uid, row.file, twinWords(row)].filter(Boolean).join(' · ')}
      leftSection={<IconGauge size={17} />}
      onClick={() =>
        void navigate({ to: '/w/$workspace/meters/$usagePoint', params: { workspace, usagePoint: row.id } })
      }
    />
  );
}

function AuthorizationAction({ workspace, row }: ObjectActionProps<AuthorizationRow>) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      label={row.customerName ?? row.title ?? row.uid}
      description={`${row.uid} · ${row.status.label}`}
      leftSection={<IconUserCheck size={17} />}
      onClick={() =>
        void navigate({
          to: '/w/$workspace/authorizations/$authorization',
          params: { workspace, authorization: row.id },
        })
      }
    />
  );
}

interface FoundObjectsProps {
  workspace: WorkspaceView;
  query: string;
  /** Commands answer the query too. */
  hasActions: boolean;
}

/** Objects come from the store, so that all are found and not only those that a screen happens to show. */
function FoundObjects({ workspace, query, hasActions }: FoundObjectsProps) {
  const navigate = useNavigate();
  const [search] = useDebouncedValue(query.trim(), 120);
  const input = { workspace: workspace.id, search, limit: objectsShown };
  const enabled = search.length >= 2;
  const meters = useCall('usagePoints.list', input, { enabled, keepPrevious: true });
  const authorizations = useCall('authorizations.list', input, { enabled, keepPrevious: true });
  // Few, and known by name: they are narrowed down here.
  const groups = useCall('groups.names', { workspace: workspace.id }, { enabled });
  const tags = useCall('tags.list', { workspace: workspace.id }, { enabled });
  const named = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  const foundGroups = groups.data?.filter(({ name }) => named(name)) ?? [];
  const foundTags = tags.data?.filter(({ tag }) => named(tag)) ?? [];
  // By the whole uid, of the event or of what it is about; a part of one would match times and texts.
  const about = { workspace: workspace.id, filter: { object: search }, limit: eventsShown };
  const events = useCall('events.list', about, { enabled });
  const queries = useCall('queryFiles.list', undefined, { enabled, fresh: true });
  const foundQueries = queries.data?.files.filter((one) => named(`${one.name} ${one.description}`)) ?? [];
  // Before they are seen: Enter may follow at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists that arrived are the occasion, not the input
  useLayoutEffect(selectFirst, [meters.data, authorizations.data, events.data, groups.data, tags.data, queries.data]);
  if (!enabled) return null;
  const openMeters = (scope: { group: string } | { tag: string }) =>
    void navigate({ to: '/w/$workspace/meters', params: { workspace: workspace.id }, search: scope });
  const failed = meters.error ?? authorizations.error ?? events.error;
  const noneFound =
    foundGroups.length + foundTags.length + foundQueries.length === 0 &&
    [meters, authorizations, events].every(({ data }) => data?.matching === 0);
  return (
    <>
      {failed ? (
        <Text size="xs" c="var(--ms-bad)" role="alert" px="md" py={6}>
          {asErrorValue(failed).message}
        </Text>
      ) : null}
      <ObjectGroup label="Groups and tags">
        {[
          ...foundGroups
            .slice(0, objectsShown)
            .map(({ id, name }) => (
              <Spotlight.Action
                key={`group ${id}`}
                label={name}
                description="Group of meters"
                leftSection={<IconFolders size={17} />}
                onClick={() => openMeters({ group: id })}
              />
            )),
          ...foundTags
            .slice(0, objectsShown)
            .map(({ tag, meters: count }) => (
              <Spotlight.Action
                key={`tag ${tag}`}
                label={tag}
                description={`Tag of ${formatCounted(count, 'meter')}`}
                leftSection={<IconTag size={17} />}
                onClick={() => openMeters({ tag })}
              />
            )),
        ]}
      </ObjectGroup>
      <ObjectGroup label={countLabel('Meters', meters.data)}>
        {meters.data?.rows.map((row) => (
          <MeterAction key={row.id} workspace={workspace.id} row={row} />
        ))}
      </ObjectGroup>
      <ObjectGroup label={countLabel('Authorizations', authorizations.data)}>
        {authorizations.data?.rows.map((row) => (
          <AuthorizationAction key={row.id} workspace={workspace.id} row={row} />
        ))}
      </ObjectGroup>
      <ObjectGroup label={countLabel('Events', events.data)}>
        {events.data?.rows.map((row) => (
          <Spotlight.Action
            key={row.uid}
            label={row.type.replaceAll('_', ' ')}
            description={[row.meter ?? row.authorization ?? row.form, row.ts, row.uid].filter(Boolean).join(' · ')}
            leftSection={<IconBroadcast size={17} />}
            onClick={() =>
              void navigate({
                to: '/w/$workspace/events',
                params: { workspace: workspace.id },
                search: row.uid === search ? { event: row.uid } : { object: search, event: row.uid },
              })
            }
          />
        ))}
      </ObjectGroup>
      <ObjectGroup label="Queries">
        {foundQueries.slice(0, objectsShown).map(({ name, description }) => (
          <Spotlight.Action
            key={name}
            label={name}
            description={description}
            leftSection={<IconDatabaseSearch size={17} />}
            onClick={() =>
              void navigate({ to: '/w/$workspace/query', params: { workspace: workspace.id }, search: { file: name } })
            }
          />
        ))}
      </ObjectGroup>
      {!hasActions && noneFound ? (
        <Text size="xs" c="dimmed" px="md" py={6}>
          No command, meter, authorization or event matches “{search}” in {workspace.name}.
        </Text>
      ) : null}
    </>
  );
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
