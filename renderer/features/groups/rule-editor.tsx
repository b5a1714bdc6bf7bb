/** Conditions of a rule, a line each. */
import { Button, MultiSelect, Select, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { GroupCondition, GroupRule } from '#shared/contract/groups.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { useCall } from '../../api/index.ts';
import { formatQuantity } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { emptyCondition, type Field, fieldNames } from './rule-words.ts';

interface RuleEditorProps {
  workspace: string;
  rule: GroupRule;
  onRule: (rule: GroupRule) => void;
}

export function RuleEditor({ workspace, rule: { match, conditions }, onRule }: RuleEditorProps) {
  const choices = useCall('groups.choices', { workspace });
  const tags = useCall('tags.list', { workspace });
  const known: Known = {
    choices: choices.data ?? { services: [], tariffs: [], utilities: [], sizes: [] },
    tags: tags.data?.map(({ tag }) => tag) ?? [],
  };
  const put = (place: number, condition: GroupCondition) =>
    onRule({ match, conditions: conditions.map((one, at) => (at === place ? condition : one)) });
  return (
    <fieldset className="ms-groups-rule">
      <VisuallyHidden component="legend">Rule</VisuallyHidden>
      <Select
        label="Meters of which"
        size="xs"
        w={230}
        data={[
          { value: 'all', label: 'all of these hold' },
          { value: 'any', label: 'any of these holds' },
        ]}
        value={match}
        onChange={(value) => onRule({ match: value === 'any' ? 'any' : 'all', conditions })}
        allowDeselect={false}
      />
      {conditions.map((condition, place) => (
        <ConditionLine
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
          key={place}
          place={place}
          condition={condition}
          known={known}
          onChange={(next) => put(place, next)}
          onRemove={
            conditions.length > 1
              ? () => onRule({ match, conditions: conditions.filter((_, at) => at !== place) })
              : undefined
          }
        />
      ))}
      <div>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onRule({ match, conditions: [...conditions, emptyCondition('tag')] })}
        >
          Add a condition
        </Button>
      </div>
      <Text size="xs" c="dimmed">
        What is not known of a meter meets no condition: a meter without a known tariff is in no group by tariff.
      </Text>
    </fieldset>
  );
}

interface Known {
  choices: CallOutput<'groups.choices'>;
  tags: readonly string[];
}

interface ConditionLineProps {
  place: number;
  condition: GroupCondition;
  known: Known;
  onChange: (condition: GroupCondition) => void;
  onRemove: (() => void) | undefined;
}

function ConditionLine({ place, condition, known, onChange, onRemove }: ConditionLineProps) {
  const name = `condition ${place + 1}`;
  return (
    <div className="ms-groups-condition">
      <Select
        aria-label={`What ${name} is about`}
        size="xs"
        data={Object.entries(fieldNames).map(([value, label]) => ({ value, label }))}
        value={condition.field}
        onChange={(field) => onChange(emptyCondition((field ?? 'tag') as Field, known.choices.sizes[0]?.uom))}
        allowDeselect={false}
      />
      {'is' in condition || 'contains' in condition ? (
        <Select
          aria-label={`How ${name} compares`}
          size="xs"
          data={
            'is' in condition
              ? [
                  { value: 'yes', label: 'is one of' },
                  { value: 'no', label: 'is none of' },
                ]
              : [
                  { value: 'yes', label: 'contains' },
                  { value: 'no', label: 'does not contain' },
                ]
          }
          value={condition.not ? 'no' : 'yes'}
          onChange={(value) => onChange({ ...condition, not: value === 'no' })}
          allowDeselect={false}
        />
      ) : condition.field === 'size' ? (
        <Select
          aria-label={`Unit of ${name}`}
          size="xs"
          data={known.choices.sizes.map(({ uom, label }) => ({ value: String(uom), label }))}
          value={String(condition.uom)}
          onChange={(uom) => onChange({ ...condition, uom: Number(uom) })}
          allowDeselect={false}
        />
      ) : (
        <Text size="xs" py={6}>
          percent
        </Text>
      )}
      <ConditionValue name={name} condition={condition} known={known} onChange={onChange} />
      {onRemove ? <IconButton icon={IconTrash} label={`Remove ${name}`} onClick={onRemove} iconSize={15} /> : <span />}
    </div>
  );
}

interface ConditionValueProps {
  name: string;
  condition: GroupCondition;
  known: Known;
  onChange: (condition: GroupCondition) => void;
}

function ConditionValue({ name, condition, known, onChange }: ConditionValueProps) {
  const shared = { 'aria-label': `Value of ${name}`, size: 'xs' } as const;
  if (condition.field === 'service') {
    return (
      <MultiSelect
        {...shared}
        data={known.choices.services.map(({ code, label }) => ({ value: String(code), label }))}
        value={condition.is.map(String)}
        onChange={(values) => onChange({ ...condition, is: values.map(Number) })}
        nothingFoundMessage="There is none in the workspace"
        searchable
      />
    );
  }
  if ('is' in condition) {
    return (
      <MultiSelect
        {...shared}
        data={[...new Set([...namesFor(condition.field, known), ...condition.is])]}
        value={condition.is}
        onChange={(is) => onChange({ ...condition, is })}
        nothingFoundMessage="There is none in the workspace"
        searchable
      />
    );
  }
  if ('contains' in condition) {
    return (
      <TextInput
        {...shared}
        value={condition.contains}
        onChange={(event) => onChange({ ...condition, contains: event.currentTarget.value })}
      />
    );
  }
  const percent = condition.field === 'size' ? 1 : 100;
  const size = condition.field === 'size' ? known.choices.sizes.find(({ uom }) => uom === condition.uom) : undefined;
  const end = (which: 'atLeast' | 'below', label: string) => (
    <NumberField
      aria-label={`${label}, ${name}`}
      placeholder={label}
      size="xs"
      min={0}
      {...(percent === 100 ? { max: 100 } : {})}
      hideControls
      optional
      times={percent}
      value={condition[which]}
      onChange={(value) => {
        const { [which]: _, ...others } = condition;
        onChange(value === undefined ? others : { ...others, [which]: value });
      }}
    />
  );
  return (
    <div>
      <div className="ms-groups-range">
        {end('atLeast', 'At least')}
        {end('below', 'Below')}
      </div>
      {size ? (
        <Text size="xs" c="dimmed">
          Known: {formatQuantity(size.least)} to {formatQuantity(size.most)} {size.label}
        </Text>
      ) : null}
    </div>
  );
}

function namesFor(field: 'tag' | 'tariff' | 'utility', { choices, tags }: Known): readonly string[] {
  if (field === 'tag') return tags;
  return (field === 'tariff' ? choices.tariffs : choices.utilities).map(({ name }) => name);
}
