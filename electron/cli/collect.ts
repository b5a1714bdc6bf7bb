/** `meterscope collect`: starts historical collection of meters and follows it to its end; without `--yes` it says what would happen. */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import type { CollectionView, MeterPlan } from '#shared/contract/collections.ts';
import { AppError } from '#shared/errors.ts';
import { seconds, wholeNumber } from '../common/number-options.ts';
import { HistoricalCollections } from '../support-desk/index.ts';
import { EXIT, EXIT_WORDS, endWithoutVerdict } from './exit.ts';
import { namesIn } from './names.ts';
import { openTarget, type Target, type TargetOptions, withTarget } from './target.ts';

interface CollectOptions extends TargetOptions {
  meters: string[];
  months?: number;
  yes?: boolean;
  json?: boolean;
  look: number;
  patience: number;
}

export function collectCommand(): Command {
  return withTarget(new Command('collect'))
    .description(
      `Start historical collection of meters and follow it. Without --yes nothing is sent: it says what would happen to each meter. Exit code 0: every meter is done. 1: some meter failed, or was left out. ${EXIT_WORDS}`,
    )
    .requiredOption('--meters <list>', 'uids of meters, separated by commas', meters)
    .option('--months <n>', 'months to collect, 1 to 36 (default: those of the plan)', wholeNumber(1, 36))
    .option('--yes', 'send it; the service may charge for it')
    .addOption(
      new Option('--look <seconds>', 'time between two checks of the service').argParser(seconds).default(1000, '1'),
    )
    .addOption(
      new Option('--patience <seconds>', 'give up following after this time')
        .argParser(seconds)
        .default(1_800_000, '1800'),
    )
    .option('--json', 'print the result as JSON')
    .action(run);
}

async function run(options: CollectOptions): Promise<void> {
  let target: Target | undefined;
  try {
    target = await openTarget(options);
    if (options.yes) await collect(target, options);
    else {
      const plans = await collections(target, options, () => undefined).preview(options.meters, options.months);
      process.stdout.write(options.json ? `${JSON.stringify(plans, null, 2)}\n` : planned(plans));
    }
  } catch (thrown) {
    endWithoutVerdict(thrown);
  } finally {
    await target?.close();
  }
}

async function collect(target: Target, options: CollectOptions): Promise<void> {
  target.mayAct();
  let tell: (view: CollectionView) => void = () => undefined;
  const over = new Promise<CollectionView>((resolve) => {
    tell = resolve;
  });
  const following = collections(target, options, (view) => {
    if (view.finishedAt !== undefined) tell(view);
  });
  const impatient = new AbortController();
  const tooLong = sleep(options.patience, undefined, { signal: impatient.signal }).then(() => {
    throw new AppError({
      code: 'not_over',
      message: `The collection was not over after ${options.patience / 1000} seconds. It goes on at the service.`,
    });
  });
  tooLong.catch(() => undefined);
  try {
    await following.start(options.meters, options.months);
    const view = await Promise.race([over, tooLong]);
    process.stdout.write(options.json ? `${JSON.stringify(view, null, 2)}\n` : ended(view));
    if (view.error !== undefined) throw new AppError(view.error);
    const done = view.state === 'done' && view.meters.every(({ state }) => state === 'finished');
    process.exitCode = done ? EXIT.passed : EXIT.failed;
  } finally {
    impatient.abort();
    following.close();
  }
}

function collections(
  { workspace, api }: Target,
  { look }: CollectOptions,
  onChange: (view: CollectionView) => void,
): HistoricalCollections {
  return new HistoricalCollections({
    workspace,
    api,
    store: { save: async () => undefined, unfinished: async () => [] },
    onChange,
    by: os.userInfo().username,
    lookEveryMs: look,
    now: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  });
}

function planned(plans: readonly MeterPlan[]): string {
  const lines = plans.map(({ uid, label, text }) => `${label || uid}: ${text}`);
  return `${lines.join('\n')}\nNothing was sent. Add --yes to start it.\n`;
}

function ended({ meters }: CollectionView): string {
  return `${meters.map(({ uid, state, message, ended }) => [state.padEnd(9), uid, ended ?? message].filter(Boolean).join(' ')).join('\n')}\n`;
}

function meters(text: string): string[] {
  return [...new Set(namesIn(text, 'The list of meters is empty.'))];
}
