/** Faults of the demo's service: those that wait for requests, those that were used up, and a new one. */
import { Button, Checkbox, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { ArmedFault, DemoFault, DemoState } from '#shared/contract/demo.ts';
import { Dim } from '../../ui/dim.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { FAULT_KINDS, FAULT_PATHS, type FaultKindName, faultKind, faultWords, leftWords, pathWords } from './faults.ts';

interface PanelProps {
  workspace: string;
}

/** What waits, and what has been. */
export function ArmedPanel({ workspace, state }: PanelProps & { state: DemoState }) {
  const arm = useAction('demo.arm');
  const disarm = useAction('demo.disarm');
  const again = ({ id: _, left: __, method: ___, ...fault }: ArmedFault) => arm.run({ workspace, fault });
  return (
    <section className="ms-panel ms-demo-part" aria-labelledby="demo-armed">
      <Title order={2} id="demo-armed">
        Faults now
      </Title>
      {state.faults.length + state.spent.length === 0 ? (
        <Dim size="sm">None: every request gets its true answer.</Dim>
      ) : (
        <ul className="ms-demo-list" aria-label="Faults">
          {state.faults.map((fault) => (
            <FaultLine key={fault.id} fault={fault}>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Switch off: ${faultWords(fault)}`}
                onClick={() => disarm.run({ workspace, id: fault.id })}
              >
                Switch off
              </Button>
            </FaultLine>
          ))}
          {state.spent.map((fault) => (
            <FaultLine key={fault.id} fault={fault}>
              {fault.method === undefined ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Once more: ${faultWords(fault)}`}
                  onClick={() => again(fault)}
                >
                  Once more
                </Button>
              ) : null}
            </FaultLine>
          ))}
        </ul>
      )}
    </section>
  );
}

function FaultLine({ fault, children }: { fault: ArmedFault; children: React.ReactNode }) {
  return (
    <li data-spent={fault.left === 0 || undefined}>
      <div>
        <Text size="sm" fw={600}>
          {faultWords(fault)}
        </Text>
        <Dim size="sm">
          {pathWords(fault.path, fault.method)}; {leftWords(fault.left)}
        </Dim>
      </div>
      {children}
    </li>
  );
}

const OTHER = 'other';

interface Draft {
  kind: FaultKindName;
  seconds: number;
  /** One of the table, or {@link OTHER}. */
  where: string;
  other: string;
  times: number;
  lasting: boolean;
}

/** A new fault. */
export function FaultForm({ workspace }: PanelProps) {
  const arm = useAction('demo.arm');
  const [draft, setDraft] = useState<Draft>({
    kind: 'slow-down',
    seconds: 60,
    where: FAULT_PATHS[0]?.path ?? '*',
    other: '',
    times: 1,
    lasting: false,
  });
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const kind = faultKind(draft.kind);
  const path = draft.where === OTHER ? draft.other.trim() : draft.where;
  const fault: DemoFault = {
    ...kind.fault(draft.seconds),
    path,
    ...(draft.lasting ? {} : { times: draft.times }),
  };
  return (
    <section className="ms-panel ms-demo-part" aria-labelledby="demo-fault">
      <Title order={2} id="demo-fault">
        Have requests fail
      </Title>
      <NativeSelect
        label="The service answers with"
        data={Object.entries(FAULT_KINDS).map(([value, { label }]) => ({ value, label }))}
        value={draft.kind}
        onChange={({ currentTarget }) => {
          const name = currentTarget.value as FaultKindName; // one of the table
          set({ kind: name, seconds: faultKind(name).seconds?.first ?? 0 });
        }}
      />
      {kind.seconds ? (
        <Whole label={kind.seconds.label} max={600} value={draft.seconds} onChange={(seconds) => set({ seconds })} />
      ) : null}
      <NativeSelect
        label="Which requests"
        data={[
          ...FAULT_PATHS.map(({ path: value, label }) => ({ value, label })),
          { value: OTHER, label: 'Another path …' },
        ]}
        value={draft.where}
        onChange={(event) => set({ where: event.currentTarget.value })}
      />
      {draft.where === OTHER ? (
        <TextInput
          label="Path"
          description="Without its query; * stands for any run of characters, ? for one"
          placeholder="/api/v2/events*"
          value={draft.other}
          onChange={(event) => set({ other: event.currentTarget.value })}
        />
      ) : null}
      <Checkbox
        label="Until it is switched off"
        checked={draft.lasting}
        onChange={(event) => set({ lasting: event.currentTarget.checked })}
      />
      {draft.lasting ? null : (
        <Whole
          label="How many requests"
          min={1}
          max={10_000}
          value={draft.times}
          onChange={(times) => set({ times })}
        />
      )}
      <Text size="sm">
        <b>What you will see:</b> {kind.seen}
      </Text>
      <Group>
        <Button loading={arm.isPending} disabled={path === ''} onClick={() => arm.run({ workspace, fault })}>
          Arm
        </Button>
      </Group>
    </section>
  );
}

interface WholeProps {
  label: string;
  min?: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

/** A whole number that is never empty. */
export function Whole({ label, min = 0, max, value, onChange }: WholeProps) {
  return <NumberField label={label} min={min} max={max} whole value={value} onChange={onChange} />;
}
