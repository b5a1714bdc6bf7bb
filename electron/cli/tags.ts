/** `meterscope tags import FILE`: tags, notes and groups of a workspace from a CSV file, without a window. */
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { toErrorValue } from '#shared/errors.ts';
import { counted } from '../common/counted.ts';
import { fileUnreadable } from '../common/file-unreadable.ts';
import { EXIT, isWrongUse } from './exit.ts';
import { reportFailure } from './failure.ts';
import { withStoredWorkspace } from './stored-workspace.ts';
import { writeOut } from './write-out.ts';

interface Options {
  data: string;
  workspace: string;
}

export function tagsCommand(): Command {
  const command = new Command('tags').description('Tags, notes and groups of the meters of a workspace.');
  command
    .command('import')
    .description(
      'Read a CSV file with the columns meter and tag (also tags, note, group, authorization) and apply all of it. Exit ' +
        'code 0: applied. 1: it could not be applied. 2: wrong use, or a file with a line that cannot be understood. 3: another ' +
        'program has the data folder. Unless it is 0, nothing was applied.',
    )
    .argument('<file>', 'the CSV file')
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .action(async (file: string, options: Options) => {
      try {
        const text = await readFile(file, 'utf8').catch((cause) => {
          throw fileUnreadable(file, cause);
        });
        const done = await withStoredWorkspace({ ...options, command: 'meterscope tags' }, (engine, { id }) =>
          engine.call('tags.import', { workspace: id, text }),
        );
        await writeOut(
          `${counted(done.lines, 'line')}: ${counted(done.tags, 'tag')}, ${counted(done.notes, 'note')} and ${counted(done.groups, 'group')}\n` +
            (done.unused.length > 0 ? `Columns that mean nothing here: ${done.unused.join(', ')}\n` : ''),
        );
      } catch (error) {
        // The first problem stands in the message; a person at a terminal wants to see the others, too.
        const { code, details } = toErrorValue(error);
        const [, ...others] = Array.isArray(details?.problems) ? details.problems : [];
        const exit = reportFailure(error);
        for (const problem of others) process.stderr.write(`${problem}\n`);
        process.exitCode = isWrongUse(code) || OF_THE_FILE.has(code) ? EXIT.wrongUse : exit;
      }
    });
  return command;
}

const OF_THE_FILE: ReadonlySet<string> = new Set(['tag_file_wrong', 'file_unreadable']);
