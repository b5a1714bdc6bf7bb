/** `meterscope pull`: takes meters from a team's PostgreSQL server into a workspace (docs/postgres.md). */
import { Command } from 'commander';
import { counted } from '../common/counted.ts';
import { wholeNumber } from '../common/number-options.ts';
import type { PullCalls } from '../engine/calls/sharing.ts';
import type { Engine } from '../engine/engine.ts';
import { openPolicy } from '../policy/index.ts';
import { reportFailure } from './failure.ts';
import { SERVER_ADDRESS } from './server-address.ts';
import { withStoredWorkspace } from './stored-workspace.ts';

interface Options {
  data: string;
  workspace: string;
  from: string;
  meter: string[];
  list?: string | true;
  limit: number;
}

export function pullCommand(): Command {
  return new Command('pull')
    .description(
      "Take meters from a team's PostgreSQL server into a workspace, and bring those that it has from there up to date.",
    )
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .requiredOption('--from <address>', SERVER_ADDRESS)
    .option('--meter <id...>', 'ids of meters, as --list shows them; without it all that were taken before', [])
    .option('--list [words]', 'show the meters of the server that have these words, and take none')
    .option('--limit <count>', 'how many are shown at most', wholeNumber(1, 10_000), 50)
    .action(async (options: Options) => {
      try {
        await openPolicy();
        process.stdout.write(await pullInto(options));
      } catch (error) {
        process.exitCode = reportFailure(error);
      }
    });
}

async function pullInto({ data, workspace, from, meter, list, limit }: Options): Promise<string> {
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const where = { data, workspace, command: 'meterscope pull', mayBeEmpty: true };
  return await withStoredWorkspace(where, async (engine, { id }) => {
    if (list === undefined) return await pullAll(engine, { workspace: id, from, meters: meter }, abort.signal);
    const search = list === true ? '' : list;
    return listText(await engine.call('pull.list', { from, search, limit }, abort.signal));
  });
}

interface Wanted {
  workspace: string;
  from: string;
  meters: readonly string[];
}

/** One after the other: each is a transaction of its own, so what was taken stays. */
async function pullAll(engine: Engine, { workspace, from, meters }: Wanted, signal: AbortSignal): Promise<string> {
  const known = meters.length > 0 ? [] : await engine.call('pull.known', { workspace, from });
  const wanted = meters.length > 0 ? meters : known.map(({ there }) => there);
  if (wanted.length === 0) return 'No meter was taken from this server yet: see --list, then name some with --meter.\n';
  let said = '';
  for (const meter of wanted) {
    const { state, readings } = await engine.call('pull.meter', { workspace, from, meter }, signal);
    if (state === 'unknown') process.exitCode = 1;
    said += `${meter}: ${WORDS[state]}${state === 'pulled' || state === 'same' ? `, ${counted(readings, 'reading')}` : ''}\n`;
  }
  return said;
}

const WORDS: Readonly<Record<PullCalls['pull.meter']['output']['state'], string>> = {
  pulled: 'taken',
  same: 'up to date',
  own: "it is one of the workspace's own meters",
  removed: 'the server does not have it any more; removed here',
  unknown: 'the server does not have it',
};

function listText({ rows, more }: PullCalls['pull.list']['output']): string {
  const lines = rows.map((row) => {
    const coverage = row.coverage === null ? '' : `${Math.floor(row.coverage * 1000) / 10} %`;
    const published = row.published === null ? 'not published whole yet' : `as of ${row.published}`;
    const cells = [
      row.id,
      row.meter,
      row.customer,
      row.service,
      row.tariff,
      counted(row.readings, 'reading'),
      coverage,
    ];
    // A line is a meter, whatever stands in its names.
    return [...cells, row.last, `${row.publisher ?? ''}, ${published}`]
      .map((cell) => (cell ?? '').replaceAll(/\p{Cc}/gu, ' '))
      .join('\t');
  });
  const rest = more ? ['There are more: search, or raise --limit.'] : [];
  return lines.length === 0 ? 'The server has no such meter.\n' : `${[...lines, ...rest].join('\n')}\n`;
}
