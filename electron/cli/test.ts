/** `meterscope test`: fires scenarios at a service and judges them, without a window, for CI. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import { AppError } from '#shared/errors.ts';
import { runName, runWords } from '#shared/scenarios/states.ts';
import { aboveZero, milliseconds } from '../common/number-options.ts';
import type { ApiForm } from '../jsonapi/index.ts';
import {
  jsonReport,
  junitReport,
  type RunRequest,
  readScenarioFile,
  ScenarioRuns,
  type StoredRun,
  scenarioCatalogue,
  VERDICT_LIMITS,
} from '../support-desk/index.ts';
import { EXIT, endWithoutVerdict } from './exit.ts';
import { namesIn } from './names.ts';
import { requireWritable, writeReport } from './report-files.ts';
import { openTarget, type Target, type TargetOptions, unreadable, withTarget, wrongUse } from './target.ts';
import { watchRuns } from './test-html.ts';

interface TestOptions extends TargetOptions {
  scenarios?: string[];
  file: string[];
  utilities?: string[];
  form?: string;
  junit?: string;
  html?: string;
  json?: boolean;
  acceptOtherReasons?: boolean;
  pace: number;
  look: number;
  quiet: number;
  patience: number;
}

/** `meterscope test (--workspace NAME | --bootstrap FILE | --base-url URL) (--scenarios all|LIST | --file FILE ...) [--junit FILE] [--html FILE] [--json]` */
export function testCommand(): Command {
  return withTarget(new Command('test'))
    .description(
      'Fire test submissions and judge their outcome. Exit code 0: every verdict is pass. 1: some verdict is fail, or a ' +
        'run passed for another reason than it must. 2: wrong use. 3: none of these, but something could not be judged ' +
        '(a refused token, a service that is away, meters that another run shares), or a report could not be written.',
    )
    .option('--scenarios <list>', '`all`, or names separated by commas', (list: string) =>
      namesIn(list, 'There is nothing to test: the list of scenarios is empty.'),
    )
    .option(
      '--file <file>',
      'scenario file to run, as the window saves it (docs/scenario-files.md); may be given several times. What a file ' +
        'names (utility, form, waits) wins over the options',
      (file: string, before: string[]) => [...before, file],
      [],
    )
    .option(
      '--utilities <list>',
      'utilities, separated by commas (default: the one of the workspace, the form or the newest authorization)',
      (list: string) => namesIn(list, 'The list of utilities is empty.'),
    )
    .option('--form <uid>', 'form to submit (default: the one of the workspace, or the only one of the service)')
    .option('--junit <file>', 'write a JUnit report; what could not be judged is an error there, not a failure')
    .option('--html <file>', 'write one HTML page to give to others, without tokens and personal data')
    .option('--accept-other-reasons', 'count a run that passed, but whose reason differs, as passed in the exit code')
    .option('--json', 'print the results as JSON')
    .option('--pace <ms>', 'at least this many milliseconds between submissions', milliseconds, 200)
    .option('--look <ms>', 'milliseconds between two checks of the service', milliseconds, 1000)
    .option(
      '--quiet <ms>',
      'milliseconds that an indefinite wait must last to count',
      aboveZero(milliseconds),
      VERDICT_LIMITS.quietMs,
    )
    .option(
      '--patience <ms>',
      'milliseconds after which what has not come counts as missing',
      aboveZero(milliseconds),
      VERDICT_LIMITS.patienceMs,
    )
    .action(run);
}

async function run(options: TestOptions): Promise<void> {
  let target: Target | undefined;
  try {
    const files = await filesOf(options);
    for (const report of [options.junit, options.html]) if (report !== undefined) await requireWritable(report);
    target = await openTarget(options);
    const seen = options.html === undefined ? undefined : watchRuns(target);
    const runs = await fireAll(target, options, files, (run) => seen?.keep(run));
    process.stdout.write(options.json ? jsonReport(runs) : table(runs));
    const verdict = exitCode(runs, options.acceptOtherReasons === true);
    process.exitCode = verdict;
    const written = [
      options.junit === undefined || (await writeReport(options.junit, async () => junitReport(runs))),
      options.html === undefined || !seen || (await writeReport(options.html, () => seen.html(runs))),
    ];
    if (written.includes(false) && verdict === EXIT.passed) process.exitCode = EXIT.notJudged;
  } catch (thrown) {
    endWithoutVerdict(thrown);
  } finally {
    await target?.close();
  }
}

/** What could not be judged says nothing about the service, so it never counts as failed. */
function exitCode(runs: readonly RunView[], acceptOtherReasons: boolean): number {
  const passed = ({ state }: RunView) => state === 'pass' || (acceptOtherReasons && state === 'differs');
  if (runs.every(passed)) return EXIT.passed;
  return runs.some(({ state }) => state === 'fail' || (state === 'differs' && !acceptOtherReasons))
    ? EXIT.failed
    : EXIT.notJudged;
}

