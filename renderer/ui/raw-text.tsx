/**
 * Whether texts in CSV and in rows copied for a spreadsheet stay as they are, also where a spreadsheet would run them as a
 * formula (shared/csv.ts). One choice for the whole program, remembered by the window.
 */
import { Checkbox, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { CsvOptions } from '#shared/csv.ts';
import { currentPreference, usePreference } from './preferences.ts';

const KEY = 'csv.rawText';
const LABEL = 'CSV: leave texts as they are';
const DESCRIPTION =
  'Otherwise texts that a spreadsheet would run as a formula (=, +, - or @ in front) get an apostrophe. Numbers are never changed.';

/** The choice at this moment. */
export function csvOptions(): CsvOptions & { rawText: boolean } {
  return { rawText: currentPreference(KEY, false) };
}

/** The choice as a line of a menu. */
export function RawTextItem() {
  const [rawText, setRawText] = usePreference(KEY, false);
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={rawText}
      closeMenuOnClick={false}
      title={DESCRIPTION}
      rightSection={rawText ? <IconCheck size={14} aria-hidden /> : undefined}
      onClick={() => setRawText(!rawText)}
    >
      {LABEL}
    </Menu.Item>
  );
}

/** The choice in a form. */
export function RawTextCheckbox() {
  const [rawText, setRawText] = usePreference(KEY, false);
  return (
    <Checkbox
      size="xs"
      label={LABEL}
      description={DESCRIPTION}
      checked={rawText}
      onChange={(event) => setRawText(event.currentTarget.checked)}
    />
  );
}
