/** `meterscope publish`: brings a PostgreSQL server to what a workspace holds (docs/postgres.md). */
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { counted } from '../common/counted.ts';
import type { ExportProgress } from '../engine/calls/export.ts';
import type { PublishResult } from '../engine/calls/sharing.ts';
import { openPolicy } from '../policy/index.ts';
import { reportFailure } from './failure.ts';
import { withStoredWorkspace } from './stored-workspace.ts';

interface Options {
  data: string;
  workspace: string;
  to: string;
  prepare?: boolean;
}

export function publishCommand(): Command {
  return new Command('publish')
    .description(
      'Bring a PostgreSQL server to what a workspace holds. Run it again at any time: it goes on where it was.',
    )
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .requiredOption(
      '--to <address>',
      'postgres://user@host:5432/database; the password better stands in PGPASSWORD, PGPASSFILE or ~/.pgpass, for other users see the arguments of programs',
    )
    .option('--prepare', 'make the schemas and roles first, as a user who may; nothing happens where they are there')
    .action(async (options: Options) => {
      try {
        process.stdout.write(resultText(await publishFrom(options)));
      } catch (error) {
        process.exitCode = reportFailure(error);
      }
    });
}

function resultText({ written, readings, leftOut, removed, otherRows }: PublishResult): string {
  const left = leftOut === 0 ? '' : ` ${counted(leftOut, 'reading')} left out: no calendar has their time.`;
  return `${counted(readings, 'reading')} here; months with ${counted(written, 'reading')} written, ${counted(removed, 'month')} of series removed, ${counted(otherRows, 'other row')} written.${left}\n`;
}

async function publishFrom({ data, workspace, to, prepare }: Options): Promise<PublishResult> {
  (await openPolicy()).requireExport('publish');
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const progress = ({ step, done, total }: ExportProgress) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${step}: ${done} of ${total}   `);
  };
  const { productName: program, version } = packageJson;
  return await withStoredWorkspace(
    { data, workspace, command: 'meterscope publish', progress },
    (engine, { id, name }) =>
      engine.call(
        'publish.run',
        { workspace: id, to, prepare, about: { program, version, workspace: name } },
        abort.signal,
      ),
  );
}
