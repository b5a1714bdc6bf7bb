/**
 * The first screen of a workspace. As soon as there is a meter with readings it opens that meter's chart by itself;
 * until then it shows what is being done.
 */
import { Group, Progress, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconLoader2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { JobLine } from '#shared/contract/jobs.ts';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { isActive } from '#shared/job-states.ts';
import { useCall } from '../../api/index.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { readPreference } from '../../ui/preferences.ts';
import { Redirect } from '../../ui/redirect.ts';
import { FailureState, LoadingState, Pending } from '../../ui/states.tsx';
import { jobProgress } from '../jobs/job-state.ts';
import { SyncButton } from '../jobs/sync-button.tsx';
import { WaitCard } from '../jobs/wait-card.tsx';
import { fetchSteps, type StepState } from './fetch-steps.ts';
import { firstMeter, firstMetersQuestion } from './first-meter.ts';
import { situation } from './start-words.ts';

export function StartScreen({ workspace }: { workspace: string }) {
  const last = readPreference(`meter.${workspace}`);
  const meter = useCall('usagePoints.get', { workspace, id: last ?? '' }, { enabled: last !== undefined });
  if (last !== undefined && meter.isPending) return <LoadingState label="Opening the workspace" />;
  // It may be gone since, or have lost its readings.
  if (meter.data && meter.data.readings > 0) return <ToMeter workspace={workspace} meter={meter.data.id} />;
  return <BestMeter workspace={workspace} />;
}

function ToMeter({ workspace, meter }: { workspace: string; meter: string }) {
  const navigate = useNavigate();
  const params = { workspace, usagePoint: meter };
  const go = () => void navigate({ to: '/w/$workspace/meters/$usagePoint', params, replace: true });
  return <Redirect from={startOf(workspace)} go={go} />;
}

function ToFiles({ workspace }: { workspace: string }) {
  const navigate = useNavigate();
  const go = () => void navigate({ to: '/w/$workspace/files', params: { workspace }, replace: true });
  return <Redirect from={startOf(workspace)} go={go} />;
}

const startOf = (workspace: string) => `/w/${encodeURIComponent(workspace)}`;

function BestMeter({ workspace: id }: { workspace: string }) {
  const workspaces = useCall('workspaces.list', undefined);
  const meters = useCall('usagePoints.list', firstMetersQuestion(id));
  const jobs = useCall('jobs.list', { workspace: id });
  const workspace = workspaces.data?.find((one) => one.id === id);
  if (meters.error || !workspace || !meters.data) return <Pending query={meters} label="Opening the workspace" />;

  const best = firstMeter(meters.data.rows);
  if (best) return <ToMeter workspace={id} meter={best.id} />;
  if (workspace.kind === 'files') return <ToFiles workspace={id} />;
  if (!jobs.data) return <Pending query={jobs} label="Opening the workspace" />;
  const job = jobs.data.find(isActive) ?? jobs.data[0];
  return <SettingUp workspace={workspace} job={job} meters={meters.data.total} />;
}

function SettingUp({ workspace, job, meters }: { workspace: WorkspaceView; job: JobLine | undefined; meters: number }) {
  const authorizations = useCall('authorizations.list', { workspace: workspace.id, limit: 1 });
  const waits = useCall('waits.list', undefined);
  const own = waits.data?.filter((wait) => wait.workspace === undefined || wait.workspace === workspace.id) ?? [];
  const known = authorizations.data?.total ?? 0;
  const serviceReady = workspace.service !== 'starting';
  const reason = job?.error ?? job?.failure?.error;
  const demo = workspace.kind === 'demo';
  const running = job !== undefined && isActive(job);
  // The demo fetches by itself once its service is there; elsewhere somebody has to ask.
  const idle = !running && (!demo || (serviceReady && job !== undefined));
  const steps = fetchSteps({ demo, serviceReady, running, authorizations: known });
  return (
    <Stack m="auto" w="min(30rem, 92vw)" gap="lg" p="md">
      <Stack gap={4}>
        <Title order={1}>
          {idle
            ? `No readings of ${workspace.name} yet`
            : demo
              ? 'Setting up the demo utility'
              : `Fetching ${workspace.name}`}
        </Title>
        <Text c="dimmed">{situation(demo, running, idle)} The first chart opens as soon as its readings are here.</Text>
      </Stack>
      {idle ? null : (
        <Stack gap="xs">
          <Step state={steps.reach}>{demo ? 'Start the embedded service' : 'Reach the service'}</Step>
          <Step state={steps.list}>List the authorizations{known > 0 ? `: ${formatCount(known)}` : ''}</Step>
          <Step state={steps.fetch}>
            Fetch usage{meters > 0 ? `: ${formatCounted(meters, 'meter')} so far` : ''}
            {job && job.readings > 0 ? `, ${formatCounted(job.readings, 'reading')}` : ''}
          </Step>
          <Step state="next">Open the first chart</Step>
        </Stack>
      )}
      {running ? <Progress value={(jobProgress(job) ?? 0) * 100} aria-label="Progress" /> : null}
      {own.map((wait) => (
        <WaitCard key={wait.id} wait={wait} />
      ))}
      {workspace.service === 'failed' ? (
        <FailureState
          error={reason ?? new Error('The embedded service could not be started.')}
          title="The data could not be fetched"
        />
      ) : !running && reason ? (
        <FailureState error={reason} title="The data could not be fetched" />
      ) : null}
      <Group>
        {running ? null : <SyncButton workspace={workspace.id} />}
        {idle ? (
          <ButtonLink variant="default" to="/w/$workspace/connection" params={{ workspace: workspace.id }}>
            Connection
          </ButtonLink>
        ) : null}
        <ButtonLink variant="default" to="/w/$workspace/files" params={{ workspace: workspace.id }}>
          Open a Green Button file instead
        </ButtonLink>
      </Group>
    </Stack>
  );
}

function Step({ state, children }: { state: StepState; children: React.ReactNode }) {
  const Icon = state === 'done' ? IconCheck : state === 'now' ? IconLoader2 : IconCircleDashed;
  return (
    <Group gap="sm" data-step={state} aria-current={state === 'now' ? 'step' : undefined}>
      <ThemeIcon
        size={22}
        radius="xl"
        variant="light"
        color={state === 'done' ? 'green' : state === 'now' ? 'petrol' : 'gray'}
      >
        <Icon size={14} aria-hidden />
      </ThemeIcon>
      <Text size="sm" fw={state === 'now' ? 600 : 400} {...(state === 'next' ? { c: 'dimmed' } : {})}>
        {children}
      </Text>
    </Group>
  );
}
