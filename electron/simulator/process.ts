/**
 * The service as a program of its own: `node electron/simulator/process.ts --port 0 --seed 1 --json`, `meterscope service`
 * (which imports this file), and the child process of the demo workspace (with --parent). Runs when it is loaded.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { runCommandLine } from '../common/command-line.ts';
import { wholeNumber } from '../common/number-options.ts';
import type { Portfolio } from './bootstrap.ts';
import { DEFAULT_BUILDS } from './greenbutton/builds.ts';
import { parseQuirks, QUIRKS } from './greenbutton/quirks.ts';
import type { Fault } from './limits/faults.ts';
import type { Rate } from './limits/rate.ts';
import { parseFault, parseRate } from './limits/settings.ts';
import { type Service, type ServiceOptions, startService } from './server.ts';
import { keepReport } from './watch/report-file.ts';
import { HISTORY_MONTHS } from './world/logins.ts';

interface Flags {
  port: number;
  seed: number;
  portfolio: Portfolio;
  months: number;
  clock: number;
  quirks: ReturnType<typeof parseQuirks>;
  batchThreshold: number;
  rateLimit?: Rate;
  fault: readonly Fault[];
  watch?: string;
  json: boolean;
  parent: boolean;
  skipUids: number;
}

function serviceCommand(): Command {
  return new Command('meterscope service')
    .description('Runs the simulator of the utility data service on the loopback address.')
    .option('--port <n>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 0)
    .option(
      '--seed <n>',
      'decides all data, names and tokens: the same seed, the same bytes',
      wholeNumber(0, 2 ** 31 - 1),
      1,
    )
    .option(
      '--portfolio <demo|clients|n>',
      'the demo authorizations, these and more clients, or that many',
      portfolio,
      'demo' as const,
    )
    .option(
      '--months <n>',
      'months of interval readings of each meter, at most; bills reach back 37 months all the same',
      wholeNumber(1, HISTORY_MONTHS),
      HISTORY_MONTHS,
    )
    .option('--clock <real|rate>', 'simulated seconds per second', clockRate, 1)
    .addOption(
      new Option(
        '--quirks <list>',
        `what real custodians do to the standard: all, none, or some of ${Object.keys(QUIRKS).join(', ')}`,
      )
        .argParser(argument(parseQuirks))
        .default(parseQuirks('none'), 'none'),
    )
    .option(
      '--batch-threshold <n>',
      'readings above which a batch answers 202 first',
      wholeNumber(0, 1e12),
      DEFAULT_BUILDS.threshold,
    )
    .option('--rate-limit <n/s>', 'answer 429 to more than n requests of a token in s seconds', argument(parseRate))
    .option('--fault <json>', 'a fault from the start, as the control API takes it; may be repeated', moreFaults, [])
    .option(
      '--watch <report.json>',
      'watch what talks to the service, and write there what it does wrong: as it goes on, and at the end',
    )
    .option('--json', 'print one line of JSON once it listens', false)
    .addOption(new Option('--parent', 'end when stdin ends or the parent disconnects').default(false).hideHelp())
    .addOption(
      new Option('--skip-uids <n>', 'uids left out after those of the data that it starts with')
        .argParser(wholeNumber(0, 1e12))
        .default(0)
        .hideHelp(),
    )
    .action(async (flags: Flags) => {
      await run(flags);
    });
}

async function run(flags: Flags): Promise<void> {
  const options: ServiceOptions = {
    port: flags.port,
    seed: flags.seed,
    portfolio: flags.portfolio,
    months: flags.months,
    clockRate: flags.clock,
    greenButton: { quirks: flags.quirks, builds: { ...DEFAULT_BUILDS, threshold: flags.batchThreshold } },
    limits: { rate: flags.rateLimit, faults: flags.fault },
    watch: flags.watch !== undefined,
    skipUids: flags.skipUids,
  };
  let service: Service | undefined;
  let report: ReturnType<typeof keepReport> | undefined;
  try {
    service = await startService(options);
    if (flags.watch !== undefined) report = keepReport(service.watch, flags.watch);
  } catch (error) {
    console.error(`The service could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    await service?.close();
    return;
  }
  endWhenAsked(service, flags.parent, () => {
    // The line of --json is alone on standard output.
    if (report) process[flags.json ? 'stderr' : 'stdout'].write(report.end());
  });
  const { description } = service;
  if (flags.json) process.stdout.write(`${JSON.stringify(description)}\n`);
  else process.stdout.write(`${greeting(description)}\n`);
  process.send?.({ type: 'listening', description });
}

function greeting(description: Service['description']): string {
  return [
    `The simulated service listens on ${description.base_url}`,
    `  Green Button API  ${description.espi_base}`,
    `  JSON API          ${description.api_base}`,
    `  API token         ${description.api_token}`,
    `  Form              ${description.form_uid}, utility ${description.utility}, user names ${description.test_prefix}_TEST_<scenario>`,
    `  Control           ${description.control_url}`,
    'Use --json for all of it. Ctrl+C ends it.',
  ].join('\n');
}

/** Ends on SIGINT and SIGTERM; with a parent also when that goes away, however it went. */
function endWhenAsked(service: Service, hasParent: boolean, last: () => void): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void service.close().then(() => {
      last();
      process.exit();
    });
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  // Under Electron it is a utility process: that ends with its parent by itself, and has no stdin.
  if (!hasParent || Reflect.has(process, 'parentPort')) return;
  process.stdin.once('end', end).once('close', end).once('error', end);
  process.stdin.resume();
}

function portfolio(text: string): Portfolio {
  return text === 'demo' || text === 'clients' ? text : wholeNumber(1, 1_000_000)(text);
}

function clockRate(text: string): number {
  if (text === 'real') return 1;
  const rate = Number(text);
  if (text.trim() !== '' && Number.isFinite(rate) && rate > 0 && rate <= 1_000_000) return rate;
  throw new InvalidArgumentError('Give "real" or a rate above 0, like 600.');
}

/** A parser that throws sentences, as one that commander shows them from. */
function argument<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  };
}

function moreFaults(text: string, before: readonly Fault[]): readonly Fault[] {
  return [...before, argument(parseFault)(text)];
}

await runCommandLine(serviceCommand());
