/** Makes a schedule: which scenarios, where, and when. */
import {
  Alert,
  Button,
  Group,
  Modal,
  MultiSelect,
  Radio,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { Every } from '#shared/contract/schedules.ts';
import { useCall, useCommand, useWorkspace } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { useAskFirst } from './ask-first.tsx';
import { submissionsAtStake } from './at-stake.ts';
import { everyWords } from './schedule-words.ts';
import { type Where, whereNow } from './where.ts';

interface ScheduleButtonProps {
  workspace: string;
}

export function ScheduleButton({ workspace }: ScheduleButtonProps) {
  const [opened, setOpened] = useState(false);
  const add = useCommand('schedules.add');
  const { ask, dialog, readOnly } = useAskFirst(workspace);
  const { name } = useWorkspace(workspace) ?? {};
  const make = (wanted: Wanted, means: readonly string[]) => {
    setOpened(false);
    ask({
      name: 'Make this schedule',
      means,
      act: (confirmed) => add.mutate({ workspace, ...wanted, confirmed }, { onError: notifyFailure }),
    });
  };
  return (
    <>
      <Button
        disabled={readOnly}
        title={readOnly ? 'This workspace is read-only' : undefined}
        loading={add.isPending}
        onClick={() => setOpened(true)}
      >
        Run on a schedule
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={`A schedule for ${name ?? 'this workspace'}`}
        size="lg"
      >
        <Form workspace={workspace} onMake={make} />
      </Modal>
      {readOnly ? null : dialog}
    </>
  );
}

interface Wanted {
  form: string;
  utilities: string[];
  scenarios: 'all' | string[];
  every: Every;
}

interface FormProps {
  workspace: string;
  onMake: (wanted: Wanted, means: readonly string[]) => void;
}

function Form({ workspace, onMake }: FormProps) {
  const catalogue = useCall('scenarios.catalogue', { workspace }, { fresh: true });
  if (catalogue.error) return <FailureState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) return <LoadingState label="Loading forms and utilities" />;
  return <Fields catalogue={catalogue.data} onMake={onMake} />;
}

/** When: each day at a time of this computer's clock, or every few hours. Both stay as entered while the other counts. */
interface When {
  kind: Every['kind'];
  at: string;
  hours: number;
}

const everyOf = ({ kind, at, hours }: When): Every => (kind === 'daily' ? { kind, at } : { kind, hours });

function Fields({ catalogue, onMake }: { catalogue: CallOutput<'scenarios.catalogue'>; onMake: FormProps['onMake'] }) {
  const [all, setAll] = useState(true);
  const [chosen, setChosen] = useState<string[]>([]);
  const [changed, setChanged] = useState<Partial<Where>>({});
  const { utilities, form } = whereNow(catalogue, changed);
  const change = (part: Partial<Where>) => setChanged((before) => ({ ...before, ...part }));
  const [when, setWhen] = useState<When>({ kind: 'daily', at: '02:00', hours: 6 });
  const names = catalogue.scenarios.map(({ name }) => name);
  const common = names.filter((name) => !name.endsWith('_cca_service'));
  const every = everyOf(when);
  const scenarios = all ? common : chosen;
  const isTimeKnown = when.kind === 'hours' || /^\d\d:\d\d$/.test(when.at);
  const ready = form !== '' && utilities.length > 0 && scenarios.length > 0 && isTimeKnown;
  return (
    <Stack gap="sm">
      <WhenField when={when} onWhen={setWhen} />
      <Radio.Group label="Scenarios" value={all ? 'all' : 'some'} onChange={(value) => setAll(value === 'all')}>
        <Group gap="lg" mt={4}>
          <Radio value="all" label={`All ${common.length}`} />
          <Radio value="some" label="Only some" />
        </Group>
      </Radio.Group>
      {all ? null : (
        <MultiSelect
          label="Which scenarios"
          data={names}
          value={chosen}
          onChange={setChosen}
          searchable
          hidePickedOptions
        />
      )}
      <TagsInput
        label="At these utilities"
        data={catalogue.utilities}
        value={utilities}
        onChange={(wanted) => change({ utilities: wanted })}
        placeholder={utilities.length === 0 ? 'At least one' : ''}
      />
      {catalogue.forms.length > 0 ? (
        <Select
          label="Form"
          data={catalogue.forms.map(({ uid, title }) => ({ value: uid, label: title }))}
          value={form}
          onChange={(value) => change({ form: value ?? form })}
          allowDeselect={false}
        />
      ) : (
        <TextInput label="Form uid" value={form} onChange={(event) => change({ form: event.currentTarget.value })} />
      )}
      <Alert variant="light" color="gray">
        <Text size="sm">
          {scenarios.length * utilities.length} test submissions {everyWords(every)}, while Meterscope runs. What was
          missed while it was closed is made up for by one batch at most.
        </Text>
      </Alert>
      <Group justify="flex-end">
        <Button
          disabled={!ready}
          onClick={() =>
            onMake({ form, utilities, scenarios: all ? 'all' : chosen, every }, [
              `This agrees once to what is sent ${everyWords(every)}, without a question each time.`,
              ...submissionsAtStake(scenarios, utilities, catalogue.scenarios).map((sentence, index) =>
                index === 0 ? `Each time: ${sentence}` : sentence,
              ),
            ])
          }
        >
          Make the schedule
        </Button>
      </Group>
    </Stack>
  );
}

function WhenField({ when, onWhen }: { when: When; onWhen: (when: When) => void }) {
  const { kind, at, hours } = when;
  return (
    <Radio.Group
      label="When"
      value={kind}
      onChange={(value) => onWhen({ ...when, kind: value === 'hours' ? 'hours' : 'daily' })}
    >
      <Group gap="lg" mt={4} align="center">
        <Radio value="daily" label="Each day" />
        <TextInput
          type="time"
          aria-label="Time of day, on this computer's clock"
          value={at}
          disabled={kind !== 'daily'}
          onChange={(event) => onWhen({ ...when, at: event.currentTarget.value })}
        />
        <Radio value="hours" label="Every" />
        <NumberField
          aria-label="Hours between two batches"
          w={110}
          min={1}
          max={168}
          whole
          suffix=" hours"
          value={hours}
          disabled={kind !== 'hours'}
          onChange={(value) => onWhen({ ...when, hours: value })}
        />
      </Group>
    </Radio.Group>
  );
}