/** The scenario files, read before anything is sent. @throws AppError `wrong_use`, `scenario_file_malformed` */
async function filesOf({ file: names, scenarios }: TestOptions): Promise<ScenarioFile[]> {
  if (names.length === 0 && scenarios === undefined)
    throw wrongUse('Say what to test: --scenarios all, --scenarios with names, or --file with a scenario file.');
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(name, 'utf8').catch(() => {
        throw unreadable(name);
      });
      return readScenarioFile(text, path.basename(name));
    }),
  );
}

/** What is fired: the scenarios at each utility, then the files. */
async function wantedOf(target: Target, options: TestOptions, files: readonly ScenarioFile[]): Promise<RunRequest[]> {
  const submissions = files.flatMap((file) => (file.steps[0]?.submit ? [{ file, ...file.steps[0].submit }] : []));
  // What files name themselves needs not be found out.
  const isAsked = (name: 'form' | 'utility') =>
    options.scenarios !== undefined || submissions.some((submission) => submission[name] === undefined);
  const found = isAsked('form') ? await formOf(target, options.form) : undefined;
  const utilities = options.utilities ?? (isAsked('utility') ? [await utilityOf(target, found?.utility)] : []);
  const batch = randomUUID();
  const form = found?.uid ?? '';
  const listed = utilities.flatMap((utility) =>
    options.scenarios === undefined
      ? []
      : chosen(options.scenarios, utility).map((scenario) => ({ form, utility, scenario, batch })),
  );
  const ofFiles = submissions.flatMap(({ file, scenario, ...named }) =>
    (named.utility === undefined ? utilities : [named.utility]).map((utility) => ({
      form: named.form ?? form,
      utility,
      scenario,
      batch,
      file,
    })),
  );
  return [...listed, ...ofFiles];
}

async function fireAll(
  target: Target,
  options: TestOptions,
  files: readonly ScenarioFile[],
  keep: (run: StoredRun) => void,
): Promise<RunView[]> {
  target.mayAct();
  const wanted = await wantedOf(target, options, files);
  const runs = new ScenarioRuns({
    workspace: target.workspace,
    api: target.api,
    store: { save: async (run) => keep(run), unfinished: async () => [] },
    onChange: () => undefined,
    limits: () => ({ quietMs: options.quiet, patienceMs: options.patience }),
    lookEveryMs: options.look,
    now: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  });
  const started = await runs.startAll(wanted, options.pace);
  return Promise.all(started.map(async (view) => (await runs.finished(view.id)) ?? view));
}

/** The form to submit: the one that was named, that of the service, or the only one that it has. @throws AppError `wrong_use` */
async function formOf(
  { api, form: known }: Target,
  named: string | undefined,
): Promise<Pick<ApiForm, 'uid' | 'utility'>> {
  if (named !== undefined) return { uid: named };
  if (known !== undefined) return { uid: known };
  const { items } = await api.forms();
  const open = items.filter(({ is_archived }) => is_archived !== true);
  const [only] = open;
  if (only !== undefined && open.length === 1) return only;
  throw new AppError({
    code: 'wrong_use',
    message: open.length === 0 ? 'The service has no form to submit.' : `The service has ${open.length} forms.`,
    action: `Name one with --form UID${open.length === 0 ? '' : `: ${open.map(({ uid }) => uid).join(', ')}`}.`,
  });
}

/** The utility of the service, of its form, or of its newest authorization, as the window chooses. @throws AppError `wrong_use` */
async function utilityOf({ api, utility }: Target, ofForm: string | null | undefined): Promise<string> {
  const said = utility ?? ofForm ?? (await api.authorizations()).items.find((one) => one.utility)?.utility;
  if (said) return said;
  throw wrongUse('The service does not say its utility. Name one with --utilities ID.');
}

/** `all` takes what every utility has; the community-choice scenario is asked for by name. */
function chosen(names: readonly string[], utility: string): readonly string[] {
  const catalogue = scenarioCatalogue(utility, false).map(({ name }) => name);
  if (names.length === 1 && names[0] === 'all') return catalogue;
  const unknown = names.filter((name) => !catalogue.includes(name) && !name.endsWith('_cca_service'));
  if (unknown.length > 0) {
    throw new AppError({
      code: 'scenario_unknown',
      message: `No such scenario: ${unknown.join(', ')}.`,
      action: `Known: ${catalogue.join(', ')}.`,
    });
  }
  return names;
}

function table(runs: readonly RunView[]): string {
  const width = Math.max(...runs.map((view) => runName(view).length), 8);
  const verdictWidth = Math.max(...runs.map((view) => runWords[view.state].length), 4);
  const lines = runs.map(
    (view) =>
      `${runWords[view.state].padEnd(verdictWidth)} ${runName(view).padEnd(width)} ${view.utility}${view.reason ? `  ${view.reason}` : ''}`,
  );
  const count = (...states: RunView['state'][]) => runs.filter(({ state }) => states.includes(state)).length;
  const beside = (number: number, words: string) => (number > 0 ? [`${number} ${words}`] : []);
  const passed = count('pass');
  const parts = [
    `${passed} of ${runs.length} passed`,
    ...beside(count('differs'), 'passed, but differ'),
    ...beside(count('fail'), 'failed'),
    ...beside(runs.length - count('pass', 'differs', 'fail'), 'could not be judged'),
  ];
  return `${lines.join('\n')}\n${parts.join(', ')}\n`;
}
