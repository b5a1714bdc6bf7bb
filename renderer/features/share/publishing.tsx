/** Publishing the workspace to its team server: now or after each sync, what came of it last, and whether both sides agree. */
import { Button, Group, Switch, Title } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { Published, ShareSettings } from '#shared/contract/share.ts';
import { isActive } from '#shared/job-states.ts';
import { Dim } from '../../ui/dim.tsx';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatCount, formatCounted, formatOwnTime } from '../../ui/format.ts';
import { notify } from '../../ui/notify.ts';
import { SetByAdministrator, usePolicy } from '../../ui/policy.tsx';
import { useAction } from '../../ui/use-action.ts';
import { JobCard } from '../jobs/job-card.tsx';
import { useNewestJob } from './newest-job.ts';

interface PublishingProps {
  workspace: string;
  share: ShareSettings;
  /** The user asks for a comparison. */
  onCompare: () => void;
}

export function Publishing({ workspace, share, onCompare }: PublishingProps) {
  const publish = useAction('share.publish');
  const afterSync = useAction('share.setPublishAfterSync');
  const isAllowed = usePolicy().allows('publish');
  const job = useNewestJob(workspace, 'publish');
  const comparing = useNewestJob(workspace, 'publish.compare');
  return (
    <section className="ms-panel" aria-labelledby="publishing-title">
      <Title order={2} id="publishing-title">
        Publish
      </Title>
      <Dim size="sm">
        Brings the server to what this workspace holds: what is new, corrected or removed. All meters go but copies from
        a team server, and whoever may read the server sees their customers, too.
      </Dim>
      {isAllowed ? null : <SetByAdministrator />}
      <Group gap="xs">
        <Button
          leftSection={<IconUpload size={14} aria-hidden />}
          loading={publish.isPending}
          disabled={!isAllowed || (job !== undefined && isActive(job))}
          onClick={() => publish.run({ workspace })}
        >
          Publish now
        </Button>
        <OnServer
          workspace={workspace}
          isAllowed={isAllowed}
          isComparing={comparing !== undefined && isActive(comparing)}
          onCompare={onCompare}
        />
      </Group>
      <Switch
        label="Publish after each sync"
        checked={share.publishAfterSync}
        disabled={(!isAllowed && !share.publishAfterSync) || afterSync.isPending}
        onChange={(event) => afterSync.run({ workspace, on: event.currentTarget.checked })}
      />
      {[job, comparing].map((one) =>
        one && one.state !== 'done' ? <JobCard key={one.id} job={one} waits={[]} /> : null,
      )}
      <Last published={share.published} />
    </section>
  );
}

interface OnServerProps {
  workspace: string;
  isAllowed: boolean;
  isComparing: boolean;
  onCompare: () => void;
}

/** What is done to the server itself, or asked of it. */
function OnServer({ workspace, isAllowed, isComparing, onCompare }: OnServerProps) {
  const prepare = useAction('share.prepare');
  const compare = useAction('share.compare');
  return (
    <>
      <Button
        variant="default"
        loading={prepare.isPending}
        disabled={!isAllowed}
        onClick={() => prepare.run({ workspace }, () => notify('The server has its tables and roles.'))}
      >
        Prepare the server
      </Button>
      <Button
        variant="default"
        loading={compare.isPending}
        disabled={!isAllowed || isComparing}
        onClick={() => {
          onCompare();
          compare.run({ workspace });
        }}
      >
        Compare with the server
      </Button>
    </>
  );
}

function Last({ published }: { published: Published | undefined }) {
  if (published === undefined) return <Dim size="sm">Nothing has been published to this server from here yet.</Dim>;
  const { at, written, readings, leftOut, removed, otherRows, copies } = published;
  return (
    <FactTable
      facts={[
        ['Last published', formatOwnTime(at)],
        ['Readings of the workspace', formatCount(readings)],
        ['In months that were written', formatCount(written)],
        ['Months of series removed there', formatCount(removed)],
        ['Other rows written', formatCount(otherRows)],
        ['Left out, without a date', leftOut === 0 ? undefined : formatCount(leftOut)],
        ['Left out, copies from a team server', copies === 0 ? undefined : formatCounted(copies, 'meter')],
      ]}
    />
  );
}
