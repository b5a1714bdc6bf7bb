/** Makes a group or changes it: its name, and its rule where it has one. */
import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { GroupRule } from '#shared/contract/groups.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { MOST_GROUP_LETTERS } from '#shared/tags.ts';
import { asErrorValue, useCall, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted } from '../../ui/format.ts';
import { RuleEditor } from './rule-editor.tsx';
import { emptyCondition, isComplete } from './rule-words.ts';

type GroupView = CallOutput<'groups.list'>[number];

interface GroupDialogProps {
  workspace: string;
  /** Undefined for a new one. */
  group: GroupView | undefined;
  opened: boolean;
  onClose: () => void;
}

export function GroupDialog({ opened, onClose, ...props }: GroupDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={props.group ? 'Change the group' : 'New group'} size="xl">
      <GroupForm {...props} onClose={onClose} />
    </Modal>
  );
}

function GroupForm({ workspace, group, onClose }: Omit<GroupDialogProps, 'opened'>) {
  const save = useCommand('groups.save');
  const [name, setName] = useState(group?.name ?? '');
  const [byRule, setByRule] = useState(group === undefined || group.rule !== undefined);
  const [rule, setRule] = useState<GroupRule>(group?.rule ?? { match: 'all', conditions: [emptyCondition('tag')] });
  const semicolon = name.includes(';');
  const complete = rule.conditions.every(isComplete);
  const [asked] = useDebouncedValue(rule, 250);
  const count = useCall(
    'groups.count',
    { workspace, rule: asked },
    { enabled: byRule && asked.conditions.every(isComplete) },
  );
  const error = save.error ? asErrorValue(save.error) : undefined;
  const submit = () =>
    save.mutate(
      { workspace, name, ...(group ? { id: group.id } : {}), ...(byRule ? { rule } : {}) },
      { onSuccess: onClose },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          maxLength={MOST_GROUP_LETTERS}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={semicolon ? 'Without a semicolon: it separates groups in exports.' : undefined}
          data-autofocus
        />
        {group === undefined ? (
          <Radio.Group
            label="Its meters are chosen"
            value={byRule ? 'rule' : 'hand'}
            onChange={(value) => setByRule(value === 'rule')}
          >
            <Stack gap={8} mt={6}>
              <Radio
                value="rule"
                size="xs"
                label="By rule"
                description="Always the meters that match the rule, also those that come later"
              />
              <Radio
                value="hand"
                size="xs"
                label="By hand"
                description="Choose meters in the list of meters, then Tags and groups"
              />
            </Stack>
          </Radio.Group>
        ) : null}
        {byRule ? <RuleEditor workspace={workspace} rule={rule} onRule={setRule} /> : null}
        {error ? (
          <Alert color="red" variant="light" role="alert" title={error.message}>
            {error.action}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          {byRule ? (
            <Text size="sm" mr="auto" aria-live="polite" data-testid="rule-count">
              {complete && asked === rule && count.data ? `${formatCounted(count.data.meters, 'meter')} now` : ''}
            </Text>
          ) : (
            <Dim mr="auto">{group ? `${formatCounted(group.meters, 'meter')}, put in by hand` : ''}</Dim>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={name.trim() === '' || semicolon || (byRule && !complete)}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
