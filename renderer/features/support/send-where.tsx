/** Where test submissions go: which utilities, by which form, how fast. */
import { Select, TagsInput, TextInput } from '@mantine/core';
import type { CallOutput } from '#shared/contract/index.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { Where } from './where.ts';

interface SendWhereProps {
  catalogue: CallOutput<'scenarios.catalogue'>;
  where: Where;
  onChange: (change: Partial<Where>) => void;
}

export function SendWhere({ catalogue: { utilities, forms }, where, onChange }: SendWhereProps) {
  const { form, paceS } = where;
  return (
    <div className="ms-support-where">
      <TagsInput
        label="Utilities"
        size="xs"
        miw={180}
        data={utilities}
        value={where.utilities}
        onChange={(chosen) => onChange({ utilities: chosen })}
        description="Choose, or type a UtilityID"
        placeholder={where.utilities.length === 0 ? 'At least one' : ''}
      />
      {forms.length > 0 ? (
        <Select
          label="Form"
          size="xs"
          data={forms.map(({ uid, title }) => ({ value: uid, label: title }))}
          value={form}
          onChange={(value) => onChange({ form: value ?? form })}
          allowDeselect={false}
          searchable
          miw={260}
          description={forms.find(({ uid }) => uid === form)?.url}
        />
      ) : (
        <TextInput
          label="Form uid"
          size="xs"
          value={form}
          onChange={(event) => onChange({ form: event.currentTarget.value })}
        />
      )}
      <NumberField
        label="Seconds between two submissions"
        size="xs"
        min={0}
        max={600}
        step={0.5}
        value={paceS}
        onChange={(value) => onChange({ paceS: value })}
      />
    </div>
  );
}
