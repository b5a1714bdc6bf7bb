/** The groups and tags of a workspace: what they are, how many meters they have, and the way to these. */
import './groups.css';
import { Button, Group, Menu, Modal, Stack, Table, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { IconFolders, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import { MOST_TAG_LETTERS, tagWords } from '#shared/tags.ts';
import { useCall } from '../../api/index.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { usePaletteActions } from '../../ui/palette.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, failureOf, LoadingState, RefreshFailure } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { GroupDialog } from './group-dialog.tsx';
import { ImportTagsButton } from './import-tags.tsx';
import { ruleWords } from './rule-words.ts';

type GroupRow = CallOutput<'groups.list'>[number];
type TagRow = CallOutput<'tags.list'>[number];

export function GroupsScreen({ workspace }: { workspace: string }) {
  const groups = useCall('groups.list', { workspace });
  const tags = useCall('tags.list', { workspace });
  const [edited, setEdited] = useState<{ group: GroupRow | undefined }>();
  const [renamed, setRenamed] = useState<string>();
  const create = () => setEdited({ group: undefined });
  usePaletteActions([
    { id: 'new-group', label: 'New group of meters', group: 'Data', keywords: 'rule tag portfolio', run: create },
  ]);
  const failure = failureOf([groups, tags]);
  if (failure?.bare) return <FailureState {...failure} />;
  if (!groups.data || !tags.data) return <LoadingState label="Loading the groups" />;
  return (
    <Screen
      title="Groups"
      actions={
        <>
          <ImportTagsButton workspace={workspace} />
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={create}>
            New group
          </Button>
        </>
      }
    >
      {failure ? <RefreshFailure {...failure} /> : null}
      {groups.data.length === 0 ? (
        <EmptyState
          icon={IconFolders}
          title="No groups yet"
          action={
            <Button variant="default" onClick={create}>
              New group
            </Button>
          }
        >
          A group is a set of meters that means something to you: chosen by a rule, or by hand in the list of meters. It
          can be exported, fetched, collected and looked at as one.
        </EmptyState>
      ) : (
        <GroupTable workspace={workspace} groups={groups.data} onChange={(group) => setEdited({ group })} />
      )}
      <section className="ms-panel" style={{ padding: '0.6rem 0.8rem' }} aria-label="Tags">
        <Title order={2} mb={6}>
          Tags
        </Title>
        <TagLines workspace={workspace} tags={tags.data} onRename={setRenamed} />
      </section>
      {/* Another group starts with another form. */}
      <GroupDialog
        key={edited?.group?.id ?? 'new'}
        workspace={workspace}
        group={edited?.group}
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
      <Modal opened={renamed !== undefined} onClose={() => setRenamed(undefined)} title="Rename the tag">
        {renamed === undefined ? null : (
          <RenameTag workspace={workspace} tag={renamed} onClose={() => setRenamed(undefined)} />
        )}
      </Modal>
    </Screen>
  );
}

interface GroupTableProps {
  workspace: string;
  groups: readonly GroupRow[];
  onChange: (group: GroupRow) => void;
}

function GroupTable({ workspace, groups, onChange }: GroupTableProps) {
  const remove = useAction('groups.delete');
  return (
    <div className="ms-panel ms-groups-list">
      <Table aria-label="Groups" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Group</Table.Th>
            <Table.Th ta="end">Meters</Table.Th>
            <Table.Th>Chosen by</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map((group) => (
            <Table.Tr key={group.id}>
              <Table.Td>
                <AnchorLink to="/w/$workspace/meters" params={{ workspace }} search={{ group: group.id }}>
                  {group.name}
                </AnchorLink>
              </Table.Td>
              <Table.Td ta="end">{formatCount(group.meters)}</Table.Td>
              <Table.Td>{chosenBy(group)}</Table.Td>
              <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                <IconButton
                  icon={IconPencil}
                  label={`Change ${group.name}`}
                  iconSize={15}
                  onClick={() => onChange(group)}
                />
                <DeleteGroup group={group} onDelete={() => remove.run({ workspace, id: group.id })} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function chosenBy({ rule, absent }: GroupRow): string {
  if (rule) return `Rule: ${ruleWords(rule)}`;
  return absent > 0 ? `Hand; ${formatCounted(absent, 'member')} not in the workspace now` : 'Hand';
}

/** Asks first: a group by hand cannot be made again by a click. */
function DeleteGroup({ group, onDelete }: { group: GroupRow; onDelete: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconTrash} label={`Delete ${group.name}`} iconSize={15} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" onClick={onDelete}>
          Delete the group {group.name}; its meters stay
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface TagLinesProps {
  workspace: string;
  tags: readonly TagRow[];
  onRename: (tag: string) => void;
}

function TagLines({ workspace, tags, onRename }: TagLinesProps) {
  if (tags.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No tags yet. Choose meters or authorizations in their lists to tag them, or import a CSV file.
      </Text>
    );
  }
  return (
    <ul className="ms-groups-tags">
      {tags.map(({ tag, meters, authorizations }) => (
        <li key={tag}>
          <AnchorLink to="/w/$workspace/meters" params={{ workspace }} search={{ tag }}>
            {tag}
          </AnchorLink>
          <Text component="span" size="xs" c="dimmed">
            {formatCounted(meters, 'meter')}
            {authorizations > 0 ? `, ${formatCounted(authorizations, 'authorization')}` : ''}
          </Text>
          <IconButton icon={IconPencil} label={`Rename the tag ${tag}`} iconSize={13} onClick={() => onRename(tag)} />
        </li>
      ))}
    </ul>
  );
}

function RenameTag({ workspace, tag, onClose }: { workspace: string; tag: string; onClose: () => void }) {
  const rename = useAction('tags.rename');
  const [name, setName] = useState(tag);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.run({ workspace, tag, to: tagWords(name) }, onClose);
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Tag"
          description="With the name of another tag, the two become one."
          maxLength={MOST_TAG_LETTERS}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending} disabled={tagWords(name) === ''}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
