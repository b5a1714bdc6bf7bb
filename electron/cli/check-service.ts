/** `meterscope check --service`: checks a running service by the live rows of the test book. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAbort, toErrorValue } from '#shared/errors.ts';
import type { Consent } from '#shared/service-check.ts';
import { doorFromBootstrap } from '../app/service-check/from-bootstrap.ts';
import {
  checkService,
  hasAnswers,
  hasRowFindings,
  type RowsReport,
  serviceReport,
  serviceText,
} from '../conformance/service/index.ts';
import { HttpClient } from '../http/index.ts';
import { openPolicy } from '../policy/index.ts';
import { environmentWays } from './environment-ways.ts';
import { keepTokens } from './kept-tokens.ts';
import { unreadable } from './target.ts';
import { writeOut } from './write-out.ts';

export interface ServiceCheckOptions {
  bootstrap: string;
  consent: readonly Consent[];
  pace: number;
  format: 'text' | 'json' | 'junit' | 'html';
  failOn: 'fail' | 'warning';
  version: string;
}

/** Checks the service and prints the result. @returns exit code: 0 no findings, 1 findings, 2 it could not be asked */
export async function checkRunningService(options: ServiceCheckOptions): Promise<0 | 1 | 2> {
  let http: HttpClient | undefined;
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGINT', end);
  try {
    http = new HttpClient({ userAgent: 'Meterscope', ways: environmentWays(await openPolicy()) });
    const content = await readFile(options.bootstrap, 'utf8').catch(() => {
      throw unreadable(options.bootstrap);
    });
    const door = await doorFromBootstrap(
      http,
      options.bootstrap,
      content,
      (grants) => keepTokens(options.bootstrap, grants),
      stop.signal,
    );
    const report = await checkService(door, {
      consents: options.consent,
      signal: stop.signal,
      paceMs: options.pace,
      onStep: ({ number, of, title, acts }) =>
        process.stderr.write(
          `${number}/${of} ${title}${acts === undefined ? '' : `. This changes something: ${acts}`}\n`,
        ),
      sleep: async (ms, signal) => await sleep(ms, undefined, { signal }),
    });
    await writeOut(printed(report, options));
    if (!hasAnswers(report)) {
      process.stderr.write('No answer of the service could be looked at: the report says why, test by test.\n');
      return 2;
    }
    return hasRowFindings(report, options.failOn) ? 1 : 0;
  } catch (thrown) {
    const { message, action } = toErrorValue(thrown);
    process.stderr.write(isAbort(thrown) ? 'Stopped.\n' : `${[message, action].filter(Boolean).join(' ')}\n`);
    return 2;
  } finally {
    process.off('SIGINT', end);
    await http?.close();
  }
}

function printed(report: RowsReport, { format, failOn, version }: ServiceCheckOptions): string {
  return format === 'text'
    ? serviceText(report)
    : serviceReport(report, format, 'the service', `Meterscope ${version}`.trim(), failOn);
}
