/** Steers the embedded service of the demo, so that one can show what a failure looks like. No other workspace has one. */
import { Button } from '@mantine/core';
import { IconAdjustments, IconArrowBackUp } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, Pending, RefreshFailure } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { armedWords } from './armed-words.ts';
import './demo.css';
import { ArmedPanel, FaultForm } from './faults-panel.tsx';
import { BalancePanel, ClockPanel, QuirksPanel, RatePanel } from './service-panels.tsx';
import { useDemo } from './use-demo.ts';

export function DemoScreen({ workspace }: { workspace: string }) {
  const details = useCall('workspaces.get', { workspace });
  if (details.error || !details.data) return <Pending query={details} label="Opening the demo service" />;
  if (details.data.kind === 'demo') return <Controls workspace={workspace} />;
  return (
    <Screen title="Demo service">
      <EmptyState icon={IconAdjustments} title="This workspace has no demo service">
        Only the service of the demo can be made to fail. Switch to the demo workspace.
      </EmptyState>
    </Screen>
  );
}

function Controls({ workspace }: { workspace: string }) {
  const demo = useDemo(workspace, { watch: true });
  const reset = useAction('demo.reset');
  if (!demo.data) return <Pending query={demo} label="Asking the demo service" />;
  const state = demo.data;
  return (
    <Screen
      title="Demo service"
      facts={<Dim size="sm">{armedWords(state) ?? 'All as usual'}</Dim>}
      actions={
        <Button
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          loading={reset.isPending}
          onClick={() => reset.run({ workspace }, () => notify('The demo service is back to normal.'))}
        >
          Back to normal
        </Button>
      }
    >
      {demo.error ? <RefreshFailure error={demo.error} onRetry={() => void demo.refetch()} /> : null}
      <Dim size="sm">
        Make the embedded service fail, answer late or move its clock on, and see how that looks. For webhooks that come
        twice, out of order or with a wrong signature, see{' '}
        <AnchorLink to="/w/$workspace/events" params={{ workspace }} search={{ tab: 'rehearsal' }} size="sm">
          Rehearsal
        </AnchorLink>
        .
      </Dim>
      <div className="ms-demo">
        <div>
          <ArmedPanel workspace={workspace} state={state} />
          <FaultForm workspace={workspace} />
        </div>
        <div>
          <ClockPanel workspace={workspace} state={state} />
          <BalancePanel workspace={workspace} state={state} />
          <RatePanel workspace={workspace} state={state} />
        </div>
        <QuirksPanel workspace={workspace} state={state} />
      </div>
    </Screen>
  );
}
