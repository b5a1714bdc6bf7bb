/** From which size on something is worth a line: settings of the workspace. */
import { Button, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttentionThresholds } from '#shared/contract/attention.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { useAction } from '../../ui/use-action.ts';

interface ThresholdsProps {
  workspace: string;
  thresholds: AttentionThresholds;
}

type Name = keyof AttentionThresholds;

const fields: readonly { name: Name; label: string; description: string; least: number; most: number }[] = [
  {
    name: 'silentDays',
    label: 'Data stopped, days',
    description: 'Beyond what is usual for the meter',
    least: 0,
    most: 3650,
  },
  {
    name: 'billDays',
    label: 'Bill late, days',
    description: 'Beyond what is usual for the meter',
    least: 0,
    most: 3650,
  },
  { name: 'gapDays', label: 'Long gap, days', description: 'Gaps that are longer', least: 0, most: 3650 },
  {
    name: 'estimatedShare',
    label: 'Much estimated, percent',
    description: 'Of all readings of the meter, where more are estimated',
    least: 0,
    most: 100,
  },
  { name: 'expiryDays', label: 'Access ends, days', description: 'Within so many days', least: 0, most: 3650 },
  {
    name: 'withinDays',
    label: 'Look back, days',
    description: 'Gaps and collections that ended earlier are left out',
    least: 1,
    most: 36_500,
  },
];

/** Shares are typed in percent. */
const factorOf = (name: Name) => (name === 'estimatedShare' ? 100 : 1);

export function ThresholdsButton(props: ThresholdsProps) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />} onClick={dialog.open}>
        Thresholds
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="What is worth a line" size="lg">
        <ThresholdsForm {...props} onClose={dialog.close} />
      </Modal>
    </>
  );
}

function ThresholdsForm({ workspace, thresholds, onClose }: ThresholdsProps & { onClose: () => void }) {
  const save = useAction('attention.setThresholds');
  const [values, setValues] = useState<Partial<AttentionThresholds>>(thresholds);
  const complete = fields.every(({ name }) => values[name] !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) save.run({ workspace, thresholds: { ...thresholds, ...values } }, onClose);
      }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {fields.map(({ name, label, description, least, most }) => {
            const value = values[name];
            return (
              <NumberField
                key={name}
                label={label}
                description={description}
                size="xs"
                min={least}
                max={most}
                optional
                times={factorOf(name)}
                value={value}
                onChange={(next) => {
                  const { [name]: _, ...others } = values;
                  setValues(next === undefined ? others : { ...others, [name]: next });
                }}
                error={value === undefined ? 'Enter a number' : undefined}
              />
            );
          })}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!complete}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
