/** The support desk: choose a scenario, see what it must lead to, fire it; the newest runs beside it. */
import { Button, Tabs } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { ScenarioView } from '#shared/contract/scenarios.ts';
import { useCall } from '../../api/index.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { usePaletteActions } from '../../ui/palette.ts';
import { Screen } from '../../ui/screen.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { ServiceWaits } from '../jobs/service-waits.tsx';
import { NoService } from './no-service.tsx';
import { RunsTable } from './runs-table.tsx';
import { ScenarioFileButton } from './scenario-file-button.tsx';
import { ScenariosTab } from './scenarios-tab.tsx';
import { SendWhere } from './send-where.tsx';
import { type Firing, useFiring } from './use-firing.ts';
import { type Where, whereNow } from './where.ts';
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
  const catalogue = useCall('scenarios.catalogue', { workspace }, { enabled: kind !== 'files', fresh: true });
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

type SupportDeskProps = Omit<SupportScreenProps, 'kind'> & { catalogue: Catalogue };

function SupportDesk({ workspace, catalogue, tab, onTab }: SupportDeskProps) {
  const { scenarios } = catalogue;
  const [chosenName, setChosenName] = useState<string>();
  const chosen = scenarios.find(({ name }) => name === chosenName) ?? scenarios[0];
  const [changed, setChanged] = useState<Partial<Where>>({});
  const where = whereNow(catalogue, changed);
  const firing = useFiring(workspace, scenarios, where);
  const { fire, ready, isPending } = firing;
  const common = scenarios.filter(isCommon).map(({ name }) => name);
  useShortcuts(chosen && ready && !isPending ? { act: () => fire([chosen.name], `Fire ${chosen.name}`) } : {});
  useFiringActions(firing, scenarios, chosen, common);
  return (
    <Screen
      title="Test submissions"
      actions={
        <>
          <ButtonLink to="/w/$workspace/verdicts" params={{ workspace }} variant="default">
            Over time
          </ButtonLink>
          <ScenarioFileButton
            utilities={where.utilities}
            form={where.form}
            readOnly={firing.readOnly}
            onRun={firing.runFile}
          />
          <Button
            variant="default"
            disabled={!ready}
            loading={isPending}
            onClick={() => fire(common, `Run all ${common.length}`)}
          >
            Run all {common.length}
          </Button>
          <Button
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={!chosen || !ready}
            loading={isPending}
            onClick={() => chosen && fire([chosen.name], `Fire ${chosen.name}`)}
          >
            Fire {chosen?.name}
          </Button>
        </>
      }
    >
      {firing.dialog}
      <SendWhere
        catalogue={catalogue}
        where={where}
        onChange={(change) => setChanged((before) => ({ ...before, ...change }))}
      />
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
          <ScenariosTab
            scenarios={scenarios}
            chosen={chosen}
            onChoose={({ name }) => setChosenName(name)}
            firing={firing}
          />
        </Tabs.Panel>
        <Tabs.Panel value="runs" className="ms-support-panel">
          <RunsTable workspace={workspace} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

/** The palette fires each scenario by its name, and all of them. */
function useFiringActions(
  { fire, ready }: Firing,
  scenarios: readonly ScenarioView[],
  chosen: ScenarioView | undefined,
  common: string[],
): void {
  const group = 'Test submissions';
  const each = scenarios.map(({ name }) => ({
    id: `fire-${name}`,
    label: `Fire ${name}`,
    group,
    oneOfMany: name !== chosen?.name,
    run: () => fire([name], `Fire ${name}`),
  }));
  const all = {
    id: 'fire-all',
    label: `Run all ${common.length} scenarios`,
    group,
    run: () => fire(common, `Run all ${common.length}`),
  };
  usePaletteActions(ready ? [...each, all] : []);
}

/** The community-choice scenario exists for a single utility; it is fired by itself. */
function isCommon(scenario: ScenarioView): boolean {
  return !scenario.name.endsWith('_cca_service');
}
