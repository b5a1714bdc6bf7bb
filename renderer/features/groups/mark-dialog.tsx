/** Tags, a note and groups by hand of one or of many meters or authorizations. */
import { Button, Group, Modal, Stack, TagsInput, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import { MOST_NOTE_LETTERS, MOST_TAG_LETTERS, tagWords } from '#shared/tags.ts';
import { call, useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { Pending } from '../../ui/states.tsx';
import { changeOfTags } from './tag-change.ts';

interface MarkButtonProps {
  workspace: string;
  kind: 'meter' | 'authorization';
  /** Of usage points or authorizations. */
  ids: readonly string[];
  /** Small, among what can be done with chosen rows. */
  compact?: boolean;
}

export function MarkButton({ compact, ...props }: MarkButtonProps) {
  const [opened, dialog] = useDisclosure(false);
  const one = props.ids.length === 1;
  usePaletteActions(
    compact
      ? []
      : [
          {
            id: 'mark',
            label: `Tags and note of this ${props.kind}`,
            group: 'Data',
            keywords: 'tag label group note',
            run: dialog.open,
          },
        ],
  );
  return (
    <>
      <Button
        variant="default"
        {...(compact ? { size: 'compact-xs' } : {})}
        leftSection={<IconTags size={compact ? 13 : 14} aria-hidden />}
        onClick={dialog.open}
      >
        {compact ? 'Tags and groups' : 'Tags'}
      </Button>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={one ? `Tags and note of this ${props.kind}` : `Tags of ${formatCounted(props.ids.length, props.kind)}`}
        size="md"
      >
        <MarkDialog {...props} onClose={dialog.close} />
      </Modal>
    </>
  );
}

interface MarkFormProps extends MarkButtonProps {
  onClose: () => void;
}

interface MarksProps extends MarkFormProps {
  marks: CallOutput<'tags.of'>;
}

function MarkDialog(props: MarkFormProps) {
  const { workspace, kind, ids } = props;
  const marks = useCall('tags.of', { workspace, kind, ids: [...ids] }, { fresh: true });
  // What was kept of an earlier look is no beginning for what is typed.
  return marks.data && marks.isFetchedAfterMount ? (
    <MarkForm {...props} marks={marks.data} />
  ) : (
    <Pending query={marks} label="Loading the tags" />
  );
}

const tooLong = (tag: string) => tag.length > MOST_TAG_LETTERS;

function MarkForm(props: MarksProps) {
  const { workspace, kind, ids, marks, onClose } = props;
  const known = useCall('tags.list', { workspace });
  const groups = useCall('groups.names', { workspace });
  const byHand = groups.data?.filter(({ byRule }) => !byRule) ?? [];
  const one = ids.length === 1;
  const others = marks.tags.filter(({ count }) => count < ids.length).map(({ tag }) => tag);
  const [tags, setTags] = useState(commonTags(props));
  const [inGroups, setInGroups] = useState<string[]>([]);
  const [note, setNote] = useState(marks.note ?? '');
  const save = useMutation({
    mutationFn: () => saveMarks(props, { tags, note, inGroups }, byHand),
    onSuccess: () => {
      notify('Saved.');
      onClose();
    },
    onError: notifyFailure,
  });
  return (
    <Stack gap="md">
      <TagsInput
        label="Tags"
        description={
          one
            ? 'Type a word and press Enter.'
            : 'Tags that all of them have. What you add is added to all of them, what you remove is removed from all.'
        }
        data={known.data?.map(({ tag }) => tag) ?? []}
        value={tags}
        onChange={(next) => setTags(next.map(tagWords).filter(Boolean))}
        splitChars={[';']}
        error={tags.some(tooLong) ? `At most ${MOST_TAG_LETTERS} letters each` : undefined}
        clearable
        acceptValueOnBlur
        data-autofocus
      />
      {others.length > 0 ? <Dim>Some of them also have: {others.join(', ')}.</Dim> : null}
      {one ? (
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MOST_NOTE_LETTERS}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      ) : null}
      {kind === 'meter' ? (
        <TagsInput
          label="Put into groups"
          description="Groups by hand. A new name makes a new group."
          data={byHand.map(({ name }) => name)}
          value={inGroups}
          onChange={(next) => setInGroups(next.map(tagWords).filter(Boolean))}
          splitChars={[';']}
          acceptValueOnBlur
        />
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => save.mutate()} loading={save.isPending} disabled={tags.some(tooLong)}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

function commonTags({ ids, marks }: MarksProps): string[] {
  return marks.tags.filter(({ count }) => count === ids.length).map(({ tag }) => tag);
}

interface Entered {
  tags: string[];
  note: string;
  inGroups: string[];
}

/** Sends what was changed, one thing after the other. @param byHand the groups that meters can be put into */
async function saveMarks(
  props: MarksProps,
  { tags, note, inGroups }: Entered,
  byHand: readonly { id: string; name: string }[],
): Promise<void> {
  const { workspace, kind, marks } = props;
  const all = [...props.ids];
  const only = all.length === 1 ? all[0] : undefined;
  const change = changeOfTags(commonTags(props), tags);
  if (change.add.length + change.remove.length > 0) {
    await call('tags.change', {
      workspace,
      ...(kind === 'meter' ? { meters: all } : { authorizations: all }),
      ...change,
    });
  }
  if (only !== undefined && note.trim() !== (marks.note ?? '')) {
    await call('notes.set', { workspace, kind, id: only, note });
  }
  for (const name of inGroups) {
    const group = byHand.find((one) => tagWords(one.name).toLowerCase() === name.toLowerCase());
    if (group) await call('groups.change', { workspace, id: group.id, add: all });
    else await call('groups.save', { workspace, name, meters: all });
  }
}
