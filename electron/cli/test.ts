/** `meterscope test`: fires scenarios at a service and judges them, without a window, for CI. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import type { RunView } from '#shared/contract/scenarios.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { runWords } from '#shared/scenarios/states.ts';
import { HttpClient } from '../http/index.ts';
import type { JsonApiClient } from '../jsonapi/index.ts';
import { jsonReport, junitReport, ScenarioRuns, scenarioCatalogue, VERDICT_LIMITS } from '../support-desk/index.ts';
import { reportFailure } from './failure.ts';
import { serviceOfFile, serviceOfWorkspace, type TestedService } from './tested-service.ts';

interface TestOptions {
  workspace?: string;
  bootstrap?: string;
  data?: string;
  scenarios: string;
  utilities?: string;
  form?: string;
  junit?: string;
  json?: boolean;
  acceptOtherReasons?: boolean;
  pace: number;
  look: number;
  quiet: number;
  patience: number;
}

/** `meterscope test (--workspace NAME | --bootstrap FILE) --scenarios all|LIST [--junit FILE] [--json]` */
export function testCommand(): Command {
  return new Command('test')
    .description(
      'Fire test submissions and judge their outcome. Exit code 0: every verdict is pass. 1: some verdict is fail, or a ' +
        'run passed for another reason than it must. 2: wrong use. 3: none of these, but something could not be judged ' +
        '(a refused token, a service that is away, meters that another run shares).',
    )
    .option('--workspace <name>', 'workspace to test against (its tokens are used)')
    .option(
      '--bootstrap <file>',
      'file with the line that `meterscope service --json` printed; base_url and api_token are enough',
    )
    .option('--data <dir>', 'data folder that holds the workspace')
    .requiredOption('--scenarios <list>', '`all`, or names separated by commas')
    .option(
      '--utilities <list>',
      'utilities, separated by commas (default: that of the file or workspace, else the first of the service)',
    )
    .option('--form <uid>', 'form to submit (default: that of the file or workspace, else the first of the service)')
    .option('--junit <file>', 'write a JUnit report; what could not be judged is an error there, not a failure')
    .option('--accept-other-reasons', 'count a run that passed, but whose reason differs, as passed in the exit code')
    .option('--json', 'print the results as JSON')
    .option('--pace <ms>', 'at least this many milliseconds between submissions', milliseconds, 200)
    .option('--look <ms>', 'milliseconds between two checks of the service', milliseconds, 1000)
    .option(
      '--quiet <ms>',
      'milliseconds that an indefinite wait must last to count',
      milliseconds,
      VERDICT_LIMITS.quietMs,
    )
    .option(
      '--patience <ms>',
      'milliseconds after which what has not come counts as missing',
      milliseconds,
      VERDICT_LIMITS.patienceMs,
    )
    .action(run);
}

async function run(options: TestOptions): Promise<void> {
  const http = new HttpClient({ userAgent: 'Meterscope test' });
  try {
    const runs = await fireAll(http, options);
    if (options.junit) await writeFile(options.junit, junitReport(runs));
    process.stdout.write(options.json ? jsonReport(runs) : table(runs));
    process.exitCode = exitCode(runs, options.acceptOtherReasons === true);
  } catch (thrown) {
    reportFailure(thrown);
    process.exitCode = WRONG_USE.has(toErrorValue(thrown).code) ? EXIT.wrongUse : EXIT.notJudged;
  } finally {
    await http.close();
  }
}

const EXIT = { passed: 0, failed: 1, wrongUse: 2, notJudged: 3 } as const;
/** Codes of errors that come from how the command was called. */
const WRONG_USE: ReadonlySet<string> = new Set([
  'wrong_use',
  'scenario_unknown',
  'workspace_unknown',
  'data_folder_missing',
  'workspace_read_only',
  'tokens_not_readable',
  'form_missing',
  'utility_missing',
]);

/** What could not be judged says nothing about the service, so it never counts as failed. */
function exitCode(runs: readonly RunView[], acceptOtherReasons: boolean): number {
  const passed = ({ state }: RunView) => state === 'pass' || (acceptOtherReasons && state === 'differs');
  if (runs.every(passed)) return EXIT.passed;
  return runs.some(({ state }) => state === 'fail' || (state === 'differs' && !acceptOtherReasons))
    ? EXIT.failed
    : EXIT.notJudged;
}

async function fireAll(http: HttpClient, options: TestOptions): Promise<RunView[]> {
  const { workspace, api, ...own } = await service(http, options);
  const form = options.form ?? own.form ?? (await firstForm(api)) ?? missing('form', 'Name one with --form UID.');
  const utilities = options.utilities?.split(',') ?? [
    own.utility ?? (await firstUtility(api)) ?? missing('utility', 'Name one with --utilities ID.'),
  ];
  const wanted = utilities.flatMap((utility) =>
    chosen(options.scenarios, utility).map((scenario) => ({ form, utility, scenario, batch: randomUUID() })),
  );
  const runs = new ScenarioRuns({
    workspace,
    api,
    store: { save: async () => undefined, unfinished: async () => [] },
    onChange: () => undefined,
    limits: () => ({ quietMs: options.quiet, patienceMs: options.patience }),
    lookEveryMs: options.look,
    now: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  });
  const started = await runs.startAll(wanted, options.pace);
  return Promise.all(started.map(async (view) => (await runs.finished(view.id)) ?? view));
}

/** What is not named is what the window would offer first. */
async function firstForm(api: JsonApiClient): Promise<string | undefined> {
  return (await api.forms()).items[0]?.uid;
}

/** Forms and authorizations name the utilities. */
async function firstUtility(api: JsonApiClient): Promise<string | undefined> {
  const named = [...(await api.forms()).items, ...(await api.authorizations()).items];
  return named.find(({ utility }) => utility)?.utility ?? undefined;
}

async function service(http: HttpClient, { workspace, bootstrap, data }: TestOptions): Promise<TestedService> {
  if (workspace !== undefined && bootstrap === undefined) return await serviceOfWorkspace(http, workspace, data);
  if (bootstrap !== undefined && workspace === undefined) return await serviceOfFile(http, bootstrap);
  throw new AppError({ code: 'wrong_use', message: 'Give either --workspace NAME or --bootstrap FILE.' });
}

/** `all` takes what every utility has; the community-choice scenario is asked for by name. */
function chosen(list: string, utility: string): string[] {
  const catalogue = scenarioCatalogue(utility, false).map(({ name }) => name);
  if (list === 'all') return catalogue;
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
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
  const width = Math.max(...runs.map((view) => view.scenario.length), 8);
  const verdictWidth = Math.max(...runs.map((view) => runWords[view.state].length), 4);
  const lines = runs.map(
    (view) =>
      `${runWords[view.state].padEnd(verdictWidth)} ${view.scenario.padEnd(width)} ${view.utility}${view.reason ? `  ${view.reason}` : ''}`,
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

function missing(what: string, action: string): never {
  throw new AppError({ code: `${what}_missing`, message: `This workspace has no ${what} of its own.`, action });
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError('Enter a number of milliseconds.');
  return value;
}
