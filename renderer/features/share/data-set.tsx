/** The data set of a workspace: Parquet files in a folder that the user chose, which each export brings up to date. */
import { Button, Code, Group, Title } from '@mantine/core';
import type { DatasetWritten, ShareSettings } from '#shared/contract/share.ts';
import { isActive } from '#shared/job-states.ts';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatCount, formatCounted, formatOwnTime } from '../../ui/format.ts';
import { SetByAdministrator, usePolicy } from '../../ui/policy.tsx';
import { useAction } from '../../ui/use-action.ts';
import { JobCard } from '../jobs/job-card.tsx';
import { useNewestJob } from './newest-job.ts';

export function DataSet({ workspace, dataset }: { workspace: string; dataset: ShareSettings['dataset'] }) {
  const isAllowed = usePolicy().allows('dataset');
  const job = useNewestJob(workspace, 'dataset');
  return (
    <section className="ms-panel" aria-labelledby="data-set-title">
      <Title order={2} id="data-set-title">
        Data set
      </Title>
      <Dim size="sm">
        Parquet files that DuckDB, Spark, Trino and Polars read as they lie there. Each export adds what is new, what
        was corrected and what is gone.
      </Dim>
      {isAllowed ? null : <SetByAdministrator />}
      {dataset ? <Code>{dataset.folder}</Code> : null}
      <Buttons workspace={workspace} folder={dataset?.folder} disabled={!isAllowed || (job && isActive(job))} />
      {job && job.state !== 'done' ? <JobCard job={job} waits={[]} /> : null}
      {dataset ? <Last written={dataset.written} /> : null}
    </section>
  );
}

interface ButtonsProps {
  workspace: string;
  folder: string | undefined;
  disabled: boolean | undefined;
}

function Buttons({ workspace, folder, disabled = false }: ButtonsProps) {
  const capabilities = useCall('app.info', undefined).data?.capabilities;
  const choose = useAction('share.chooseFolder');
  const write = useAction('share.writeDataset');
  return (
    <>
      <Group gap="xs">
        {folder === undefined ? null : (
          <>
            <Button disabled={disabled} loading={write.isPending} onClick={() => write.run({ workspace })}>
              Bring it up to date
            </Button>
            <Button variant="default" disabled={disabled} onClick={() => write.run({ workspace, compact: true })}>
              Compact
            </Button>
          </>
        )}
        {capabilities?.openDialog ? (
          <Button
            variant={folder === undefined ? 'filled' : 'default'}
            disabled={disabled}
            loading={choose.isPending}
            onClick={() => choose.run({ workspace })}
          >
            {folder === undefined ? 'Choose a folder …' : 'Another folder …'}
          </Button>
        ) : null}
      </Group>
      {folder === undefined ? null : (
        <Dim>
          Compact also rewrites months that lie in several files. Only then is what was deleted gone from the files.
        </Dim>
      )}
      {capabilities?.openDialog === false ? (
        <Dim>
          A browser tab cannot choose a folder. Choose it once in the desktop program, or use the command meterscope
          export --format dataset.
        </Dim>
      ) : null}
    </>
  );
}

function Last({ written }: { written: DatasetWritten | undefined }) {
  if (written === undefined) return <Dim size="sm">Nothing has been written there from here yet.</Dim>;
  return (
    <FactTable
      facts={[
        ['Last export', `${formatOwnTime(written.at)}, number ${formatCount(written.export)}`],
        ['Readings', `${formatCount(written.readings)} of ${formatCounted(written.meters, 'meter')}`],
        ['Added', formatCount(written.added)],
        ['Corrected', formatCount(written.corrected)],
        ['Removed', formatCount(written.removed)],
        ['Files of readings written', formatCount(written.files)],
      ]}
    />
  );
}
