/** The support desk: choose a scenario, see what it must lead to, fire it; the newest runs beside it. */
import { Badge, Button, NumberInput, Select, Tabs, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { ScenarioView } from '#shared/contract/scenarios.ts';
import { scenariosOf } from '#shared/scenarios/states.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { formatCounted } from '../../ui/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { Screen } from '../../ui/screen.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { DataTable, type TableColumn } from '../../ui/table/index.ts';
import { ServiceWaits } from '../jobs/service-waits.tsx';
import { useAskFirst } from './ask-first.tsx';
import { fileAtStake, submissionsAtStake } from './at-stake.ts';
import { ExpectationPanel } from './expectation-panel.tsx';
import { NoService } from './no-service.tsx';
import { RunsTable } from './runs-table.tsx';
import { type OpenedFile, ScenarioFileButton } from './scenario-file-button.tsx';
import './support.css';

type Catalogue = CallOutput<'scenarios.catalogue'>;

export type SupportTab = 'scenarios' | 'runs';

interface SupportScreenProps {
  workspace: string;
  kind: string;
  tab: SupportTab;
  onTab: (tab: SupportTab) => void;
}

export function SupportScreen({ workspace, kind, ...tabs }: SupportScreenProps) {
  const catalogue = useCall('scenarios.catalogue', { workspace }, { enabled: kind !== 'files' });
  if (kind === 'files') return <NoService title="Test submissions" />;
  if (catalogue.error) return <FailureState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) {
    return (
      <Screen title="Test submissions">
        <ServiceWaits workspace={workspace} />
        <LoadingState label="Loading forms and utilities" />
      </Screen>
    );
  }
  return <SupportDesk workspace={workspace} catalogue={catalogue.data} {...tabs} />;
}

const columns: TableColumn<ScenarioView>[] = [
  { id: 'name', header: 'Scenario', width: [11, 2], value: (row) => row.name },
  {
    id: 'group',
    header: 'Group',
    width: [9.25, 0],
    value: (row) => row.group,
    render: (row) => (
      <Badge size="sm" color="gray">
        {row.group}
      </Badge>
    ),
    filter: true,
  },
  { id: 'simulates', header: 'What it simulates', width: [11, 3], value: (row) => row.simulates },
  { id: 'user', header: 'User name in a form', width: [14, 2], value: (row) => row.userName, hidden: true },
];

type SupportDeskProps = Omit<SupportScreenProps, 'kind'> & { catalogue: Catalogue };

