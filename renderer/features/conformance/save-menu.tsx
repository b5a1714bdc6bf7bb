/** Saves a result in one of the formats that are given to others. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { exportKindOf } from '#shared/export-kinds.ts';
import { SaveItem } from '../../ui/policy.tsx';

export const FORMATS = [
  { format: 'html', label: 'Save as HTML', ending: 'html' },
  { format: 'json', label: 'Save as JSON', ending: 'json' },
  { format: 'junit', label: 'Save as JUnit', ending: 'junit.xml' },
] as const;
export type ResultFormat = (typeof FORMATS)[number];

export function SaveMenu({ onSave }: { onSave: (format: ResultFormat) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Save the result
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((one) => (
          <SaveItem key={one.format} kind={exportKindOf(one.ending)} onClick={() => onSave(one)}>
            {one.label}
          </SaveItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
