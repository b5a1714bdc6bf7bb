/** `meterscope publish`: brings a PostgreSQL server to what a workspace holds (docs/postgres.md). */
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { counted } from '../common/counted.ts';
import type { Agreement, PublishResult, SeriesFigures } from '../engine/calls/sharing.ts';
import { openPolicy } from '../policy/index.ts';
import { reportFailure } from './failure.ts';
import { SERVER_ADDRESS } from './server-address.ts';
import { withProgress } from './stored-workspace.ts';

interface Options {
  data: string;
  workspace: string;
  to: string;
  prepare?: boolean;
  check?: boolean;
}

const COMMAND = 'meterscope publish';
/** Exit code where the server does not hold what the store holds. */
const DIFFERENT = 2;

export function publishCommand(): Command {
  return new Command('publish')
    .description(
      'Bring a PostgreSQL server to what a workspace holds. Run it again at any time: it goes on where it was.',
    )
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .requiredOption('--to <address>', SERVER_ADDRESS)
    .option('--prepare', 'make the schemas and roles first, as a user who may; nothing happens where they are there')
    .option(
      '--check',
      'publish nothing; compare count, sum and checksum of each series with the server. Exit code 2: some differ',
    )
    .action(async (options: Options) => {
      try {
        if (options.check === true) {
          const agreement = await agreementFrom(options);
          process.stdout.write(agreementText(agreement));
          if (agreement.differing > 0) process.exitCode = DIFFERENT;
          return;
        }
        process.stdout.write(resultText(await publishFrom(options)));
      } catch (error) {
        process.exitCode = reportFailure(error);
      }
    });
}

function resultText({ written, readings, leftOut, removed, otherRows, copies }: PublishResult): string {
  const left = [
    leftOut === 0 ? '' : ` ${counted(leftOut, 'reading')} left out: their time is outside of the years 1 to 9999.`,
    copies === 0 ? '' : ` ${counted(copies, 'meter')} left out: copies from a team server.`,
  ].join('');
  return `${counted(readings, 'reading')} here; months with ${counted(written, 'reading')} written, ${counted(removed, 'month')} of series removed, ${counted(otherRows, 'other row')} written.${left}\n`;
}

function agreementText({ series, readings, readingsThere, differing, differences }: Agreement): string {
  const counts = `${counted(readings, 'reading')} here, ${readingsThere} on the server`;
  if (differing === 0) return `${series} series agree in count, sum and checksum: ${counts}\n`;
  const lines = differences.map(
    ({ meter, name, unit, here, there }) =>
      `  ${meter}, ${name}: here ${figuresText(here, unit)}; there ${figuresText(there, unit)}\n`,
  );
  const more = differing > differences.length ? `  and ${differing - differences.length} more\n` : '';
  return `${differing} of ${series} series differ: ${counts}\n${lines.join('')}${more}`;
}

function figuresText(figures: SeriesFigures | undefined, unit: string | undefined): string {
  if (figures === undefined) return 'nothing';
  return `${counted(figures.readings, 'reading')}, sum ${figures.total} ${unit ?? '(unit unknown)'}, checksum ${figures.checksum}`;
}

async function publishFrom(options: Options): Promise<PublishResult> {
  const { productName: program, version } = packageJson;
  (await openPolicy()).requireExport('publish');
  return await withProgress({ ...options, command: COMMAND }, (engine, { id, name }, signal) =>
    engine.call(
      'publish.run',
      { workspace: id, to: options.to, prepare: options.prepare, about: { program, version, workspace: name } },
      signal,
    ),
  );
}

async function agreementFrom(options: Options): Promise<Agreement> {
  (await openPolicy()).requireExport('publish');
  return await withProgress({ ...options, command: COMMAND }, (engine, { id }, signal) =>
    engine.call('publish.compare', { workspace: id, to: options.to }, signal),
  );
}