function SupportDesk({ workspace, catalogue, tab, onTab }: SupportDeskProps) {
  const navigate = useNavigate();
  const start = useCommand('runs.start');
  const [chosen, setChosen] = useState<ScenarioView | undefined>(catalogue.scenarios[0]);
  const [utilities, setUtilities] = useState([catalogue.utility].filter(Boolean));
  const [paceS, setPaceS] = useState(1);
  const [form, setForm] = useState(catalogue.form);

  const { ask, readOnly, dialog } = useAskFirst(workspace);

  const send = (
    what: { form: string; utilities: string[]; scenarios: string[]; file?: ScenarioFile },
    confirmed: boolean,
  ) =>
    start.mutate(
      { workspace, ...what, paceMs: paceS * 1000, confirmed },
      {
        onError: notifyFailure,
        onSuccess: ({ batch, runs }) => {
          const [only] = runs;
          void (runs.length === 1 && only
            ? navigate({ to: '/w/$workspace/support/runs/$run', params: { workspace, run: only } })
            : navigate({ to: '/w/$workspace/support/batches/$batch', params: { workspace, batch } }));
        },
      },
    );

  const fire = (scenarios: string[], name: string) =>
    ask({
      name,
      means: submissionsAtStake(scenarios, utilities, catalogue.scenarios),
      act: (confirmed) => send({ form, utilities, scenarios }, confirmed),
    });
  const runFile = ({ preview: { file, collections }, ...where }: OpenedFile) =>
    ask({
      name: `Run ${file.name}`,
      means: fileAtStake(collections, where.utilities),
      act: (confirmed) => send({ ...where, scenarios: scenariosOf(file), file }, confirmed),
    });

  const common = catalogue.scenarios.filter(isCommon).map(({ name }) => name);
  const ready = form !== '' && utilities.length > 0 && !readOnly;
  useShortcuts(chosen && ready && !start.isPending ? { act: () => fire([chosen.name], `Fire ${chosen.name}`) } : {});
  usePaletteActions(
    ready
      ? [
          ...catalogue.scenarios.map(({ name }) => ({
            id: `fire-${name}`,
            label: `Fire ${name}`,
            group: 'Test submissions',
            oneOfMany: name !== chosen?.name,
            run: () => fire([name], `Fire ${name}`),
          })),
          {
            id: 'fire-all',
            label: `Run all ${common.length} scenarios`,
            group: 'Test submissions',
            run: () => fire(common, `Run all ${common.length}`),
          },
        ]
      : [],
  );
  return (
    <Screen
      title="Test submissions"
      actions={
        <>
          <ButtonLink to="/w/$workspace/verdicts" params={{ workspace }} variant="default">
            Over time
          </ButtonLink>
          <ScenarioFileButton utilities={utilities} form={form} readOnly={readOnly} onRun={runFile} />
          <Button
            variant="default"
            disabled={!ready}
            loading={start.isPending}
            onClick={() => fire(common, `Run all ${common.length}`)}
          >
            Run all {common.length}
          </Button>
          <Button
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={!chosen || !ready}
            loading={start.isPending}
            onClick={() => chosen && fire([chosen.name], `Fire ${chosen.name}`)}
          >
            Fire {chosen?.name}
          </Button>
        </>
      }
    >
      {dialog}
      <div className="ms-support-where">
        <TagsInput
          label="Utilities"
          size="xs"
          miw={180}
          data={catalogue.utilities}
          value={utilities}
          onChange={setUtilities}
          description="Choose, or type a UtilityID"
          placeholder={utilities.length === 0 ? 'At least one' : ''}
        />
        {catalogue.forms.length > 0 ? (
          <Select
            label="Form"
            size="xs"
            data={catalogue.forms.map(({ uid, title }) => ({ value: uid, label: title }))}
            value={form}
            onChange={(value) => setForm(value ?? form)}
            allowDeselect={false}
            searchable
            miw={260}
            description={catalogue.forms.find(({ uid }) => uid === form)?.url}
          />
        ) : (
          <TextInput label="Form uid" size="xs" value={form} onChange={(event) => setForm(event.currentTarget.value)} />
        )}
        <NumberInput
          label="Seconds between two submissions"
          size="xs"
          min={0}
          max={600}
          step={0.5}
          value={paceS}
          onChange={(value) => setPaceS(typeof value === 'number' ? value : paceS)}
        />
      </div>
      <Tabs
        value={tab}
        onChange={(value) => onTab(value === 'runs' ? 'runs' : 'scenarios')}
        className="ms-support-tabs"
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="scenarios">Scenarios</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="scenarios" className="ms-support-panel">
          <div className="ms-support-split">
            <DataTable
              id="scenarios"
              noun="scenarios"
              columns={columns}
              rows={catalogue.scenarios}
              rowId={({ name }) => name}
              onOpen={setChosen}
              selectionActions={(several) => (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={!ready}
                  loading={start.isPending}
                  onClick={() =>
                    fire(
                      several.map(({ name }) => name),
                      `Fire ${formatCounted(several.length, 'scenario')}`,
                    )
                  }
                >
                  Run the selected
                </Button>
              )}
              empty={<Text>The catalogue is empty.</Text>}
            />
            {chosen ? <ExpectationPanel scenario={chosen} /> : null}
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="runs" className="ms-support-panel">
          <RunsTable workspace={workspace} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** The community-choice scenario exists for a single utility; it is fired by itself. */
function isCommon(scenario: ScenarioView): boolean {
  return !scenario.name.endsWith('_cca_service');
}
